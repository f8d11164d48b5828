/** The parts of something that arrives in several chunks, put together once. */
export class Pieces {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  /** How many bytes are kept. */
  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Everything kept, then `last`; nothing is kept afterwards. Copies only when there is something to join. */
  join(last: Buffer): Buffer {
    if (this.#length === 0) return last;
    this.add(last);
    const whole = Buffer.concat(this.#pieces, this.#length);
    this.#pieces.length = 0;
    this.#length = 0;
    return whole;
  }
}
