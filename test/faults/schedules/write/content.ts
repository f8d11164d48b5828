import { createHash } from 'node:crypto';

/** What an object says: which write it is of, and a text that only this write has. */
export interface Content {
  readonly serial: string;
  readonly text: string;
}

/** Characters of one to four bytes in UTF-8, quotes and escapes: what is split or garbled shows. */
const PIECES = ['plain', 'ünï', '東京', '🦆', '"quoted"', 'back\\slash', 'new\nline', '{"a":[1]}', ' '] as const;

/** The content of a write: the same for the same serial number. */
export function contentOf(serial: number): Content {
  const count = 2 + ((serial * 7) % 23);
  const text = Array.from({ length: count }, (_, i) => PIECES[(serial + i * 5) % PIECES.length]).join('|');
  return { serial: String(serial), text: `${serial}:${text}` };
}

/** A short hash of a text. */
export function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 10);
}

/** A short hash of a value that does not depend on the order of its members. */
export function hashOfValue(value: unknown): string {
  return hashOf(JSON.stringify(sorted(value)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, sorted(each)]));
}
