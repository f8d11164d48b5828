const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
/** Names and comments of a header have no length limit in the format. No server sends any. */
const MAX_HEADER_BYTES = 1 << 16;
const DEFLATE = 8;
const FLAG_HEADER_CHECKSUM = 0x02;
const FLAG_EXTRA = 0x04;
const FLAG_NAME = 0x08;
const FLAG_COMMENT = 0x10;
const RESERVED_FLAGS = 0xe0;

/** Reads the headers and trailers of gzip members (RFC 1952, section 2.3), and checks lengths and checksums. */
export class GzipFraming {
  /** Bytes of a header or trailer that is not complete. */
  #held: Buffer = Buffer.alloc(0);
  #part: 'header' | 'body' | 'trailer' = 'header';
  #members = 0;
  #checksum = 0;
  #length = 0;

  /** The next bytes belong to the compressed body of a member. */
  get expectsBody(): boolean {
    return this.#part === 'body';
  }

  /** The stream may end here. */
  get isBetweenMembers(): boolean {
    return this.#part === 'header' && this.#members > 0 && this.#held.length === 0;
  }

  /** Records decompressed bytes of the current member. */
  addPlain(bytes: Buffer): void {
    this.#checksum = process.getBuiltinModule('node:zlib').crc32(bytes, this.#checksum);
    this.#length = (this.#length + bytes.length) % 2 ** 32;
  }

  /** The body has ended; the trailer follows. */
  endBody(): void {
    this.#part = 'trailer';
  }

  /** Reads a header or trailer. Returns how many of the bytes belong to it; throws if it is invalid. */
  read(bytes: Buffer): number {
    const before = this.#held.length;
    const all = before === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const end = this.#part === 'header' ? headerEnd(all) : TRAILER_BYTES;
    if (end === undefined || end > all.length) {
      if (all.length > MAX_HEADER_BYTES) throw new Error('gzip header is too long');
      this.#held = Buffer.from(all);
      return bytes.length;
    }
    this.#held = Buffer.alloc(0);
    if (this.#part === 'header') this.#part = 'body';
    else this.#endMember(all);
    return end - before;
  }

  #endMember(trailer: Buffer): void {
    if (trailer.readUInt32LE(0) !== this.#checksum) throw new Error('incorrect data check');
    if (trailer.readUInt32LE(4) !== this.#length) throw new Error('incorrect length check');
    this.#part = 'header';
    this.#members += 1;
    this.#checksum = 0;
    this.#length = 0;
  }
}

/** Returns where a header ends; undefined while that has not arrived. Throws as soon as the bytes are not a header. */
function headerEnd(bytes: Buffer): number | undefined {
  const [first = 0x1f, second = 0x8b, method = DEFLATE, flags = 0] = bytes;
  if (first !== 0x1f || second !== 0x8b) throw new Error('incorrect header check');
  if (method !== DEFLATE) throw new Error('unknown compression method');
  if ((flags & RESERVED_FLAGS) !== 0) throw new Error('unknown header flags set');
  if (bytes.length < HEADER_BYTES) return undefined;
  let at = HEADER_BYTES;
  if ((flags & FLAG_EXTRA) !== 0) {
    if (bytes.length < at + 2) return undefined;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return undefined;
    at = end + 1;
  }
  return (flags & FLAG_HEADER_CHECKSUM) === 0 ? at : at + 2;
}
