import { KeyReader } from './key-reader.js';
import type { LazyForm, PathValues } from './lazy-object.js';
import { newLazyObject } from './lazy-object.js';
import { ByteCutter } from '../json/managed-fields.js';
import type { ObjectDecoder, TypeMeta } from '../json/object-decoder.js';
import { ObjectOutline } from '../json/object-outline.js';
import { packVersion } from './packed-version.js';
import { PathReader } from '../json/path-reader.js';
import { strippingDecoder } from '../json/stripping-decoder.js';
import { TextPool } from './text-pool.js';

/** Options of {@link lazyDecoder}. */
export interface LazyDecoderOptions {
  /** Paths such as `spec.nodeName` whose values are read from the bytes at once. Default: none. */
  readonly paths?: readonly string[] | undefined;
  /** Default true: they would be stored as bytes for nothing. */
  readonly dropManagedFields?: boolean | undefined;
}

/**
 * A decoder that keeps an object's bytes and decodes them when it is first read; from then on it is that object. Its key,
 * uid, version and declared paths are known without.
 */
export function lazyDecoder<T extends object>(options: LazyDecoderOptions = {}): ObjectDecoder<T> {
  return new LazyDecoder<T>(options);
}

class LazyDecoder<T extends object> implements ObjectDecoder<T> {
  readonly #eager = strippingDecoder<T>();
  readonly #cutter = new ByteCutter();
  readonly #outline = new ObjectOutline();
  readonly #keys = new KeyReader();
  readonly #texts = new TextPool();
  readonly #paths: readonly string[];
  readonly #pathReader: PathReader;
  readonly #cutsManagedFields: boolean;
  #form: LazyForm;

  constructor({ paths = [], dropManagedFields = true }: LazyDecoderOptions) {
    this.#paths = paths;
    this.#pathReader = new PathReader(paths);
    this.#cutsManagedFields = dropManagedFields;
    this.#form = { stamp: undefined, paths };
  }

  decode(bytes: Buffer, stamp?: TypeMeta): T {
    const outline = this.#outline;
    if (!outline.read(bytes) || !outline.hasIdentity) return this.#eager.decode(bytes, stamp);
    if (this.#form.stamp !== stamp) this.#form = { stamp, paths: this.#paths };
    const { uid, resourceVersion } = outline;
    const cut = this.#cutsManagedFields ? outline.managedFields : nothing;
    return newLazyObject<T>({
      form: this.#form,
      key: this.#keys.read(bytes, outline),
      version: packVersion(bytes, resourceVersion),
      values: this.#readPaths(bytes),
      text: this.#cutter.textWithout(bytes, cut),
      uidAt: cut.start < uid.start ? uid.start - (cut.end - cut.start) : uid.start,
    });
  }

  #readPaths(bytes: Buffer): PathValues {
    const count = this.#paths.length;
    if (count === 0) return undefined;
    const found = this.#pathReader.read(bytes, this.#outline.metadata);
    return count === 1 ? this.#texts.shared(found[0]) : found.map((text) => this.#texts.shared(text));
  }
}

const nothing = { start: 0, end: 0 };
