/** The parts of something that arrives in several chunks, put together once. */
export class Pieces {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  /** How many bytes are retained. */
  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Everything retained, then `last`; nothing is retained afterwards. Copies only when there are several parts. */
  join(last: Buffer): Buffer {
    if (this.#length === 0) return last;
    this.add(last);
    const whole = Buffer.concat(this.#pieces, this.#length);
    this.#pieces.length = 0;
    this.#length = 0;
    return whole;
  }
}
