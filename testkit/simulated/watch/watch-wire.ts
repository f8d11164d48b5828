/** Where the bytes of a response go: HTTP/1.1 and HTTP/2 alike. */
export interface ByteSink {
  write(bytes: Uint8Array | string): void;
  end(): void;
  /** Breaks the connection (HTTP/1.1) or the stream (HTTP/2) without a proper end. */
  reset(): void;
  onClose(listener: () => void): void;
  /** Bytes that wait for the receiver. */
  backlogBytes(): number;
}

/** The stream of one watch, with the ways in which a network spoils it. */
export class WatchWire {
  readonly #sink: ByteSink;
  readonly #chunkBytes: () => number;
  #frozen = false;
  #pumping = false;
  #gone = false;
  #held: (string | Uint8Array)[] = [];
  /** Pieces that wait for their turn of the event loop; empty where nothing is cut. */
  readonly #pending: (() => void)[] = [];
  #lastFrame: string | Uint8Array = '';

  /** @param chunkBytes Into pieces of how many bytes everything is cut; 0: not at all. */
  constructor(sink: ByteSink, chunkBytes: () => number) {
    this.#sink = sink;
    this.#chunkBytes = chunkBytes;
    sink.onClose(() => (this.#gone = true));
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  get backlogBytes(): number {
    return this.#sink.backlogBytes();
  }

  /** The last event written, for faults that repeat or cut it. */
  get lastFrame(): string | Uint8Array {
    return this.#lastFrame;
  }

  onGone(listener: () => void): void {
    this.#sink.onClose(listener);
  }

  write(text: string | Uint8Array): void {
    this.#lastFrame = text;
    this.writeRaw(text);
  }

  /** Writes text that need not be an event. */
  writeRaw(text: string | Uint8Array): void {
    if (this.#gone) return;
    if (this.#frozen) this.#held.push(text);
    else this.#emit(text);
  }

  /** From now on nothing is written, and the connection stays open. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Writes what was held back, and goes on. */
  thaw(): void {
    this.#frozen = false;
    const held = this.#held;
    this.#held = [];
    for (const text of held) this.#emit(text);
  }

  end(): void {
    this.#gone = true;
    this.#inTurn(() => this.#sink.end());
  }

  reset(): void {
    this.#gone = true;
    this.#inTurn(() => this.#sink.reset());
  }

  #emit(text: string | Uint8Array): void {
    const size = this.#chunkBytes();
    if (size <= 0) return this.#inTurn(() => this.#sink.write(text));
    // Cutting bytes, not characters, splits UTF-8 sequences as real networks do.
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    for (let at = 0; at < bytes.length; at += size) {
      this.#pending.push(() => this.#sink.write(bytes.subarray(at, at + size)));
    }
    if (this.#pending.length > 0 && !this.#pumping) this.#pump();
  }

  /** After what is pending; at once where nothing is. */
  #inTurn(action: () => void): void {
    if (this.#pumping) this.#pending.push(action);
    else action();
  }

  /** One piece for each turn of the event loop, or the receiving end would read them as one. */
  #pump(): void {
    this.#pumping = true;
    const next = this.#pending.shift();
    if (next === undefined) {
      this.#pumping = false;
      return;
    }
    next();
    setImmediate(() => this.#pump());
  }
}
