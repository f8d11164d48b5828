/** Returns the paths of fields that objects of a JSON text have more than once, each once, in order. The text is valid. */
export function duplicateFields(text: string): string[] {
  const scanner = new Scanner(text);
  scanner.value('');
  return scanner.duplicates;
}

/** Walks through a JSON text without making values of it. */
class Scanner {
  readonly duplicates: string[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(path: string): void {
    this.#skipSpace();
    const first = this.#text.charCodeAt(this.#at);
    if (first === OPEN_OBJECT) this.#object(path);
    else if (first === OPEN_LIST) this.#list(path);
    else if (first === QUOTE) this.#string();
    else while (this.#at < this.#text.length && !endsScalar(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #object(path: string): void {
    const seen = new Set<string>();
    this.#members(CLOSE_OBJECT, () => {
      const name = this.#string();
      const at = path === '' ? name : `${path}.${name}`;
      if (seen.has(name) && !this.duplicates.includes(at)) this.duplicates.push(at);
      seen.add(name);
      this.#skipSpace();
      // The colon.
      this.#at += 1;
      this.value(at);
    });
  }

  #list(path: string): void {
    let index = 0;
    this.#members(CLOSE_LIST, () => {
      this.value(`${path}[${index}]`);
      index += 1;
    });
  }

  #members(end: number, member: () => void): void {
    this.#at += 1;
    this.#skipSpace();
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) !== end) {
      member();
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#at) === COMMA) this.#at += 1;
      this.#skipSpace();
    }
    this.#at += 1;
  }

  #string(): string {
    const start = this.#at + 1;
    let end = this.#text.indexOf('"', start);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    const inner = this.#text.slice(start, end === -1 ? undefined : end);
    this.#at = start + inner.length + 1;
    return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner;
  }

  /** Whether the character here has an odd number of backslashes before it. */
  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text[before - 1] === '\\') before -= 1;
    return (at - before) % 2 === 1;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }
}

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST, QUOTE, COMMA] = [0x7b, 0x7d, 0x5b, 0x5d, 0x22, 0x2c];

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function endsScalar(code: number): boolean {
  return code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT || isSpace(code);
}
