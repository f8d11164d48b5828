import { readDocument } from './read-document.js';
import type { RepeatedBlocks } from './repeated-blocks.js';
import { lineAt, readJsonStream, splitDocuments } from './split-documents.js';
import type { DocumentText } from './split-documents.js';
import { YamlError } from './yaml-error.js';

/** A key that its mapping has already. */
export interface RepeatedKey {
  readonly key: string;
  /** From 1, in the whole text. */
  readonly line: number;
}

/** One document of a text: its value, or why it cannot be read. */
export type ReadDocument =
  | {
      readonly type: 'value';
      readonly value: unknown;
      readonly source: DocumentText;
      readonly repeatedKeys: readonly RepeatedKey[];
    }
  | {
      readonly type: 'broken';
      readonly reason: string;
      /** Of what is wrong, and of the document's beginning; from 1, in the whole text. */
      readonly line: number;
      readonly firstLine: number;
      readonly source: DocumentText;
    };

/**
 * The documents of a text as kubectl reads them, YAML or JSON, one JSON value behind the other included. Empty ones are
 * left out; what is wrong with one costs no other.
 */
export function readDocuments(text: string, repeated?: RepeatedBlocks): ReadDocument[] {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  const unix = lines.endsWith('\n') ? lines : `${lines}\n`;
  return splitDocuments(unix).flatMap((source) => readOne(unix, source, repeated));
}

function readOne(whole: string, source: DocumentText, repeated: RepeatedBlocks | undefined): ReadDocument[] {
  try {
    if (source.misplaced !== undefined) {
      throw new YamlError(`--- stands alone in its line, not before ${source.misplaced}`, 0);
    }
    const { text } = source;
    const stream = /^\s*\{/.test(text) ? readJsonStream(text) : undefined;
    if (stream !== undefined) {
      return stream.map(({ value, ...at }) => ({ type: 'value', value, source: partOf(source, at), repeatedKeys: [] }));
    }
    const repeatedKeys: RepeatedKey[] = [];
    const onRepeatedKey = (key: string, offset: number): void =>
      void repeatedKeys.push({ key, line: lineAt(whole, source.start + offset) });
    const value = readDocument(text.startsWith('\ufeff') ? text.slice(1) : text, { repeated, onRepeatedKey });
    return value === null ? [] : [{ type: 'value', value, source, repeatedKeys }];
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const firstLine = lineAt(whole, source.start);
    // What is missing at the end is missing behind the last line that has anything.
    const offset = Math.min(error.offset, source.text.trimEnd().length);
    const line = firstLine - 1 + lineAt(source.text, offset);
    return [{ type: 'broken', reason: error.message, line, firstLine, source }];
  }
}

function partOf({ text, start }: DocumentText, at: { readonly start: number; readonly end: number }): DocumentText {
  return { text: text.slice(at.start, at.end), start: start + at.start, misplaced: undefined };
}
