/** An AbortSignal of its own that also aborts with others, and lets go of them when it is no longer needed. */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #sources: readonly AbortSignal[];

  constructor(...sources: readonly AbortSignal[]) {
    this.#sources = sources;
    const aborted = sources.find((source) => source.aborted);
    if (aborted !== undefined) this.#controller.abort(aborted.reason);
    else for (const source of sources) source.addEventListener('abort', this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#controller.abort(reason);
    this.unlink();
  }

  /** Removes its listeners from the others. */
  unlink(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (event: Event): void => this.abort((event.target as AbortSignal).reason as Error);
}
