/** Thrown for bytes that are no protobuf. */
export class MalformedProtobufError extends Error {
  override readonly name = 'MalformedProtobufError';
}

/** A field as it is on the wire: a number for a varint, bytes for everything else. */
export interface WireField {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/** The fields of a message in their order. */
export function* wireFields(bytes: Buffer): Generator<WireField> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined || shift > 63n) throw new MalformedProtobufError('unexpected EOF');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
  };
  const take = (length: number): Buffer => {
    if (length < 0 || at + length > bytes.length) throw new MalformedProtobufError('unexpected EOF');
    return bytes.subarray(at, (at += length));
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = Math.floor(tag / 8);
    switch (tag & 7) {
      case 0:
        yield { number, value: varint() };
        break;
      case 1:
        yield { number, value: take(8) };
        break;
      case 2:
        yield { number, value: take(Number(varint())) };
        break;
      case 5:
        yield { number, value: take(4) };
        break;
      default:
        throw new MalformedProtobufError(`proto: illegal wireType ${tag & 7}`);
    }
  }
}

/** Collects the bytes of one message. */
export class WireWriter {
  readonly #parts: Buffer[] = [];

  varint(number: number, value: bigint): this {
    return this.#tag(number, 0).#raw(varintBytes(value));
  }

  double(number: number, value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return this.#tag(number, 1).#raw(bytes);
  }

  bytes(number: number, value: Buffer): this {
    return this.#tag(number, 2)
      .#raw(varintBytes(BigInt(value.length)))
      .#raw(value);
  }

  text(number: number, value: string): this {
    return this.bytes(number, Buffer.from(value));
  }

  finish(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #tag(number: number, wireType: number): this {
    return this.#raw(varintBytes(BigInt(number * 8 + wireType)));
  }

  #raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }
}

/** Negative numbers take ten bytes. */
function varintBytes(value: bigint): Buffer {
  if (value >= 0n && value < 128n) return Buffer.of(Number(value));
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
