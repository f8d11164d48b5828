import { isIdentifier } from '../names/identifiers.js';

/* Nothing of an input reaches the output but through these functions. */

/** Control characters, line separators, marks that change the direction of text, and halves of pairs. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is for
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A string literal in single quotes that cannot be left. */
export function quote(text: string): string {
  if (/^[ -&(-[\]-~]*$/.test(text)) return `'${text}'`;
  const escaped = text.replace(/[\\']/g, '\\$&').replace(UNSAFE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    if (character === '\r') return '\\r';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped}'`;
}

/** A property's name, in quotes where it is no identifier. */
export function propertyKey(name: string): string {
  return isIdentifier(name) ? name : quote(name);
}

/** A doc comment, each line with its indentation and end; `''` for an empty text. The text cannot end the comment. */
export function docComment(text: string, width: number, indent: string): string {
  if (text === '') return '';
  const lines = wrap(safeComment(text), width);
  const [only] = lines;
  if (only === undefined) return '';
  if (lines.length === 1 && only.length <= width) return `${indent}/** ${only} */\n`;
  let comment = `${indent}/**\n`;
  lines.forEach((line) => {
    comment += line === '' ? `${indent} *\n` : `${indent} * ${line}\n`;
  });
  return `${comment}${indent} */\n`;
}

/** Whatever is not printable ASCII, and what could end a comment. */
const ODD = /[^ -~\n]|\*\//;

/** One line of a `//` comment. */
export function lineComment(text: string): string {
  return safeComment(text).replaceAll('\n', ' ');
}

function safeComment(text: string): string {
  if (!ODD.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\t/g, '  ')
    .replace(UNSAFE, (character) => (character === '\n' ? '\n' : ''))
    .replace(/\*\//g, '*\\/');
}

/** Lines at least this long were broken because they were full, not because something ended. */
const FULL_LINE = 55;

/** Combines lines that were broken at some other width. What looks like a list, a table or code keeps its lines. */
function reflow(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let full = false;
  for (const line of lines) {
    const previous = joined.length - 1;
    if (full && /^[A-Za-z`('"]/.test(line)) joined[previous] += ` ${line}`;
    else joined.push(line);
    full = line.length >= FULL_LINE && /[\w,.;:)`'"]$/.test(line) && !line.startsWith('@');
  }
  return joined;
}

/** Breaks lines at spaces; a longer word stays whole. Blank lines stay, one at a time. */
function wrap(text: string, width: number): string[] {
  const whole = text.trim();
  const lines: string[] = [];
  if (!whole.includes('\n')) {
    if (whole !== '') wrapLine(whole, width, lines);
    return lines;
  }
  for (const paragraph of reflow(whole.split('\n'))) {
    const trimmed = paragraph.trimEnd();
    if (trimmed === '' && lines.at(-1) === '') continue;
    wrapLine(trimmed, width, lines);
  }
  return lines;
}

function wrapLine(text: string, width: number, lines: string[]): void {
  if (text.length <= width) {
    lines.push(text);
    return;
  }
  const indent = /^ */.exec(text)?.[0] ?? '';
  let rest = text;
  while (rest.length > width) {
    let cut = rest.lastIndexOf(' ', width);
    if (cut <= indent.length) cut = rest.indexOf(' ', width);
    // A line that begins with @ would be a tag: the break goes before the word ahead of it.
    while (cut > indent.length && rest[cut + 1] === '@') cut = rest.lastIndexOf(' ', cut - 1);
    if (cut <= indent.length) break;
    lines.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut + 1).trimStart();
  }
  lines.push(rest);
}
