const HEADER_BYTES = 9;
/** Any stream may be finished; no error: what a server says before it ends. */
const GOAWAY = Buffer.from([0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/** Follows the frames of HTTP/2 from a server to a client, so that a GOAWAY can be put between two of them. */
export class GoawayInserter {
  #header = Buffer.alloc(0);
  /** What is left of the frame that has begun; 0 between frames. */
  #payloadLeft = 0;
  #wanted = false;

  /** Puts a GOAWAY in at the next boundary. Returns it where that is now: nothing is on its way. */
  request(): Buffer | undefined {
    if (this.#payloadLeft === 0 && this.#header.length === 0) return GOAWAY;
    this.#wanted = true;
    return undefined;
  }

  /** The same bytes, with the GOAWAY in between if one was requested and a frame ends among them. */
  pass(bytes: Buffer): Buffer {
    for (let at = 0; at < bytes.length;) {
      at = this.#advance(bytes, at);
      if (this.#wanted && this.#payloadLeft === 0 && this.#header.length === 0) {
        this.#wanted = false;
        const rest = this.pass(bytes.subarray(at));
        return Buffer.concat([bytes.subarray(0, at), GOAWAY, rest]);
      }
    }
    return bytes;
  }

  /** Reads the rest of a header, or of a payload; returns where that ends. */
  #advance(bytes: Buffer, at: number): number {
    if (this.#payloadLeft > 0) {
      const taken = Math.min(this.#payloadLeft, bytes.length - at);
      this.#payloadLeft -= taken;
      return at + taken;
    }
    const end = Math.min(bytes.length, at + HEADER_BYTES - this.#header.length);
    this.#header = Buffer.concat([this.#header, bytes.subarray(at, end)]);
    if (this.#header.length === HEADER_BYTES) {
      this.#payloadLeft = this.#header.readUIntBE(0, 3);
      this.#header = Buffer.alloc(0);
    }
    return end;
  }
}
