/**
 * The lines of an example. An example waits for its own lines instead of sleeping: what was printed has happened, and
 * the next step can follow.
 *
 * @example
 * await client.create(podResource, pod);
 * await output.printed('OnAdd: nettool');
 */
export class Output {
  readonly #write: (line: string) => void;
  readonly #signal: AbortSignal;
  /** Lines that were printed and that nobody has waited for, with how often. */
  readonly #unclaimed = new Map<string, number>();
  readonly #waiting: { readonly line: string; readonly resolve: () => void }[] = [];

  constructor(write: (line: string) => void, signal: AbortSignal) {
    this.#write = write;
    this.#signal = signal;
  }

  /** Prints a line, unless the example has ended: what ending causes is no part of what it shows. */
  print(line: string): void {
    if (this.#signal.aborted) return;
    this.#write(line);
    const position = this.#waiting.findIndex((waiting) => waiting.line === line);
    if (position >= 0) this.#waiting.splice(position, 1)[0]?.resolve();
    else this.#unclaimed.set(line, (this.#unclaimed.get(line) ?? 0) + 1);
  }

  /** Resolves when this line has been printed. Each call claims one: waiting twice means printed twice. */
  printed(line: string): Promise<void> {
    const count = this.#unclaimed.get(line) ?? 0;
    if (count > 0) {
      this.#unclaimed.set(line, count - 1);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      if (this.#signal.aborted) return reject(this.#signal.reason as Error);
      const onAbort = (): void =>
        reject(new Error(`was still waiting to print: ${line}`, { cause: this.#signal.reason }));
      this.#signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push({
        line,
        resolve: () => {
          this.#signal.removeEventListener('abort', onAbort);
          resolve();
        },
      });
    });
  }
}
