/** What Go's JSON parser says of a text that is no JSON. */
export function jsonFault(text: string): string {
  try {
    new Scanner(text).document();
    return 'unexpected end of JSON input';
  } catch (error) {
    return error instanceof SyntaxFault ? error.message : String(error);
  }
}

class SyntaxFault extends Error {}

const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };
const ESCAPES = '"\\/bfnrtu';

/** Reads a text as far as it is JSON; throws {@link SyntaxFault} at the first character that is wrong, or at the end. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): void {
    this.#value('looking for beginning of value');
    const after = this.#skip();
    if (after !== undefined) throw fault(after, 'after top-level value');
  }

  /** The next character that is no space; undefined at the end. */
  #skip(): string | undefined {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text[this.#at];
  }

  /** The next character that is no space; the end is a fault. */
  #next(): string {
    const character = this.#skip();
    if (character === undefined) throw new SyntaxFault('unexpected end of JSON input');
    return character;
  }

  #take(): string {
    const character = this.#text[this.#at];
    if (character === undefined) throw new SyntaxFault('unexpected end of JSON input');
    this.#at += 1;
    return character;
  }

  #value(context: string): void {
    const character = this.#next();
    if (character === '{') this.#object();
    else if (character === '[') this.#array();
    else if (character === '"') this.#string();
    else if (/[-0-9]/.test(character)) this.#number();
    else if (character in LITERALS) this.#literal(LITERALS[character] ?? '');
    else throw fault(character, context);
  }

  #object(): void {
    this.#at += 1;
    if (this.#next() === '}') {
      this.#at += 1;
      return;
    }
    for (;;) {
      const key = this.#next();
      if (key !== '"') throw fault(key, 'looking for beginning of object key string');
      this.#string();
      const colon = this.#next();
      if (colon !== ':') throw fault(colon, 'after object key');
      this.#at += 1;
      this.#value('looking for beginning of value');
      const separator = this.#next();
      this.#at += 1;
      if (separator === '}') return;
      if (separator !== ',') throw fault(separator, 'after object key:value pair');
    }
  }

  #array(): void {
    this.#at += 1;
    if (this.#next() === ']') {
      this.#at += 1;
      return;
    }
    for (;;) {
      this.#value('looking for beginning of value');
      const separator = this.#next();
      this.#at += 1;
      if (separator === ']') return;
      if (separator !== ',') throw fault(separator, 'after array element');
    }
  }

  #string(): void {
    this.#at += 1;
    for (;;) {
      const character = this.#take();
      if (character === '"') return;
      if (character < ' ') throw fault(character, 'in string literal');
      if (character === '\\') this.#escape();
    }
  }

  #escape(): void {
    const code = this.#take();
    if (!ESCAPES.includes(code)) throw fault(code, 'in string escape code');
    if (code !== 'u') return;
    for (let digit = 0; digit < 4; digit += 1) {
      const character = this.#take();
      if (!/[0-9a-fA-F]/.test(character)) throw fault(character, 'in \\u hexadecimal character escape');
    }
  }

  #number(): void {
    const rest = this.#text.slice(this.#at);
    const match = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/.exec(rest);
    if (match === null) {
      this.#at += 1;
      throw fault(this.#take(), 'in numeric literal');
    }
    this.#at += match[0].length;
  }

  #literal(word: string): void {
    for (const [index, expected] of [...word].entries()) {
      const character = this.#take();
      if (character !== expected) {
        throw fault(character, `in literal ${word} (expecting '${word[index] ?? ''}')`);
      }
    }
  }
}

function fault(character: string, context: string): SyntaxFault {
  const quoted = character === "'" ? "'\\''" : character === '"' ? `'"'` : `'${escaped(character)}'`;
  return new SyntaxFault(`invalid character ${quoted} ${context}`);
}

function escaped(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}
