import { goNumber } from '../rules/go-text.js';

/** Formats like CEL's `string.format`: `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o`, with precision for `%f` and `%e`. */
export function formatText(pattern: string, values: readonly unknown[]): string {
  let index = 0;
  return pattern.replaceAll(/%(?:\.(\d+))?([a-zA-Z%])/g, (clause, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    if (index >= values.length) throw new Error(`index ${index} out of range`);
    const value = values[index];
    index += 1;
    return formatValue(value, { clause, verb, precision: precision === undefined ? 6 : Number(precision) });
  });
}

interface Clause {
  readonly clause: string;
  readonly verb: string;
  readonly precision: number;
}

function formatValue(value: unknown, { clause, verb, precision }: Clause): string {
  switch (verb) {
    case 's':
      return celText(value);
    case 'd':
      return String(value);
    case 'f':
      return Number(value).toFixed(precision);
    case 'e':
      return Number(value)
        .toExponential(precision)
        .replace(/e([+-])(\d)$/, 'e$10$2');
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : toBigInt(value).toString(2);
    case 'o':
      return toBigInt(value).toString(8);
    case 'x':
    case 'X': {
      const hex = typeof value === 'string' ? Buffer.from(value).toString('hex') : toBigInt(value).toString(16);
      return verb === 'X' ? hex.toUpperCase() : hex;
    }
    default:
      throw new Error(`could not parse formatting clause: unrecognized formatting clause "${clause.slice(1)}"`);
  }
}

/** A value as `%s` writes it. */
export function celText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return goNumber(value);
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (Array.isArray(value)) return `[${value.map(celText).join(', ')}]`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${key}: ${celText(inner)}`).join(', ')}}`;
  }
  return String(value);
}

function toBigInt(value: unknown): bigint {
  return typeof value === 'bigint' ? value : BigInt(Number(value));
}
