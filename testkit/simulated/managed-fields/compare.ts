import { isJsonObject, sameJson } from '../objects/api-object.js';
import { deducedType, fieldTypeOf, isEmptyValue, resolveType } from '../types/merge-type.js';
import type { ListType, MapType, MergeType } from '../types/merge-type.js';
import { FieldSet } from './field-set.js';
import { fieldElement, listElement } from './path-element.js';
import type { PathElement } from './path-element.js';

/** What became of the fields between two states of an object. */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

/** Compares two objects of one type, field by field. */
export function compare(before: unknown, after: unknown, type: MergeType): Comparison {
  const comparer = new Comparer();
  comparer.compare(before, after, type);
  return comparer;
}

/** The comparison without some fields and everything in them. */
export function excluding({ removed, modified, added }: Comparison, fields: FieldSet): Comparison {
  return {
    removed: removed.recursiveDifference(fields),
    modified: modified.recursiveDifference(fields),
    added: added.recursiveDifference(fields),
  };
}

class Comparer implements Comparison {
  readonly removed: FieldSet = new FieldSet();
  readonly modified: FieldSet = new FieldSet();
  readonly added: FieldSet = new FieldSet();
  readonly #path: PathElement[] = [];

  /** Undefined is a field that is not there, other than null. */
  compare(before: unknown, after: unknown, type: MergeType): void {
    if (before === undefined && after !== undefined && this.#path.length > 0) {
      return this.added.insert(this.#path, contentOf(after, type));
    }
    const left = resolveType(type, before);
    const right = resolveType(type, after);
    let isLeaf: boolean;
    if (after === undefined) isLeaf = this.#compareAs(left, before, after);
    else {
      // Where the kind of value has changed, what was in the previous one is gone.
      if (before !== undefined && left.type !== right.type) this.#compareAs(left, before, after);
      isLeaf = this.#compareAs(right, before, after);
    }
    if (isLeaf) return;
    if (before === undefined) this.added.insert(this.#path);
    else if (after === undefined) this.removed.insert(this.#path);
  }

  /** True for what is one field, whatever is in it. */
  #compareAs(type: ReturnType<typeof resolveType>, before: unknown, after: unknown): boolean {
    if (type.type === 'scalar') return this.#compareLeaf(before, after);
    const [left, right] = type.type === 'list' ? [listIn(before), listIn(after)] : [mapIn(before), mapIn(after)];
    const isAtomic = type.type === 'list' ? type.relationship === 'atomic' : type.atomic;
    if (isAtomic || (isEmptyValue(left) && isEmptyValue(right))) return this.#compareLeaf(before, after);
    if (type.type === 'list') this.#compareLists(type, listIn(before), listIn(after));
    else this.#compareMaps(type, mapIn(before), mapIn(after));
    return false;
  }

  #compareLeaf(before: unknown, after: unknown): boolean {
    if (before === undefined) this.added.insert(this.#path);
    else if (after === undefined) this.removed.insert(this.#path);
    else if (!sameJson(before, after)) this.modified.insert(this.#path);
    return true;
  }

  #compareMaps(type: MapType, before: Record<string, unknown>, after: Record<string, unknown>): void {
    for (const name of Object.keys(before)) this.#compareField(type, name, before[name], own(after, name));
    for (const name of Object.keys(after)) {
      if (!Object.hasOwn(before, name)) this.#compareField(type, name, undefined, after[name]);
    }
  }

  #compareField(type: MapType, name: string, before: unknown, after: unknown): void {
    this.#path.push(fieldElement(name));
    this.compare(before, after, fieldTypeOf(type, name) ?? deducedType);
    this.#path.pop();
  }

  #compareLists(type: ListType, before: readonly unknown[], after: readonly unknown[]): void {
    const left = byElement(type, before);
    const right = byElement(type, after);
    for (const element of new Set([...left.keys(), ...right.keys()])) {
      this.#path.push(element);
      this.#compareItems(type.element, left.get(element) ?? [], right.get(element) ?? []);
      this.#path.pop();
    }
  }

  /** Elements of one identity: duplicates are compared as a whole. */
  #compareItems(type: MergeType, left: readonly unknown[], right: readonly unknown[]): void {
    if (left.length <= 1 && right.length <= 1) return this.compare(left[0], right[0], type);
    if (left.length >= 2 && right.length >= 2) {
      if (!sameJson(left, right)) this.modified.insert(this.#path);
    } else if (left.length >= 2) {
      if (right.length > 0) this.compare(undefined, right[0], type);
      this.removed.insert(this.#path);
    } else {
      if (left.length > 0) this.compare(left[0], undefined, type);
      this.added.insert(this.#path);
    }
  }
}

/** All fields in a value where nothing was before, without the value itself; undefined where there are none. */
function contentOf(value: unknown, type: MergeType): FieldSet | undefined {
  const shape = resolveType(type, value);
  if (shape.type === 'scalar' || isEmptyValue(value)) return undefined;
  if (shape.type === 'list') {
    if (shape.relationship === 'atomic' || !Array.isArray(value)) return undefined;
    const content = new FieldSet();
    for (const [element, items] of byElement(shape, value)) {
      content.insertElement(element, items.length > 1 ? undefined : contentOf(items[0], shape.element));
    }
    return content;
  }
  if (shape.atomic || !isJsonObject(value)) return undefined;
  const content = new FieldSet();
  for (const name of Object.keys(value)) {
    content.insertElement(fieldElement(name), contentOf(value[name], fieldTypeOf(shape, name) ?? deducedType));
  }
  return content;
}

function byElement(type: ListType, list: readonly unknown[]): Map<PathElement, unknown[]> {
  const items = new Map<PathElement, unknown[]>();
  for (const item of list) {
    const element = listElement(type, item);
    const same = items.get(element);
    if (same) same.push(item);
    else items.set(element, [item]);
  }
  return items;
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function mapIn(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
