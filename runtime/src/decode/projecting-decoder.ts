import { pick } from '../api/projection.js';
import type { ProjectionNode } from '../api/projection.js';
import { NO_DIGEST } from '../source/lister-watcher.js';
import { stampObject } from './decoder.js';
import type { ObjectDecoder, TypeMeta } from './decoder.js';
import type { Digester } from './object-digest.js';
import { ObjectOutline } from './object-outline.js';
import { levelsOf } from './projection-levels.js';
import { OnlyParseable, Projector } from './projector.js';

/**
 * Makes objects of what a projection keeps, and passes over everything else. Where that cannot be done without a parser (escapes
 * in names) the object is parsed, and what is not kept is left out: the result is the same.
 *
 * It makes their digests too, of what is kept: a digest needs the same walk over the bytes, so whoever asks for both gets the
 * object that was made for the digest.
 */
export class ProjectingDecoder<T extends object> implements ObjectDecoder<T>, Digester {
  readonly strict = true;
  /** Is never read: what is known of an object is found when it is made. */
  readonly outline: ObjectOutline = new ObjectOutline();
  readonly #tree: ProjectionNode;
  readonly #projector: Projector;
  /** What the last digest was made of, until it is asked for. */
  #bytes: Buffer | undefined;
  #object: T | undefined;

  constructor(tree: ProjectionNode) {
    this.#tree = tree;
    this.#projector = new Projector(levelsOf(tree));
  }

  of(bytes: Buffer, stamp?: TypeMeta): number {
    try {
      this.#object = this.#projector.read(bytes, stamp) as T;
      this.#bytes = bytes;
      return this.#projector.digest;
    } catch {
      // Whoever decodes it hears why.
      this.#bytes = undefined;
      return NO_DIGEST;
    }
  }

  decode(bytes: Buffer, stamp?: TypeMeta): T {
    const made = this.#bytes === bytes ? this.#object : undefined;
    this.#bytes = this.#object = undefined;
    if (made !== undefined) return made;
    try {
      return this.#projector.read(bytes, stamp) as T;
    } catch (error) {
      if (!(error instanceof OnlyParseable)) throw error;
      return this.#parse(bytes, stamp);
    }
  }

  #parse(bytes: Buffer, stamp: TypeMeta | undefined): T {
    const object = pick(JSON.parse(bytes.toString('utf8')), this.#tree) as T;
    return stamp === undefined ? object : stampObject(object, stamp);
  }
}
