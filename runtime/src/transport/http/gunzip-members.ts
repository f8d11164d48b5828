import type { Transform, TransformCallback } from 'node:stream';
import type { InflateRaw } from 'node:zlib';
import { GzipFraming } from './gzip-framing.js';

/**
 * Returns a stream that decompresses gzip of any number of members, one after the other (RFC 1952, section 2.2).
 *
 * A watch sends a member for each burst of events (kube-apiserver's `watch.go`), so what a member contains is passed on although
 * the bytes after it are invalid, and nothing is held in memory between two members. `zlib.createGunzip` discards the output of a
 * chunk in which it finds an error, and treats a NUL after a member as the end.
 */
export function gunzipMembers(): Transform {
  const { Transform } = process.getBuiltinModule('node:stream');
  const framing = new GzipFraming();
  let body: MemberBody | undefined;
  const consume = async (chunk: Buffer): Promise<void> => {
    for (let rest = chunk; rest.length > 0;) {
      if (framing.expectsBody) {
        body ??= new MemberBody((bytes) => {
          framing.addPlain(bytes);
          return plain.push(bytes);
        });
        const taken = await body.write(rest);
        rest = rest.subarray(taken.length);
        if (!taken.isLast) continue;
        framing.endBody();
        body = undefined;
      } else rest = rest.subarray(framing.read(rest));
    }
  };
  const plain = new Transform({
    transform: (chunk: Buffer, _encoding, done: TransformCallback) => void consume(chunk).then(() => done(), done),
    flush: (done) => done(framing.isBetweenMembers ? null : new Error('unexpected end of file')),
    destroy: (error, done) => {
      body?.destroy();
      done(error);
    },
  });
  const readOfTransform = plain._read.bind(plain);
  plain._read = (size) => {
    body?.resume();
    readOfTransform(size);
  };
  return plain;
}

/** The compressed body of one member. */
class MemberBody {
  readonly #inflate: InflateRaw;
  #failure: Error | undefined;
  #fail: ((error: Error) => void) | undefined;

  /** @param push Takes decompressed bytes. False asks to pause until {@link resume}. */
  constructor(push: (bytes: Buffer) => boolean) {
    const { constants, createInflateRaw } = process.getBuiltinModule('node:zlib');
    // A flush for each write: what has arrived of an event is not held back.
    this.#inflate = createInflateRaw({ flush: constants.Z_SYNC_FLUSH, chunkSize: 1 << 16 });
    this.#inflate.on('data', (bytes: Buffer) => {
      if (!push(bytes)) this.#inflate.pause();
    });
    this.#inflate.on('error', (error: Error) => {
      this.#failure = error;
      this.#fail?.(error);
    });
  }

  /** Decompresses bytes. Returns how many of the bytes belong to the body, and whether they complete it. */
  async write(bytes: Buffer): Promise<{ readonly length: number; readonly isLast: boolean }> {
    const inflate = this.#inflate;
    const before = inflate.bytesWritten;
    await new Promise<void>((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      this.#fail = reject;
      inflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    const length = inflate.bytesWritten - before;
    // zlib leaves only bytes that follow the end. An end that coincides with that of the chunk shows at the next write.
    if (length === bytes.length) return { length, isLast: false };
    if (!inflate.readableEnded) {
      await new Promise<void>((resolve, reject) => {
        this.#fail = reject;
        inflate.once('end', resolve);
        inflate.once('close', resolve);
      });
    }
    inflate.destroy();
    return { length, isLast: true };
  }

  resume(): void {
    this.#inflate.resume();
  }

  destroy(): void {
    this.#inflate.destroy();
  }
}
