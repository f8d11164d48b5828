const SUFFIXES: Readonly<Record<string, readonly [base: bigint, exponent: number]>> = {
  n: [10n, -9],
  u: [10n, -6],
  m: [10n, -3],
  '': [10n, 0],
  k: [10n, 3],
  M: [10n, 6],
  G: [10n, 9],
  T: [10n, 12],
  P: [10n, 15],
  E: [10n, 18],
  Ki: [2n, 10],
  Mi: [2n, 20],
  Gi: [2n, 30],
  Ti: [2n, 40],
  Pi: [2n, 50],
  Ei: [2n, 60],
};

const PATTERN = /^([+-]?)(\d+\.?\d*|\.\d+)(?:(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)|[eE]([+-]?\d+))?$/;

/** Everything is counted in these: the smallest unit that a quantity has. */
const NANOS = 1_000_000_000n;

/** An amount such as `1.5Gi` or `100m`, exact. */
export class Quantity {
  /** In billionths. */
  readonly nanos: bigint;

  private constructor(nanos: bigint) {
    this.nanos = nanos;
  }

  /** Reads a quantity; undefined for what is none. */
  static parse(text: string): Quantity | undefined {
    const match = PATTERN.exec(text);
    if (match === null) return undefined;
    const [, sign, digits = '0', suffix = '', exponent] = match;
    const [whole = '', fraction = ''] = digits.split('.');
    const [base, power] = exponent === undefined ? (SUFFIXES[suffix] ?? [10n, 0]) : ([10n, Number(exponent)] as const);
    let nanos = BigInt(`${whole}${fraction}` || '0') * NANOS;
    nanos = power >= 0 ? nanos * base ** BigInt(power) : divideUp(nanos, base ** BigInt(-power));
    nanos = divideUp(nanos, 10n ** BigInt(fraction.length));
    return new Quantity(sign === '-' ? -nanos : nanos);
  }

  compareTo(other: Quantity): bigint {
    if (this.nanos === other.nanos) return 0n;
    return this.nanos < other.nanos ? -1n : 1n;
  }

  get sign(): bigint {
    return this.nanos === 0n ? 0n : this.nanos < 0n ? -1n : 1n;
  }

  get isInteger(): boolean {
    return this.nanos % NANOS === 0n;
  }

  asInteger(): bigint {
    if (!this.isInteger) throw new Error('cannot convert value to integer');
    return this.nanos / NANOS;
  }

  asFloat(): number {
    return Number(this.nanos) / Number(NANOS);
  }

  add(other: Quantity | bigint): Quantity {
    return new Quantity(this.nanos + nanosOf(other));
  }

  sub(other: Quantity | bigint): Quantity {
    return new Quantity(this.nanos - nanosOf(other));
  }
}

function nanosOf(value: Quantity | bigint): bigint {
  return typeof value === 'bigint' ? value * NANOS : value.nanos;
}

/** What is finer than the smallest unit is rounded up. */
function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
