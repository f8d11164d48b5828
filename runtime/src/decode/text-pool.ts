/** Values that do not repeat after all must not be retained for good. */
const MAX_TEXTS = 10_000;

/** Values at declared paths are few and repeat (nodes, phases): one string for each saves memory, and finds indexes faster. */
export class TextPool {
  readonly #texts = new Map<string, string>();

  shared(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}
