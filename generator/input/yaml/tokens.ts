import type { Word } from './words.js';

/* The tokens that a text is cut into. Numbers, for a reader of many megabytes compares a lot of them. */
export const STREAM_END = 0;
export const VERSION_DIRECTIVE = 1;
export const TAG_DIRECTIVE = 2;
export const DOCUMENT_START = 3;
export const DOCUMENT_END = 4;
export const BLOCK_SEQUENCE_START = 5;
export const BLOCK_MAPPING_START = 6;
export const BLOCK_END = 7;
export const FLOW_SEQUENCE_START = 8;
export const FLOW_SEQUENCE_END = 9;
export const FLOW_MAPPING_START = 10;
export const FLOW_MAPPING_END = 11;
export const BLOCK_ENTRY = 12;
export const FLOW_ENTRY = 13;
export const KEY = 14;
export const VALUE = 15;
export const ALIAS = 16;
export const ANCHOR = 17;
export const TAG = 18;
export const SCALAR = 19;
/** A scalar with the colon behind it: what KEY, SCALAR and VALUE say otherwise. */
export const SCALAR_KEY = 20;

/** One token. */
export interface Token {
  /** A scalar becomes a key once its colon is seen. */
  type: number;
  /** Where it begins in the text. */
  readonly at: number;
  /** A scalar's text, the name of an anchor, the handle of a tag or of a directive. */
  readonly value: string;
  /** What follows the handle of a tag or of a directive. */
  readonly suffix: string;
  /** Of a scalar: without quotes and not a block. */
  readonly plain: boolean;
  /** Of a short plain scalar: what it resolves to, known already. */
  readonly word: Word | undefined;
}

/** A token that is nothing but its type. */
export function mark(type: number, at: number): Token {
  return { type, at, value: '', suffix: '', plain: false, word: undefined };
}

/** Whether a token is a line that begins with `%`. */
export function isDirective({ type }: Token): boolean {
  return type === VERSION_DIRECTIVE || type === TAG_DIRECTIVE;
}

/** Whether a collection begins here. `block`: one without brackets may; `indentless`: also a list that is no deeper than its key. */
export function startsCollection(type: number, block: boolean, indentless: boolean): boolean {
  if (type === FLOW_MAPPING_START || type === FLOW_SEQUENCE_START) return true;
  if (type === BLOCK_ENTRY) return indentless;
  return block && (type === BLOCK_MAPPING_START || type === BLOCK_SEQUENCE_START);
}

/** Whether a token behind a colon says that there is no value. */
export function endsBlockValue(type: number): boolean {
  return type === SCALAR_KEY || type === BLOCK_END || type === KEY || type === VALUE;
}
