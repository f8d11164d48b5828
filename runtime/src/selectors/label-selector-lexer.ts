/** What a token is; `word` is a key or a value, or the keywords `in` and `notin` where they stand for themselves. */
export type TokenKind = 'word' | '(' | ')' | ',' | '!' | '!=' | '=' | '==' | '<' | '>' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Where it begins, counted from 0. */
  readonly position: number;
}

// Longest first, so that '==' is not read as two tokens.
const TOKEN = /[ \t\r\n]*(?:(!=|==|[=!(),<>])|([^=!(),<> \t\r\n]+))/y;

/** The tokens of a selector text, the last of which is always `end`. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, symbol, word = ''] = match;
    const token = symbol ?? word;
    tokens.push({
      kind: symbol === undefined ? 'word' : (symbol as TokenKind),
      text: token,
      position: pattern.lastIndex - token.length,
    });
  }
  tokens.push({ kind: 'end', text: '', position: text.length });
  return tokens;
}
