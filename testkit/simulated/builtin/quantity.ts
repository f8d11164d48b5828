/** An amount such as `500m`, `1Gi` or `2e3`, exactly. */
export interface Quantity {
  /** In billionths. */
  readonly nano: bigint;
  readonly format: 'binary' | 'decimal' | 'exponent';
}

const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?\d+)?$/;
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const NANO = 1_000_000_000n;

/** What the server says of a text that is no quantity. */
export const QUANTITY_MESSAGE =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** Reads a quantity; undefined for a text that is none. */
export function parseQuantity(text: string): Quantity | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  const { numerator, denominator, format } = scaleOf(suffix);
  // Amounts below a billionth are rounded up, away from zero.
  const divisor = denominator * 10n ** BigInt(fraction.length);
  const scaled = digits * NANO * numerator;
  const nano = scaled / divisor + (scaled % divisor === 0n ? 0n : 1n);
  return { nano: sign === '-' ? -nano : nano, format };
}

function scaleOf(suffix: string): { numerator: bigint; denominator: bigint; format: Quantity['format'] } {
  const binary = BINARY.indexOf(suffix as (typeof BINARY)[number]);
  if (suffix !== '' && binary > 0) return { numerator: 1024n ** BigInt(binary), denominator: 1n, format: 'binary' };
  const power = /^[eE]/.test(suffix)
    ? Number(suffix.slice(1))
    : (DECIMAL.indexOf(suffix as (typeof DECIMAL)[number]) - 3) * 3;
  const format = /^[eE]./.test(suffix) ? 'exponent' : 'decimal';
  return power >= 0
    ? { numerator: 10n ** BigInt(power), denominator: 1n, format }
    : { numerator: 1n, denominator: 10n ** BigInt(-power), format };
}

const MILLI = 1_000_000n;

/** A quantity in whole thousandths, rounded away from zero; what is no quantity stays as it is. */
export function roundedToMilli(text: string): string {
  const parsed = parseQuantity(text);
  if (parsed === undefined || parsed.nano % MILLI === 0n) return text;
  const whole = (parsed.nano / MILLI) * MILLI;
  return formatQuantity({ ...parsed, nano: whole + (parsed.nano < 0n ? -MILLI : MILLI) });
}

/** Writes a quantity as the server does: with the largest suffix that leaves no fraction. */
export function formatQuantity({ nano, format }: Quantity): string {
  if (nano === 0n) return '0';
  const sign = nano < 0n ? '-' : '';
  const size = nano < 0n ? -nano : nano;
  if (format === 'binary' && size % NANO === 0n && size / NANO >= 1024n) return sign + binaryText(size / NANO);
  return sign + decimalText(size, format);
}

function binaryText(amount: bigint): string {
  let value = amount;
  let step = 0;
  while (step < BINARY.length - 1 && value % 1024n === 0n) {
    value /= 1024n;
    step += 1;
  }
  return `${value}${BINARY[step] ?? ''}`;
}

function decimalText(nano: bigint, format: Quantity['format']): string {
  let value = nano;
  let step = 0;
  while (step < DECIMAL.length - 1 && value % 1000n === 0n) {
    value /= 1000n;
    step += 1;
  }
  const power = (step - 3) * 3;
  if (format === 'exponent' && power !== 0) return `${value}e${power}`;
  return `${value}${DECIMAL[step] ?? ''}`;
}
