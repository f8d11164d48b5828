/** One document of a text, not read yet. */
export interface DocumentText {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly start: number;
  /** What stands behind the `---` before it, which Kubernetes takes no content behind; undefined where nothing does. */
  readonly misplaced: string | undefined;
}

const SEPARATOR = '---';

/**
 * Cuts a text at the lines that begin with `---`, as Kubernetes does before it looks at any YAML, so that what is wrong
 * with one document costs no other. Documents without a line are left out.
 */
export function splitDocuments(text: string): DocumentText[] {
  const documents: DocumentText[] = [];
  let start = 0;
  for (let at = nextSeparator(text, 0); at !== -1; at = nextSeparator(text, start)) {
    if (at > start) documents.push({ text: text.slice(start, at), start, misplaced: undefined });
    start = lineEnd(text, at);
    const rest = text.slice(at + SEPARATOR.length, start).trim();
    if (rest === '' || rest.startsWith('#')) continue;
    // All up to the next separator belongs to the broken document.
    const next = nextSeparator(text, start);
    const end = next === -1 ? text.length : next;
    documents.push({ text: text.slice(at, end), start: at, misplaced: rest });
    start = end;
  }
  if (start < text.length) documents.push({ text: text.slice(start), start, misplaced: undefined });
  return documents;
}

/** The line, from 1, of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline + 1;
}

function nextSeparator(text: string, from: number): number {
  if (text.startsWith(SEPARATOR, from) && (from === 0 || text.charAt(from - 1) === '\n')) return from;
  const at = text.indexOf(`\n${SEPARATOR}`, from);
  return at === -1 ? -1 : at + 1;
}

/** One JSON value in a text. */
export interface JsonText {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

/** The values of a text that is one JSON value behind the other; undefined where it is anything else. */
export function readJsonStream(text: string): JsonText[] | undefined {
  const values: JsonText[] = [];
  try {
    for (let start = skipSpace(text, 0); start < text.length;) {
      const end = endOfJson(text, start);
      values.push({ value: JSON.parse(text.slice(start, end)), start, end });
      start = skipSpace(text, end);
    }
  } catch {
    return undefined;
  }
  return values.length === 0 ? undefined : values;
}

function skipSpace(text: string, from: number): number {
  const found = text.slice(from).search(/\S/);
  return found === -1 ? text.length : from + found;
}

const JSON_MARKS = /["{}[\]]|\\./g;

/** Where the object or list that begins at an offset ends. */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  let inString = false;
  JSON_MARKS.lastIndex = from;
  for (let match = JSON_MARKS.exec(text); match !== null; match = JSON_MARKS.exec(text)) {
    const [mark] = match;
    if (mark === '"') inString = !inString;
    else if (!inString) depth += mark === '{' || mark === '[' ? 1 : mark === '}' || mark === ']' ? -1 : 0;
    if (depth === 0 && !inString) return JSON_MARKS.lastIndex;
  }
  return text.length;
}
