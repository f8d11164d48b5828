import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { jsonText } from '../objects/json-text.js';
import { deducedType, fieldTypeOf, isEmptyValue, resolveType } from '../types/merge-type.js';
import type { ListType, MapType, MergeType } from '../types/merge-type.js';
import type { FieldSet } from './field-set.js';
import { listElement } from './path-element.js';

/** What the fields of a new object depend on, beside the object itself. */
export interface CreationScope {
  readonly type: MapType;
  /** An object of the kind in which nothing is set; the same one for every write. */
  readonly empty: JsonObject;
  /** What a create cannot own. */
  readonly resetFields: FieldSet;
}

/** Structure of a shape; names of fields and elements of lists are texts. What has neither is a leaf, and not written. */
const [MAP, COMPARED, LIST, END, SAME, OTHER, TEXT, ABSENT] = [0, 1, 2, 3, 4, 5, 6, 7];

/** One step of the shapes that were met: what follows it, and the fields where a shape ends here. */
class Step {
  fields: FieldSet | undefined;
  #next: Map<string | number, Step> | undefined;

  /** The step that follows by this mark; `isNew` is told of one that nobody has made before. */
  to(mark: string | number, isNew: () => void): Step {
    this.#next ??= new Map();
    let step = this.#next.get(mark);
    if (step === undefined) {
      step = new Step();
      this.#next.set(mark, step);
      isNew();
    }
    return step;
  }
}

/** So many steps are remembered for each type. */
const MAX_STEPS = 50_000;

/** All shapes that objects of a type had so far, as a tree of steps. */
class KnownShapes {
  readonly scope: CreationScope;
  #root = new Step();
  #at = this.#root;
  #steps = 0;
  readonly #isNew = (): void => void (this.#steps += 1);

  constructor(scope: CreationScope) {
    this.scope = scope;
  }

  /** Where the shape of the object ends. */
  find(object: JsonObject): Step {
    if (this.#steps >= MAX_STEPS) [this.#root, this.#steps] = [new Step(), 0];
    this.#at = this.#root;
    this.#compare(this.scope.empty, object, this.scope.type);
    return this.#at;
  }

  #go(mark: string | number): void {
    this.#at = this.#at.to(mark, this.#isNew);
  }

  /** Walks along a value beside that which is there in an empty object. */
  #compare(before: unknown, after: unknown, type: MergeType): void {
    if (after === undefined) return this.#go(ABSENT);
    if (before === undefined) return this.#walk(after, type);
    const shape = resolveType(type, after);
    if (shape.type === 'map' && !shape.atomic && isJsonObject(before) && isJsonObject(after)) {
      this.#go(COMPARED);
      for (const name of Object.keys(after)) {
        this.#go(name);
        const inner = Object.hasOwn(before, name) ? before[name] : undefined;
        this.#compare(inner, after[name], fieldTypeOf(shape, name) ?? deducedType);
      }
      return this.#go(END);
    }
    if (shape.type === 'list' && isEmptyValue(before) && !isEmptyValue(after)) return this.#walk(after, shape);
    if (sameJson(before, after)) return this.#go(SAME);
    if (shape.type === 'scalar') return this.#go(OTHER);
    this.#go(TEXT);
    this.#go(jsonText(after));
  }

  /** Walks along a value where nothing was before. */
  #walk(value: unknown, type: MergeType): void {
    const shape = resolveType(type, value);
    if (shape.type === 'scalar' || isEmptyValue(value)) return;
    if (shape.type === 'list') {
      if (Array.isArray(value) && shape.relationship !== 'atomic') this.#walkList(value, shape);
    } else if (!shape.atomic && isJsonObject(value)) {
      this.#go(MAP);
      for (const name of Object.keys(value)) {
        this.#go(name);
        this.#walk(value[name], fieldTypeOf(shape, name) ?? deducedType);
      }
      this.#go(END);
    }
  }

  #walkList(list: readonly unknown[], type: ListType): void {
    this.#go(LIST);
    for (const item of list) {
      this.#go(listElement(type, item));
      this.#walk(item, type.element);
    }
    this.#go(END);
  }
}

const shapesByType = new WeakMap<MapType, KnownShapes>();

/**
 * The fields that whoever creates an object owns, by the object's shape: which fields it has and which elements its lists
 * have, whatever the values are. What one program makes has few shapes, and objects of one shape share one set.
 *
 * @param find Finds them for an object whose shape is new.
 */
export function createdFields(object: JsonObject, scope: CreationScope, find: () => FieldSet): FieldSet {
  const shape = knownShapes(scope).find(object);
  return (shape.fields ??= find());
}

function knownShapes(scope: CreationScope): KnownShapes {
  let known = shapesByType.get(scope.type);
  if (known === undefined || known.scope.empty !== scope.empty || known.scope.resetFields !== scope.resetFields) {
    known = new KnownShapes(scope);
    shapesByType.set(scope.type, known);
  }
  return known;
}
