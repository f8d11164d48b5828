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
    const first = this.#text[this.#at];
    if (first === '{') this.#object(path);
    else if (first === '[') this.#list(path);
    else if (first === '"') this.#string();
    else while (this.#at < this.#text.length && !',]} \n\r\t'.includes(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #object(path: string): void {
    const seen = new Set<string>();
    this.#members('}', () => {
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
    this.#members(']', () => {
      this.value(`${path}[${index}]`);
      index += 1;
    });
  }

  #members(end: string, member: () => void): void {
    this.#at += 1;
    this.#skipSpace();
    while (this.#at < this.#text.length && this.#text[this.#at] !== end) {
      member();
      this.#skipSpace();
      if (this.#text[this.#at] === ',') this.#at += 1;
      this.#skipSpace();
    }
    this.#at += 1;
  }

  #string(): string {
    const start = this.#at;
    let escaped = false;
    this.#at += 1;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      if (this.#text[this.#at] === '\\') {
        escaped = true;
        this.#at += 1;
      }
      this.#at += 1;
    }
    this.#at += 1;
    const inner = this.#text.slice(start + 1, this.#at - 1);
    return escaped ? (JSON.parse(`"${inner}"`) as string) : inner;
  }

  #skipSpace(): void {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? '-')) this.#at += 1;
  }
}
