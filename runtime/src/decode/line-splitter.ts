import { TooLargeError } from './errors.js';
import { MAX_LINE_BYTES } from './limits.js';
import { Pieces } from './pieces.js';

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts bytes into lines. A line that spans chunks is put together once, when it is whole, so its cost does not grow
 * with the number of chunks; other lines stay in the chunk they came in, valid until `onLine` returns.
 */
export class LineSplitter {
  readonly #pieces = new Pieces();

  /** How many bytes of an unfinished line are waiting for the rest. */
  get pendingBytes(): number {
    return this.#pieces.length;
  }

  /** Takes those bytes. */
  takeRest(): Buffer {
    return this.#pieces.join(NOTHING);
  }

  /**
   * Calls `onLine` with each line that this chunk completes, without its newline: the bytes from `start` to `end`, because
   * a view of them would cost as much as the search. What `onLine` throws ends the work.
   */
  push(chunk: Buffer, onLine: (bytes: Buffer, start: number, end: number) => void): void {
    let start = 0;
    let end = chunk.indexOf(NEWLINE);
    if (end !== -1 && this.#pieces.length > 0) {
      const line = this.#pieces.join(chunk.subarray(0, end));
      start = end + 1;
      end = chunk.indexOf(NEWLINE, start);
      onLine(line, 0, line.length);
    }
    while (end !== -1) {
      onLine(chunk, start, end);
      start = end + 1;
      end = chunk.indexOf(NEWLINE, start);
    }
    if (start === chunk.length) return;
    this.#pieces.add(chunk.subarray(start));
    if (this.#pieces.length > MAX_LINE_BYTES) throw new TooLargeError('one event of a watch', MAX_LINE_BYTES);
  }
}
