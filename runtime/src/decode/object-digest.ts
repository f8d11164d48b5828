import type zlib from 'node:zlib';
import { managedFieldsIn } from './managed-fields.js';
import type { TypeMeta } from './decoder.js';
import { ObjectOutline } from './object-outline.js';

/** Found when the first digest is made, and not when the package is loaded: no request waits for it. */
let crc32: typeof zlib.crc32 | undefined;

/** Makes the digests of objects. */
export interface Digester {
  /** The outline of the object whose digest was made last; one that has read nothing has no identity. */
  readonly outline: ObjectOutline;
  /**
   * @param bytes One JSON object.
   * @param stamp As for the decoder of the object.
   */
  of(bytes: Buffer, stamp?: TypeMeta): number;
}

/**
 * Makes the digest of objects, for `ListResult.digests`: a number of their bytes. Left out is what says nothing of an
 * object's state: its `apiVersion` and `kind`, which watches send and lists do not, and `managedFields` where they are
 * dropped. One is used for object after object: {@link outline} is that of the last.
 */
export class ObjectDigest implements Digester {
  readonly outline: ObjectOutline = new ObjectOutline();
  readonly #leavesOutManagedFields: boolean;

  constructor({ leavesOutManagedFields }: { readonly leavesOutManagedFields: boolean }) {
    this.#leavesOutManagedFields = leavesOutManagedFields;
  }

  of(bytes: Buffer): number {
    const { outline } = this;
    outline.read(bytes);
    crc32 ??= process.getBuiltinModule('node:zlib').crc32;
    const cut = this.#leavesOutManagedFields ? managedFieldsIn(outline) : undefined;
    // As 32 bits with a sign it is a small integer to the engine, which needs no memory of its own.
    if (cut === undefined) return crc32(bytes.subarray(outline.stateStart)) | 0;
    return crc32(bytes.subarray(cut.end), crc32(bytes.subarray(outline.stateStart, cut.start))) | 0;
  }
}
