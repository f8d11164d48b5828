import { isObject, listAt, member } from '../../input/json.js';
import type { JsonObject, JsonPath } from '../../input/json.js';
import { jsonPointer } from '../../input/problem.js';
import { mergeAllOf } from '../../model/combinators.js';

/** Where a schema, or what it is part of, is in an input. */
export interface SchemaLocation {
  /** As the user named it, or as the manifest or the cluster does. */
  readonly file: string;
  /** From 1; absent where the file is one document. */
  readonly document?: number;
  /** A JSON pointer into the document. */
  readonly pointer: string;
}

/** A document of an input. */
export interface RawDocument {
  readonly file: string;
  /** From 1; undefined where the file is one document. */
  readonly document: number | undefined;
}

/**
 * A schema as its document has it, and where. The model says which values a type admits; defaults, formats, limits and
 * pointers are only here.
 */
export class RawSchema {
  readonly schema: JsonObject;
  readonly #document: RawDocument;
  readonly #path: JsonPath;

  constructor(schema: JsonObject, document: RawDocument, path: JsonPath) {
    this.schema = schema;
    this.#document = document;
    this.#path = path;
  }

  /** Where the schema is. */
  get location(): SchemaLocation {
    const { file, document } = this.#document;
    return { file, ...(document !== undefined && { document }), pointer: jsonPointer(this.#path) };
  }

  /** The schema with what its `allOf` says folded in, so that defaults beside a `$ref` and limits inside it are seen. */
  get merged(): JsonObject {
    return Array.isArray(member(this.schema, 'allOf')) ? mergeAllOf(this.schema, this.#path) : this.schema;
  }

  /** The schema of a property, in the schema itself or in a part of its `allOf`, `anyOf` or `oneOf`. */
  property(name: string): RawSchema | undefined {
    const own = member(this.schema, 'properties');
    if (isObject(own)) {
      const found = member(own, name);
      if (isObject(found)) return this.#at(found, ['properties', name]);
    }
    return this.#inParts((part) => part.property(name));
  }

  /** The schema of a list's entries. */
  get items(): RawSchema | undefined {
    const items = member(this.schema, 'items');
    return isObject(items) ? this.#at(items, ['items']) : this.#inParts((part) => part.items);
  }

  /** The schema of a map's values. */
  get values(): RawSchema | undefined {
    const values = member(this.schema, 'additionalProperties');
    return isObject(values) ? this.#at(values, ['additionalProperties']) : this.#inParts((part) => part.values);
  }

  #inParts(find: (part: RawSchema) => RawSchema | undefined): RawSchema | undefined {
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      const parts = Array.isArray(member(this.schema, key)) ? listAt(this.schema, key, this.#path) : [];
      for (const [i, part] of parts.entries()) {
        const found = isObject(part) ? find(this.#at(part, [key, i])) : undefined;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #at(schema: JsonObject, path: JsonPath): RawSchema {
    return new RawSchema(schema, this.#document, [...this.#path, ...path]);
  }
}
