import type { TypeFault } from './type-check.js';

/** What the parser of the library throws. */
export interface SyntaxFailure {
  readonly says: string;
  readonly position: number;
}

const VALUES = "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
const OPERANDS = `{'[', '{', '(', '.', '-', '!', ${VALUES}`;
const OPERANDS_OR_OPTIONAL = `{'[', '{', '(', '.', '-', '!', '?', ${VALUES}`;
const OPERANDS_OR_END = `{'[', '{', '(', ')', '.', '-', '!', ${VALUES}`;
const CLOSING: Readonly<Record<string, string>> = { RPAREN: ')', RBRACKET: ']', RBRACE: '}' };
const TOKEN = /\s+|[A-Za-z_]\w*|\d[\w.]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|&&|\|\||[=!<>]=|./gs;

/**
 * Returns what the server's parser says of an expression that the library cannot parse. Signs that are none are passed
 * over, as the server does, so there may be more than one fault.
 *
 * @param parse Parses an expression; returns why it cannot.
 */
export function syntaxFaults(
  expression: string,
  failure: SyntaxFailure,
  parse: (text: string) => SyntaxFailure | undefined,
): TypeFault[] {
  const unknown = unknownSign(expression, failure);
  if (unknown === undefined) return [syntaxFault(expression, failure)];
  const end = failure.position + unknown.length;
  const rest = expression.slice(0, failure.position) + ' '.repeat(unknown.length) + expression.slice(end);
  const next = parse(rest);
  const first = { position: failure.position, says: `Syntax error: token recognition error at: '${unknown}'` };
  return [first, ...(next === undefined ? [] : syntaxFaults(rest, next, parse))];
}

/** The text in which no token was found; undefined where the tokens are known and in the wrong place. */
function unknownSign(expression: string, { says, position }: SyntaxFailure): string | undefined {
  if (says.startsWith('Unterminated string')) return expression.slice(position);
  const sign = /^Unexpected character: (\S)$/.exec(says)?.[1];
  if (sign === undefined) return undefined;
  // The sign may be the half of another: then one more is read.
  return expression.slice(position, position + ('=&|'.includes(sign) ? 2 : 1));
}

function syntaxFault(expression: string, { says, position }: SyntaxFailure): TypeFault {
  if (/invalid .*iteration variable/.test(says)) return { position, says: 'argument must be a simple name' };
  const isAtEnd = expression.slice(position).trim() === '';
  const at = isAtEnd ? expression.length : position;
  const found = isAtEnd ? '<EOF>' : tokenAt(expression, position);
  return { position: at, says: `Syntax error: ${serverWords(says, found, { expression, position })}` };
}

interface Place {
  readonly expression: string;
  readonly position: number;
}

function serverWords(says: string, found: string, place: Place): string {
  const expected = /^Expected (\w+)/.exec(says)?.[1];
  if (expected === 'IDENTIFIER') return `no viable alternative at input '.${found === '<EOF>' ? '' : found}'`;
  if (expected === 'COLON') return `mismatched input '${found}' expecting ':'`;
  const closing = CLOSING[expected ?? ''];
  if (closing !== undefined) {
    return found === '<EOF>' ? `missing '${closing}' at '<EOF>'` : `extraneous input '${found}' expecting '${closing}'`;
  }
  if (says.startsWith('Unexpected character')) {
    const isLast = place.expression.slice(place.position + found.length).trim() === '';
    return `${isLast ? 'extraneous' : 'mismatched'} input '${found}' expecting <EOF>`;
  }
  return operandExpected(found, place);
}

function operandExpected(found: string, { expression, position }: Place): string {
  const before = expression.slice(0, position).trimEnd();
  if (found === '<EOF>' && before.endsWith(',') && before.lastIndexOf('[') > before.lastIndexOf('(')) {
    return `missing ']' at '<EOF>'`;
  }
  if (before.endsWith('[')) return `mismatched input '${found}' expecting ${OPERANDS_OR_OPTIONAL}`;
  if (before.endsWith('!')) return `extraneous input '${found}' expecting ${OPERANDS}`;
  const expected = /\w\($/.test(before) ? OPERANDS_OR_END : OPERANDS;
  return `mismatched input '${found}' expecting ${expected}`;
}

function tokenAt(expression: string, position: number): string {
  TOKEN.lastIndex = position;
  return TOKEN.exec(expression)?.[0] ?? '';
}

/** Where an argument is missing after a comma, which the library takes; undefined: nowhere. */
export function missingArgument(expression: string): TypeFault | undefined {
  let previous = '';
  for (const { 0: token, index } of expression.matchAll(TOKEN)) {
    if (token.trim() === '') continue;
    if (token === ')' && previous === ',') {
      return { position: index, says: `Syntax error: mismatched input ')' expecting ${OPERANDS}` };
    }
    previous = token;
  }
  return undefined;
}
