import { isAscii, isUtf8 } from 'node:buffer';
import { isHelmTemplate, templatedPath, withoutActions } from './helm-template.js';
import { lineOf } from './locate.js';
import type { Problem } from './problem.js';
import type { Source } from './sources.js';
import { readDocuments } from './yaml/read-documents.js';
import type { ReadDocument, RepeatedKey } from './yaml/read-documents.js';
import type { RepeatedBlocks } from './yaml/repeated-blocks.js';
import { lineAt } from './yaml/split-documents.js';

/** Why one document of a source cannot be read. */
export interface BrokenDocument {
  readonly message: string;
  readonly line: number;
  /** From 1; undefined where the source has no other. */
  readonly document: number | undefined;
}

/** A source with its documents. */
export interface ParsedSource {
  readonly source: Source;
  readonly text: string;
  /** In their order, undefined for what is neither YAML nor JSON; documents that hold nothing are left out. */
  readonly documents: readonly unknown[];
  readonly broken: readonly BrokenDocument[];
  /** By document, in their order: the keys that a mapping has twice. */
  readonly repeatedKeys: readonly (readonly RepeatedKey[])[];
  /** What was read otherwise than it is written. */
  readonly notes: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Parses a source. Never throws for what is in it: what is wrong with one document costs no other. `repeated`: the blocks of
 * sources that were parsed before, which are the same values where they come again. Default: every source has values of its own.
 */
export function parseSource(source: Source, repeated?: RepeatedBlocks): ParsedSource {
  const { text, wrong } = decode(source.read());
  const parts = readAll(text, { wrong, repeated });
  const several = parts.length > 1;
  const broken = parts.flatMap((part, i) =>
    part.type === 'broken' ? [{ message: part.reason, line: part.line, document: several ? i + 1 : undefined }] : [],
  );
  const lines = parts.flatMap((part) => (part.type === 'value' ? part.without : []));
  return {
    source,
    text,
    documents: parts.map((part) => (part.type === 'value' ? part.value : undefined)),
    repeatedKeys: parts.map((part) => (part.type === 'value' ? part.repeatedKeys : [])),
    broken,
    notes: lines.length === 0 ? [] : [{ name: source.file, reason: templateNote(lines) }],
  };
}

/** The documents of a YAML or JSON text, in their order, those that hold nothing left out; throws where one is broken. */
export function parseDocuments(text: string): unknown[] {
  return readAll(text).map((part) => {
    if (part.type === 'broken') throw new Error(`line ${part.line}: ${part.reason}`);
    return part.value;
  });
}

/** The problem of a document that is neither YAML nor JSON. */
export function syntaxProblem(
  source: Source,
  { message, line, document }: BrokenDocument,
  severity: Problem['severity'],
): Problem {
  return { severity, message, location: { file: source.file, ...(document !== undefined && { document }), line } };
}

/** The warnings about the keys that mappings of a document have twice. `document`: from 0. */
export function repeatedKeyProblems({ source, documents, repeatedKeys }: ParsedSource, document: number): Problem[] {
  return (repeatedKeys[document] ?? []).map(({ key, line }) => ({
    severity: 'warning',
    message: `the key ${JSON.stringify(key)} is there already, and only what it has here counts: the API server may refuse this`,
    location: { file: source.file, ...(documents.length > 1 && { document: document + 1 }), line, pointer: '' },
  }));
}

type Part =
  | {
      readonly type: 'value';
      readonly value: unknown;
      readonly repeatedKeys: readonly RepeatedKey[];
      /** The lines whose actions of Helm were left out. */
      readonly without: readonly number[];
    }
  | { readonly type: 'broken'; readonly reason: string; readonly line: number };

/** What is known of a text before it is read. */
interface TextOptions {
  /** Why the bytes were no text, where they were not; what was no character of it is U+FFFD. */
  readonly wrong?: string | undefined;
  readonly repeated?: RepeatedBlocks | undefined;
}

function readAll(text: string, { wrong, repeated }: TextOptions = {}): Part[] {
  const parts = readDocuments(text, repeated).map((document): Part => {
    const at = wrong === undefined ? -1 : document.source.text.indexOf('\ufffd');
    if (wrong !== undefined && at !== -1) {
      return { type: 'broken', reason: wrong, line: lineAt(text.replaceAll('\r\n', '\n'), document.source.start + at) };
    }
    if (document.type === 'value') {
      return { type: 'value', value: document.value, repeatedKeys: document.repeatedKeys, without: [] };
    }
    return isHelmTemplate(document.source.text) ? untemplated(document) : syntaxError(document.reason, document.line);
  });
  return parts.filter((part) => part.type === 'broken' || part.value !== undefined);
}

type BrokenText = ReadDocument & { readonly type: 'broken' };

function syntaxError(reason: string, line: number): Part {
  return { type: 'broken', reason: `not valid YAML: ${reason}`, line };
}

/** Reads a document that is YAML only once the actions of a Helm template are left out. */
function untemplated({ source, firstLine, line: brokenLine, reason }: BrokenText): Part {
  const inWhole = (line: number): number => firstLine - 1 + line;
  const result = withoutActions(source.text);
  if (result.type === 'refused') return helmError(result.reason, inWhole(result.line));
  const [read] = readDocuments(result.text);
  if (read === undefined) return { type: 'value', value: undefined, repeatedKeys: [], without: [] };
  if (read.type === 'broken') return helmError(reason, brokenLine);
  const path = templatedPath(read.value);
  if (path === undefined) {
    // What Helm chooses between may be the same key, and all of it is left in.
    return { type: 'value', value: read.value, repeatedKeys: [], without: result.lines.map(inWhole) };
  }
  return helmError('types depend on a value that only Helm knows', inWhole(lineOf(result.text, 1, path) ?? 1));
}

function helmError(reason: string, line: number): Part {
  const advice = 'render it first (helm template …) and pass the result';
  return { type: 'broken', reason: `this is a Helm template, not YAML (${reason}): ${advice}`, line };
}

function templateNote(lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ') + (lines.length > 5 ? ', …' : '');
  return `is a Helm template: read without its actions (${lines.length === 1 ? 'line' : 'lines'} ${shown})`;
}

/** What bytes say, and why they are no text, where they are not: UTF-8, or UTF-16 where the first two bytes say so. */
function decode(bytes: Buffer): { readonly text: string; readonly wrong: string | undefined } {
  // Most inputs are, and bytes that need no decoding are copied three times as fast.
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), wrong: undefined };
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: bytes.subarray(2).toString('utf16le'), wrong: undefined };
  if (first === 0xfe && second === 0xff) {
    const swapped = Buffer.from(bytes.subarray(2, bytes.length & ~1)).swap16();
    return { text: swapped.toString('utf16le'), wrong: undefined };
  }
  const text = bytes.toString('utf8');
  return { text: text.startsWith('\ufeff') ? text.slice(1) : text, wrong: isUtf8(bytes) ? undefined : noText(bytes) };
}

/** Why bytes are no text. */
function noText([first, second]: Buffer): string {
  if (first === 0x1f && second === 0x8b) return 'this is gzip, not YAML or JSON: unpack it first';
  return 'not valid UTF-8: save it as UTF-8, if it is a text';
}
