import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { compareElements, elementText, TypedValueError } from './path-element.js';
import type { PathElement } from './path-element.js';

/** Where a field is: `['f:spec', 'f:containers', 'k:{"name":"a"}']`. */
export type FieldPath = readonly PathElement[];

/** What new sets have, until something is inserted: most have no children, and every write makes many sets. */
const NO_MEMBERS: Set<PathElement> = new Set();
const NO_CHILDREN: Map<PathElement, FieldSet> = new Map();

/**
 * A set of fields. That a field is a member says nothing about the fields in it: an element of a list is one, and so is
 * each of its fields. Only {@link insert} changes a set; what combines two makes a new one, which may share parts.
 */
export class FieldSet {
  #members: Set<PathElement>;
  #children: Map<PathElement, FieldSet>;

  /** What it is made of belongs to it from now on. */
  constructor(members: Set<PathElement> = NO_MEMBERS, children: Map<PathElement, FieldSet> = NO_CHILDREN) {
    this.#members = members;
    this.#children = children;
  }

  static of(...paths: readonly FieldPath[]): FieldSet {
    const set = new FieldSet();
    for (const path of paths) set.insert(path);
    return set;
  }

  get isEmpty(): boolean {
    if (this.#members.size > 0) return false;
    for (const child of this.#children.values()) if (!child.isEmpty) return false;
    return true;
  }

  /** Inserts a field, and what is below it. The whole object, at the empty path, is nobody's. */
  insert(path: FieldPath, below?: FieldSet): void {
    this.#insertFrom(path, 0, below);
  }

  #insertFrom(path: FieldPath, index: number, below: FieldSet | undefined): void {
    const element = path[index];
    if (element === undefined) return;
    if (index === path.length - 1) return this.insertElement(element, below);
    let child = this.#children.get(element);
    if (child === undefined) {
      child = new FieldSet();
      this.#setChild(element, child);
    }
    child.#insertFrom(path, index + 1, below);
  }

  /** Inserts an element of this level, and what is below it; `below` becomes a part of this set. */
  insertElement(element: PathElement, below?: FieldSet): void {
    this.#addMember(element);
    if (below === undefined) return;
    const present = this.#children.get(element);
    this.#setChild(element, present === undefined ? below : present.union(below));
  }

  #addMember(element: PathElement): void {
    if (this.#members === NO_MEMBERS) this.#members = new Set();
    this.#members.add(element);
  }

  #setChild(element: PathElement, child: FieldSet): void {
    if (this.#children === NO_CHILDREN) this.#children = new Map();
    this.#children.set(element, child);
  }

  has(element: PathElement): boolean {
    return this.#members.has(element);
  }

  /** The fields below an element, without the element in their paths. */
  below(element: PathElement): FieldSet | undefined {
    return this.#children.get(element);
  }

  /** Elements that have members below them. */
  parents(): Iterable<readonly [PathElement, FieldSet]> {
    return this.#children;
  }

  hasPath(path: FieldPath): boolean {
    const [first, ...rest] = path;
    if (first === undefined) return false;
    return rest.length === 0 ? this.#members.has(first) : (this.#children.get(first)?.hasPath(rest) ?? false);
  }

  /** The same members with those added that `more` chooses among the parents. */
  withMembers(more: readonly PathElement[], children: Iterable<readonly [PathElement, FieldSet]>): FieldSet {
    return new FieldSet(new Set([...this.#members, ...more]), new Map(children));
  }

  union(other: FieldSet): FieldSet {
    if (other.#holdsNothing) return this;
    if (this.#holdsNothing) return other;
    const children = new Map(this.#children);
    for (const [element, child] of other.#children) {
      const own = children.get(element);
      children.set(element, own === undefined ? child : own.union(child));
    }
    return new FieldSet(new Set([...this.#members, ...other.#members]), children);
  }

  get #holdsNothing(): boolean {
    return this.#members.size === 0 && this.#children.size === 0;
  }

  intersection(other: FieldSet): FieldSet {
    const common = new FieldSet();
    for (const element of this.#members) if (other.#members.has(element)) common.#addMember(element);
    for (const [element, child] of this.#children) {
      const below = other.#children.get(element)?.intersection(child);
      if (below && !below.isEmpty) common.#setChild(element, below);
    }
    return common;
  }

  /** Without the members of the other set. */
  difference(other: FieldSet): FieldSet {
    return this.#without(other, false);
  }

  /** Without the members of the other set, and without everything below them. */
  recursiveDifference(other: FieldSet): FieldSet {
    return this.#without(other, true);
  }

  #without(other: FieldSet, recursive: boolean): FieldSet {
    if (!this.#meets(other)) return this;
    const left = new FieldSet();
    for (const element of this.#members) if (!other.#members.has(element)) left.#addMember(element);
    for (const [element, child] of this.#children) {
      if (recursive && other.#members.has(element)) continue;
      const minus = other.#children.get(element);
      const below = minus === undefined ? child : child.#without(minus, recursive);
      if (!below.isEmpty) left.#setChild(element, below);
    }
    return left;
  }

  /** Whether the sets have an element in common, on this level. */
  #meets(other: FieldSet): boolean {
    for (const element of this.#members) if (other.#members.has(element)) return true;
    for (const element of this.#children.keys()) {
      if (other.#children.has(element) || other.#members.has(element)) return true;
    }
    return false;
  }

  /** Every member as the API server writes it, `.spec.replicas`, in its order: those of a level before those below. */
  *paths(prefix = ''): Generator<string> {
    for (const element of sorted([...this.#members])) yield prefix + elementText(element);
    for (const [element, child] of this.#sortedChildren()) yield* child.paths(prefix + elementText(element));
  }

  /** As `fieldsV1`. */
  toJson(): JsonObject {
    return this.#writeTo({});
  }

  #writeTo(json: JsonObject): JsonObject {
    const all = [...this.#members];
    for (const element of this.#children.keys()) if (!this.#members.has(element)) all.push(element);
    for (const element of sorted(all)) {
      const below = this.#children.get(element);
      const isMember = this.#members.has(element);
      if (below !== undefined && !below.isEmpty) json[element] = below.#writeTo(isMember ? { '.': {} } : {});
      else if (isMember) json[element] = {};
    }
    return json;
  }

  /** Reads `fieldsV1`; elements of unknown kinds are left out. Throws {@link TypedValueError} for keys that are not elements. */
  static fromJson(json: unknown): FieldSet {
    const set = new FieldSet();
    if (!isJsonObject(json)) return set;
    for (const [element, inner] of Object.entries(json)) {
      if (element !== '.' && element[1] !== ':') throw new TypedValueError(`missing colon: ${element}`);
      if (!/^[fkvi]:/.test(element)) continue;
      const fields = isJsonObject(inner) ? inner : {};
      const below = FieldSet.fromJson(fields);
      // What has nothing below it that is understood is itself what is owned.
      if (below.isEmpty || '.' in fields) set.#addMember(element);
      if (!below.isEmpty) set.#setChild(element, below);
    }
    return set;
  }

  #sortedChildren(): readonly (readonly [PathElement, FieldSet])[] {
    return [...this.#children].sort(([a], [b]) => compareElements(a, b));
  }
}

/** In the order of the API server, in place; names of fields, which most levels have alone, by their characters. */
function sorted(elements: PathElement[]): PathElement[] {
  if (elements.length < 2) return elements;
  if (!elements.every(isField)) return elements.sort(compareElements);
  return elements.length > FEW ? elements.sort() : insertionSort(elements);
}

/** Up to so many texts are sorted faster by hand. */
const FEW = 24;

function insertionSort(texts: string[]): string[] {
  for (let end = 1; end < texts.length; end += 1) {
    const text = texts[end] ?? '';
    let at = end;
    for (let before = texts[at - 1]; before !== undefined && before > text; before = texts[at - 1]) {
      texts[at] = before;
      at -= 1;
    }
    texts[at] = text;
  }
  return texts;
}

function isField(element: PathElement): boolean {
  return element.startsWith('f:');
}
