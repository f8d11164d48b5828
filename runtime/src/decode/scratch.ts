/**
 * A buffer for bytes that are consumed in the same synchronous call. It grows as needed and is shared by everything in the
 * process that uses it, because a program may have thousands of decoders.
 */
export class Scratch {
  #buffer: Buffer | undefined;

  /** Returns a buffer of at least this length. Its content is undefined. */
  ofLength(length: number): Buffer {
    if (this.#buffer === undefined || this.#buffer.length < length)
      this.#buffer = Buffer.allocUnsafeSlow(Math.max(MIN_BYTES, length * 2));
    return this.#buffer;
  }
}

const MIN_BYTES = 16_384;
