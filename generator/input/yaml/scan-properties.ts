import { AT, BACKTICK, BANG, CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, END, HASH } from './characters.js';
import { IS_BLANK, IS_WORD, LESS, PERCENT, QUESTION } from './characters.js';
import type { Cursor } from './cursor.js';
import { ANCHOR, TAG, TAG_DIRECTIVE, VERSION_DIRECTIVE } from './tokens.js';
import type { Token } from './tokens.js';

/** What may follow the name of an anchor beside a blank. */
const AFTER_NAME: ReadonlySet<number> = new Set([
  QUESTION,
  COLON,
  COMMA,
  CLOSE_BRACKET,
  CLOSE_BRACE,
  PERCENT,
  AT,
  BACKTICK,
]);
const URI = /[\w\-;/?:@&=+$,.!~*'()[\]%]*/y;

/** Scans `&name` or `*name`. */
export function scanAnchor(cursor: Cursor, type: number): Token {
  const start = cursor.at;
  cursor.at += 1;
  const value = takeWord(cursor);
  if (value === '' || !(cursor.endsWord(cursor.at) || AFTER_NAME.has(cursor.code))) {
    cursor.fail(`an ${type === ANCHOR ? 'anchor' : 'alias'} must be letters, digits, _ and -`, start);
  }
  return { type, at: start, value, suffix: '', plain: false, word: undefined };
}

/** Scans a tag: `!!str`, `!local`, `!handle!name`, `!<uri>`. */
export function scanTag(cursor: Cursor): Token {
  const at = cursor.at;
  const { value, suffix } = cursor.codes[at + 1] === LESS ? verbatimTag(cursor) : shorthandTag(cursor);
  if (!cursor.endsWord(cursor.at)) cursor.fail('a tag must end before a blank', at);
  return { type: TAG, at, value, suffix, plain: false, word: undefined };
}

function verbatimTag(cursor: Cursor): { value: string; suffix: string } {
  const start = cursor.at;
  cursor.at += 2;
  const suffix = takeUri(cursor, start);
  if (cursor.text.charAt(cursor.at) !== '>') cursor.fail('a tag that begins with !< must end with >', start);
  cursor.at += 1;
  return { value: '', suffix };
}

function shorthandTag(cursor: Cursor): { value: string; suffix: string } {
  const start = cursor.at;
  const handle = takeHandle(cursor);
  if (handle.length > 1 && handle.endsWith('!')) return { value: handle, suffix: takeUri(cursor, start) };
  const suffix = handle.slice(1) + takeUri(cursor, start, true);
  // A `!` alone is a tag of its own.
  return suffix === '' ? { value: '', suffix: '!' } : { value: '!', suffix };
}

/** Scans a `%YAML` or `%TAG` line, with the end of the line. */
export function scanDirective(cursor: Cursor): Token {
  const at = cursor.at;
  cursor.at += 1;
  const name = takeWord(cursor);
  if (!cursor.endsWord(cursor.at) || (name !== 'YAML' && name !== 'TAG')) {
    cursor.fail('a line that begins with % must be %YAML or %TAG', at);
  }
  cursor.skipBlanks();
  const token = name === 'YAML' ? versionDirective(cursor, at) : tagDirective(cursor, at);
  cursor.skipBlanks();
  if (cursor.code === HASH) cursor.skipToBreak();
  if (cursor.isBreak(cursor.at)) cursor.takeBreak();
  else if (cursor.code !== END) cursor.fail('a line must end behind a directive');
  return token;
}

const VERSION = /\d{1,2}\.\d{1,2}(?!\d)/y;

function versionDirective(cursor: Cursor, at: number): Token {
  VERSION.lastIndex = cursor.at;
  const [version] = VERSION.exec(cursor.text) ?? cursor.fail('%YAML wants a version such as 1.1', at);
  cursor.at += version.length;
  const value = version.split('.').map(Number).join('.');
  return { type: VERSION_DIRECTIVE, at, value, suffix: '', plain: false, word: undefined };
}

function tagDirective(cursor: Cursor, at: number): Token {
  const value = cursor.code === BANG ? takeHandle(cursor) : cursor.fail('%TAG wants a handle such as !name!', at);
  if ((value !== '!' && !value.endsWith('!')) || (cursor.flags(cursor.at) & IS_BLANK) === 0) {
    cursor.fail('%TAG wants a handle such as !name!', at);
  }
  cursor.skipBlanks();
  const suffix = takeUri(cursor, at);
  if (!cursor.endsWord(cursor.at)) cursor.fail('%TAG wants a prefix behind the handle', at);
  return { type: TAG_DIRECTIVE, at, value, suffix, plain: false, word: undefined };
}

function takeWord(cursor: Cursor): string {
  const start = cursor.at;
  while ((cursor.flags(cursor.at) & IS_WORD) !== 0) cursor.at += 1;
  return cursor.text.slice(start, cursor.at);
}

/** `!`, `!!`, or `!name!`; where the second `!` is missing, what there is. */
function takeHandle(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at += 1;
  takeWord(cursor);
  if (cursor.code === BANG) cursor.at += 1;
  return cursor.text.slice(start, cursor.at);
}

function takeUri(cursor: Cursor, start: number, mayBeEmpty = false): string {
  URI.lastIndex = cursor.at;
  const [uri = ''] = URI.exec(cursor.text) ?? [];
  if (uri === '' && !mayBeEmpty) cursor.fail('a tag has no name', start);
  cursor.at += uri.length;
  try {
    return uri.includes('%') ? decodeURIComponent(uri) : uri;
  } catch {
    return cursor.fail('a tag has a % that is no escape', start);
  }
}
