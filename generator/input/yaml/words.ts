import type { Cursor } from './cursor.js';

/** What a plain scalar resolves to in the core schema of YAML 1.2, and how it is written as a key. */
export interface Word {
  readonly source: string;
  readonly value: unknown;
  /** As js-yaml writes a key into an object: `0x10` is the key `16`, `Null` the key `null`. */
  readonly key: string;
}

/** Longer scalars seldom come twice. */
export const LONGEST_WORD = 24;

/*
 * The words that came last, one for each hash. CRDs repeat some hundred words (`type`, `string`, `properties`) hundreds
 * of thousands of times: finding them here makes no string, no resolving and no garbage.
 */
const SLOTS = 16384;
const NO_WORD: Word = { source: '', value: null, key: '' };
const words: Word[] = Array.from({ length: SLOTS }, () => NO_WORD);

/** The word between two offsets of a text. */
export function wordAt({ text, codes }: Cursor, start: number, end: number): Word {
  let hash = end - start;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (codes[at] ?? 0)) | 0;
  const slot = (hash ^ (hash >>> 13)) & (SLOTS - 1);
  const known = words[slot] ?? NO_WORD;
  if (known.source.length === end - start && text.startsWith(known.source, start)) return known;
  return (words[slot] = newWord(text.slice(start, end)));
}

function newWord(slice: string): Word {
  // A slice would keep the whole text in memory as long as it is here; one of a joined string only that string.
  const source = ` ${slice}`.slice(1);
  const value = resolvePlain(source);
  return { source, value, key: typeof value === 'string' ? source : String(value) };
}

const INTEGER = /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+)$/;
const FLOAT = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...['~', 'null', 'Null', 'NULL'].map((source) => [source, null] as const),
  ...['true', 'True', 'TRUE'].map((source) => [source, true] as const),
  ...['false', 'False', 'FALSE'].map((source) => [source, false] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((source) => [source, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((source) => [source, -Infinity] as const),
  ...['.nan', '.NaN', '.NAN'].map((source) => [source, NaN] as const),
]);

/** Resolves a plain scalar by the core schema, as js-yaml does. */
export function resolvePlain(source: string): unknown {
  const code = source.charCodeAt(0);
  const numeric = (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46;
  if (numeric) {
    const number = resolveNumber(source);
    if (number !== undefined) return number;
  }
  if (source.length > 5) return source;
  const constant = CONSTANTS.get(source);
  return constant === undefined ? source : constant;
}

function resolveNumber(source: string): number | undefined {
  const integer = INTEGER.test(source);
  if (!integer && !FLOAT.test(source)) return undefined;
  const number = integer ? parseInteger(source) : parseFloat(source);
  // Too large for a number: a string.
  return Number.isFinite(number) ? number : undefined;
}

function parseInteger(source: string): number {
  if (source.startsWith('0o')) return parseInt(source.slice(2), 8);
  if (source.startsWith('0x')) return parseInt(source.slice(2), 16);
  return parseInt(source, 10);
}
