/**
 * The version that the store has reached, and from which version the next request is to start.
 */
export class SyncVersion {
  readonly #onReached: ((resourceVersion: string) => void) | undefined;
  #reached = '';
  #isUnavailable = false;

  /** @param onReached Told of each version that the store has reached. */
  constructor(onReached?: (resourceVersion: string) => void) {
    this.#onReached = onReached;
  }

  /** `''` before the first list. */
  get reached(): string {
    return this.#reached;
  }

  /** The server no longer has, or does not yet have, that version: the newest is asked for. */
  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  reach(resourceVersion: string): void {
    this.#reached = resourceVersion;
    this.#onReached?.(resourceVersion);
  }

  unavailable(): void {
    this.#isUnavailable = true;
  }

  /** The server answered: what the store has now can be asked for again. */
  available(): void {
    this.#isUnavailable = false;
  }

  forList(): string {
    if (this.#isUnavailable) return '';
    return this.#reached === '' ? '0' : this.#reached;
  }

  forWatchList(): string {
    return this.#isUnavailable ? '' : this.#reached;
  }
}
