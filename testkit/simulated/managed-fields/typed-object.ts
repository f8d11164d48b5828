import { emptyObject, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { deducedType, fieldTypeOf, isEmptyValue, resolveType } from '../types/merge-type.js';
import type { ListType, MapType, MergeType } from '../types/merge-type.js';
import { FieldSet } from './field-set.js';
import { fieldElement, listElement } from './path-element.js';
import type { PathElement } from './path-element.js';

/** Every field that a configuration names. */
export function fieldsOf(value: unknown, type: MergeType): FieldSet {
  const set = new FieldSet();
  collect(value, type, { set, path: [] });
  return set;
}

interface Collected {
  readonly set: FieldSet;
  readonly path: PathElement[];
}

function collect(value: unknown, type: MergeType, into: Collected): void {
  const shape = resolveType(type, value);
  const isLeaf = shape.type === 'scalar' || (shape.type === 'list' ? shape.relationship === 'atomic' : shape.atomic);
  if (isLeaf) into.set.insert(into.path);
  else if (shape.type === 'list') collectList(value, shape, into);
  else if (isJsonObject(value)) collectMap(value, shape, into);
}

function collectMap(value: JsonObject, type: MapType, { set, path }: Collected): void {
  for (const [name, inner] of Object.entries(value)) {
    path.push(fieldElement(name));
    collect(inner, fieldTypeOf(type, name) ?? deducedType, { set, path });
    const isEmptyMap = inner === null || (isJsonObject(inner) && isEmptyValue(inner));
    if (isEmptyMap || !type.fields.has(name)) set.insert(path);
    path.pop();
  }
}

function collectList(value: unknown, type: ListType, { set, path }: Collected): void {
  if (!Array.isArray(value)) return;
  const elements = value.map((item: unknown) => listElement(type, item));
  value.forEach((item: unknown, index) => {
    const element = elements[index] as PathElement;
    path.push(element);
    // Of duplicates only the element as such is known.
    if (elements.indexOf(element) === elements.lastIndexOf(element)) collect(item, type.element, { set, path });
    set.insert(path);
    path.pop();
  });
}

/** The value without some of its fields; what is left empty by it becomes null. */
export function without(value: unknown, fields: FieldSet, type: MergeType): unknown {
  const shape = resolveType(type, value);
  if (shape.type === 'scalar') return value;
  if (shape.type === 'list') {
    if (!Array.isArray(value) || shape.relationship === 'atomic') return null;
    const items = value.flatMap((item: unknown) => {
      const element = listElement(shape, item);
      if (fields.has(element)) return [];
      const below = fields.below(element);
      return [below === undefined || below.isEmpty ? item : without(item, below, shape.element)];
    });
    return items.length > 0 ? items : null;
  }
  if (!isJsonObject(value) || shape.atomic) return null;
  const rest = emptyObject();
  for (const [name, inner] of Object.entries(value)) {
    const element = fieldElement(name);
    if (fields.has(element)) continue;
    const below = fields.below(element);
    rest[name] =
      below === undefined || below.isEmpty ? inner : without(inner, below, fieldTypeOf(shape, name) ?? deducedType);
  }
  return Object.keys(rest).length > 0 ? rest : null;
}

/** The set with declared fields as members where only fields in them were: who owns something in `spec` owns `spec`. */
export function withNamedFields(set: FieldSet, type: MergeType): FieldSet {
  const map = type.type === 'any' ? type.map : type.type === 'map' ? type : undefined;
  const list = type.type === 'any' ? type.list : type.type === 'list' ? type : undefined;
  const members: PathElement[] = [];
  const children: [PathElement, FieldSet][] = [];
  for (const [element, below] of set.parents()) {
    const name = element.startsWith('f:') ? element.slice(2) : undefined;
    if (name !== undefined && map?.fields.has(name)) members.push(element);
    const inner = name === undefined ? list?.element : map && fieldTypeOf(map, name);
    children.push([element, withNamedFields(below, inner ?? deducedType)]);
  }
  return set.withMembers(members, children);
}
