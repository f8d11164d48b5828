import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { compareElements, elementText } from './path-element.js';
import type { PathElement } from './path-element.js';

/** Where a field is: `['f:spec', 'f:containers', 'k:{"name":"a"}']`. */
export type FieldPath = readonly PathElement[];

/**
 * A set of fields. That a field is a member says nothing about the fields in it: an element of a list is one, and so is
 * each of its fields. Only {@link insert} changes a set; what combines two makes a new one, which may share parts.
 */
export class FieldSet {
  readonly #members: Set<PathElement>;
  readonly #children: Map<PathElement, FieldSet>;

  constructor(members?: Iterable<PathElement>, children?: Iterable<readonly [PathElement, FieldSet]>) {
    this.#members = new Set(members);
    this.#children = new Map(children);
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
      this.#children.set(element, child);
    }
    child.#insertFrom(path, index + 1, below);
  }

  /** Inserts an element of this level, and what is below it; `below` becomes a part of this set. */
  insertElement(element: PathElement, below?: FieldSet): void {
    this.#members.add(element);
    if (below === undefined) return;
    const present = this.#children.get(element);
    this.#children.set(element, present === undefined ? below : present.union(below));
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
    return new FieldSet([...this.#members, ...more], children);
  }

  union(other: FieldSet): FieldSet {
    if (other.#holdsNothing) return this;
    if (this.#holdsNothing) return other;
    const children = new Map(this.#children);
    for (const [element, child] of other.#children) {
      const own = children.get(element);
      children.set(element, own === undefined ? child : own.union(child));
    }
    return new FieldSet([...this.#members, ...other.#members], children);
  }

  get #holdsNothing(): boolean {
    return this.#members.size === 0 && this.#children.size === 0;
  }

  intersection(other: FieldSet): FieldSet {
    const children: [PathElement, FieldSet][] = [];
    for (const [element, child] of this.#children) {
      const common = other.#children.get(element)?.intersection(child);
      if (common && !common.isEmpty) children.push([element, common]);
    }
    return new FieldSet(
      [...this.#members].filter((element) => other.#members.has(element)),
      children,
    );
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
    const children: [PathElement, FieldSet][] = [];
    for (const [element, child] of this.#children) {
      if (recursive && other.#members.has(element)) continue;
      const minus = other.#children.get(element);
      const rest = minus === undefined ? child : child.#without(minus, recursive);
      if (!rest.isEmpty) children.push([element, rest]);
    }
    return new FieldSet(
      [...this.#members].filter((element) => !other.#members.has(element)),
      children,
    );
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

  /** Reads `fieldsV1`; elements of unknown kinds are left out. */
  static fromJson(json: unknown): FieldSet {
    const set = new FieldSet();
    if (!isJsonObject(json)) return set;
    for (const [element, inner] of Object.entries(json)) {
      if (!/^[fkvi]:/.test(element)) continue;
      const fields = isJsonObject(inner) ? inner : {};
      const below = FieldSet.fromJson(fields);
      // What has nothing below it that is understood is itself what is owned.
      if (below.isEmpty || '.' in fields) set.#members.add(element);
      if (!below.isEmpty) set.#children.set(element, below);
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
  return elements.every(isField) ? elements.sort() : elements.sort(compareElements);
}

function isField(element: PathElement): boolean {
  return element.startsWith('f:');
}
