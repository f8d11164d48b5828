import { ts } from 'ts-morph';

/** Stands for each character of code, so that words on both sides of it are not read as one sentence. */
const CODE = '\u0000';
const DOC_COMMENT = '\u0001';
const MARK = /^(?:\/\/|\/\*+|<!--)\s*wording: /;
const sourceFile = /\.(?:[cm]?[jt]s|go)$/;

/** Reports whether the language check reads files of this name. */
export function isReadable(file: string): boolean {
  return sourceFile.test(file) || /\.(?:md|hbs|html)$/.test(file);
}

/**
 * Returns the text of a file with code masked, so that comments, strings and prose are left. Line breaks are retained. Strings
 * that a `wording:` comment marks are masked, too. TypeScript's scanner is close enough to Go's tokens to read Go files.
 */
export function readableText(file: string, source: string): string {
  const isSource = sourceFile.test(file);
  const tokens = isSource ? [...tokensOf(source)] : [];
  const marks = isSource
    ? tokens.flatMap(({ text, start }) => (MARK.test(text) ? [start] : []))
    : [...source.matchAll(/^<!--.*$/gm)].flatMap(({ 0: text, index }) => (MARK.test(text) ? [index] : []));
  const exempt = marks.map((offset) => exemptRange(source, offset));
  if (!isSource) return exempt.reduce(maskRange, withoutDecoration(source));
  let readable = '';
  for (const { start, text, isComment } of tokens) {
    const isExempt = !isComment && exempt.some(([from, to]) => from <= start && start < to);
    readable += mask(source.slice(readable.length, start));
    readable += isExempt ? mask(text) : isComment ? withoutDecoration(text) : CODE + text.slice(1, -1) + CODE;
  }
  return readable + mask(source.slice(readable.length));
}

function* tokensOf(source: string): Generator<{ start: number; text: string; isComment: boolean }> {
  const { SyntaxKind: kinds } = ts;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
  /** Open braces: true for one that a template literal opened. */
  const braces: boolean[] = [];
  let before = kinds.Unknown;
  for (let kind = scanner.scan(); kind !== kinds.EndOfFileToken; kind = scanner.scan()) {
    if (kind === kinds.OpenBraceToken) braces.push(false);
    if (kind === kinds.CloseBraceToken && braces.pop() === true) kind = scanner.reScanTemplateToken(false);
    if (kind === kinds.TemplateHead || kind === kinds.TemplateMiddle) braces.push(true);
    const isSlash = kind === kinds.SlashToken || kind === kinds.SlashEqualsToken;
    if (isSlash && !endsExpression(before)) kind = scanner.reScanSlashToken();
    const isComment = kind === kinds.SingleLineCommentTrivia || kind === kinds.MultiLineCommentTrivia;
    const isTemplate = kind >= kinds.FirstTemplateToken && kind <= kinds.LastTemplateToken;
    if (isComment || isTemplate || kind === kinds.StringLiteral)
      yield { start: scanner.getTokenStart(), text: scanner.getTokenText(), isComment };
    if (kind > kinds.LastTriviaToken) before = kind;
  }
}

/** Reports whether a slash after a token divides, and does not begin a regular expression. */
function endsExpression(kind: ts.SyntaxKind): boolean {
  const { SyntaxKind: kinds } = ts;
  const isLiteral = kind >= kinds.FirstLiteralToken && kind <= kinds.LastTemplateToken;
  return isLiteral || [kinds.Identifier, kinds.CloseParenToken, kinds.CloseBracketToken].includes(kind);
}

function withoutDecoration(text: string): string {
  return text
    .replaceAll(/\/\*\*(?!\/)/g, `${DOC_COMMENT}  `)
    .replaceAll(/\/\*|\*\/|^\/\//g, '  ')
    .replaceAll(/^\s*\*(?!\*)/gm, (margin) => margin.replace('*', ' '));
}

/** Returns the offsets that a mark exempts: its line if code precedes it there, otherwise all up to the next blank line. */
function exemptRange(source: string, mark: number): readonly [from: number, to: number] {
  const from = source.lastIndexOf('\n', mark) + 1;
  const to = source.indexOf(source.slice(from, mark).trim() === '' ? '\n\n' : '\n', mark);
  return [from, to === -1 ? source.length : to];
}

function maskRange(text: string, [from, to]: readonly [from: number, to: number]): string {
  return text.slice(0, from) + mask(text.slice(from, to)) + text.slice(to);
}

function mask(code: string): string {
  return code.replaceAll(/\S/g, CODE);
}
