import { isJsonObject, sameJson } from '../objects/api-object.js';
import { sortedJson } from '../rules/go-text.js';
import { keyOf } from './list-types.js';
import { fieldSchema } from './structural.js';
import type { Structural } from './structural.js';

/**
 * A value of an update beside the value that it replaces: children are paired by field, and in list maps by key. What has
 * not changed is not held against an update.
 */
export class Correlation {
  readonly #value: unknown;
  readonly #before: unknown;
  readonly #schema: Structural;
  #unchanged: boolean | undefined;
  #byKey: ReadonlyMap<string, unknown> | undefined;

  constructor(value: unknown, before: unknown, schema: Structural) {
    this.#value = value;
    this.#before = before;
    this.#schema = schema;
  }

  /** Whether old and new value are the same; list maps may be in another order. */
  get unchanged(): boolean {
    return (this.#unchanged ??= this.#compare());
  }

  /** The pair at a field; undefined where one of the two has none. */
  field(name: string): Correlation | undefined {
    const [value, before] = [this.#value, this.#before];
    if (!isJsonObject(value) || !isJsonObject(before)) return undefined;
    if (!Object.hasOwn(value, name) || !Object.hasOwn(before, name)) return undefined;
    const schema = fieldSchema(this.#schema, name);
    return schema && new Correlation(value[name], before[name], schema);
  }

  /** The pair at an index of the new list; undefined unless the list is a map that had such an element. */
  index(index: number): Correlation | undefined {
    const { items, listType } = this.#schema;
    if (!Array.isArray(this.#value) || !Array.isArray(this.#before) || listType !== 'map' || !items) return undefined;
    const value: unknown = this.#value[index];
    const before = this.#previousByKey().get(this.#key(value));
    return before === undefined ? undefined : new Correlation(value, before, items);
  }

  #compare(): boolean {
    const [value, before] = [this.#value, this.#before];
    if (Array.isArray(value) && Array.isArray(before) && this.#schema.listType === 'map') {
      return value.length === before.length && value.every((_, index) => this.index(index)?.unchanged === true);
    }
    if (isJsonObject(value) && isJsonObject(before)) {
      const fields = Object.keys(value);
      return (
        fields.length === Object.keys(before).length && fields.every((field) => this.field(field)?.unchanged === true)
      );
    }
    return sameJson(value, before);
  }

  #previousByKey(): ReadonlyMap<string, unknown> {
    if (this.#byKey === undefined) {
      const list = Array.isArray(this.#before) ? (this.#before as unknown[]) : [];
      // The first of several with the same key counts.
      this.#byKey = new Map(list.map((item) => [this.#key(item), item] as const).reverse());
    }
    return this.#byKey;
  }

  #key(item: unknown): string {
    return sortedJson(isJsonObject(item) ? keyOf(item, this.#schema.listMapKeys) : item);
  }
}
