import { KeyReader } from './key-reader.js';
import type { LazyForm, PathValues } from './lazy-object.js';
import { newLazyObject } from './lazy-object.js';
import { ByteCutter } from './managed-fields.js';
import { jsonDecoder } from './decoder.js';
import type { ObjectDecoder, OutlinedDecoder, TypeMeta } from './decoder.js';
import { ObjectOutline } from './object-outline.js';
import type { ByteRange } from './object-outline.js';
import { parseFieldPath } from '../api/field-path.js';
import type { FieldPath } from '../api/field-path.js';
import { packVersion } from './packed-version.js';
import { PathReader } from './path-reader.js';
import { strippingDecoder } from './stripping-decoder.js';
import { TextPool } from './text-pool.js';

/** Whoever sends many types, or text beyond ASCII as one, must not make us keep them all. */
const MAX_FORMS = 8;

/** Options of {@link lazyDecoder}. */
export interface LazyDecoderOptions {
  /** Paths such as `spec.nodeName`, as `indexByPath` takes them, whose values are read from the bytes at once. Default: none. */
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

class LazyDecoder<T extends object> implements OutlinedDecoder<T> {
  readonly #eager: OutlinedDecoder<T>;
  readonly #cutter = new ByteCutter();
  readonly #ownOutline = new ObjectOutline();
  readonly #keys = new KeyReader();
  readonly #texts = new TextPool();
  readonly #paths: readonly FieldPath[];
  readonly #pathReader: PathReader;
  readonly #cutsManagedFields: boolean;
  onMalformed: ((error: Error) => void) | undefined;
  onDecoded: (() => void) | undefined;
  /** One for each type that was met with the last stamp; objects of one resource say one type. */
  #forms: LazyForm[] = [];

  constructor({ paths = [], dropManagedFields = true }: LazyDecoderOptions) {
    // The type is not always in the bytes: whoever asks for it by its path gets it from the object.
    this.#paths = paths
      .map(parseFieldPath)
      .filter(({ names }) => names.join() !== 'kind' && names.join() !== 'apiVersion');
    this.#pathReader = new PathReader(this.#paths);
    this.#cutsManagedFields = dropManagedFields;
    this.#eager = dropManagedFields ? strippingDecoder<T>() : jsonDecoder<T>();
  }

  decode(bytes: Buffer, stamp?: TypeMeta, outline: ObjectOutline = this.#ownOutline): T {
    if (outline === this.#ownOutline) outline.read(bytes);
    // No JSON has a NUL, and broken memory often does: looking for one is cheap, and finds it before anybody is told.
    if (!outline.isWhole || !outline.hasIdentity || bytes.includes(0)) return this.#eager.decode(bytes, stamp, outline);
    const key = this.#keys.read(bytes, outline);
    if (!isPlainKey(key, outline.namespace)) return this.#eager.decode(bytes, stamp, outline);
    const { uid, resourceVersion } = outline;
    const cut = this.#cutsManagedFields ? outline.managedFields : nothing;
    return newLazyObject<T>({
      form: this.#formOf(bytes, stamp, outline),
      key,
      version: packVersion(bytes, resourceVersion),
      values: this.#readPaths(bytes, outline),
      text: this.#cutter.textWithout(bytes, cut),
      uidAt: cut.start < uid.start ? uid.start - (cut.end - cut.start) : uid.start,
    });
  }

  #formOf(bytes: Buffer, stamp: TypeMeta | undefined, { kind, apiVersion }: ObjectOutline): LazyForm {
    const says = kind.end !== 0 && apiVersion.end !== 0;
    for (const form of this.#forms) {
      if (form.stamp !== stamp || (form.type !== undefined) !== says) continue;
      if (!says || (textIs(bytes, kind, form.type?.kind) && textIs(bytes, apiVersion, form.type?.apiVersion)))
        return form;
    }
    const type = says ? { kind: textOf(bytes, kind), apiVersion: textOf(bytes, apiVersion) } : undefined;
    const form: LazyForm = {
      stamp,
      type,
      paths: this.#paths,
      onMalformed: (error) => this.onMalformed?.(error),
      onDecoded: () => this.onDecoded?.(),
    };
    this.#forms = [form, ...this.#forms.slice(0, MAX_FORMS - 1)];
    return form;
  }

  #readPaths(bytes: Buffer, { metadata }: ObjectOutline): PathValues {
    const count = this.#paths.length;
    if (count === 0) return undefined;
    const found = this.#pathReader.read(bytes, metadata);
    return count === 1 ? this.#texts.shared(found[0]) : found.map((text) => this.#texts.shared(text));
  }
}

/** Whether name and namespace can be read from the key again. Those that API servers allow can. */
function isPlainKey(key: string, namespace: ByteRange): boolean {
  const slash = key.indexOf('/');
  if (namespace.end === 0) return slash === -1;
  return namespace.end > namespace.start && slash === key.lastIndexOf('/');
}

function textOf(bytes: Buffer, { start, end }: ByteRange): string {
  return bytes.toString('utf8', start, end);
}

/** Whether the ASCII text in this range is that one; for other text false, and it is read anew. */
function textIs(bytes: Buffer, { start, end }: ByteRange, expected: string | undefined): boolean {
  if (expected === undefined || end - start !== expected.length) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] !== expected.charCodeAt(at - start)) return false;
  return true;
}

const nothing = { start: 0, end: 0 };
