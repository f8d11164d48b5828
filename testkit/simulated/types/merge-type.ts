/**
 * The shape of a value as server-side apply sees it: what is one field and what is several, and which elements of two
 * lists are the same element.
 */
export type MergeType = ScalarType | ListType | MapType | AnyType;

/** A string, number or boolean; `untyped` may be any of them. */
export interface ScalarType {
  readonly type: 'scalar';
  readonly scalar: 'string' | 'numeric' | 'boolean' | 'untyped';
}

/** A list: `atomic` is one field, a `set` has plain values, a `map` has objects that `keys` distinguish. */
export interface ListType {
  readonly type: 'list';
  readonly relationship: 'atomic' | 'set' | 'map';
  readonly keys: readonly string[];
  readonly element: MergeType;
}

/** An object with declared fields, or a map; an atomic one is a single field. */
export interface MapType {
  readonly type: 'map';
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, FieldType>;
  /** Of what is not declared; undefined: nothing else may be there. */
  readonly element: MergeType | undefined;
}

/** Whatever the value is; lists in it are atomic. */
export interface AnyType {
  readonly type: 'any';
  readonly map: MapType;
  readonly list: ListType;
}

/** A declared field. What is beyond `type` and `keyDefault` is known of built-in kinds only. */
export interface FieldType {
  readonly type: MergeType;
  /** What the field is taken for where it is a key of its list and not set. */
  readonly keyDefault?: unknown;
  /** True: it is on the wire even where nobody has set it. */
  readonly always?: boolean;
  /** True: an empty value that was set stays. */
  readonly pointer?: boolean;
  /** What is on the wire where nobody has set it; undefined: nothing. */
  readonly zero?: () => unknown;
  /** How strategic merge patches treat it. */
  readonly patch?: PatchRule;
}

/** How a strategic merge patch treats a field. */
export interface PatchRule {
  /** Lists that are merged: by this field of their elements, or `''` for plain values. */
  readonly mergeKey?: string;
  /** Whether `$retainKeys` is obeyed. */
  readonly retainKeys?: boolean;
  /** Whether the whole field is replaced. */
  readonly replace?: boolean;
}

const noFields: ReadonlyMap<string, FieldType> = new Map();

/** Anything: objects by their fields or as a whole, lists and what is in them as a whole. */
function anyType(atomicMaps: boolean, element?: AnyType): AnyType {
  const own: { type: 'any'; map: MapType; list: ListType } = {
    type: 'any',
    map: { type: 'map', atomic: atomicMaps, fields: noFields, element: undefined },
    list: { type: 'list', relationship: 'atomic', keys: [], element: scalarType('untyped') },
  };
  own.map = { ...own.map, element: own };
  own.list = { ...own.list, element: element ?? own };
  return own;
}

export function scalarType(scalar: ScalarType['scalar']): ScalarType {
  return { type: 'scalar', scalar };
}

/** What is taken as a whole, whatever it is. */
export const opaqueType: AnyType = anyType(true);

/** What no schema describes: objects field by field, lists as a whole. */
export const deducedType: AnyType = anyType(false, opaqueType);

/** What a type is for a given value: anything becomes what the value is. */
export function resolveType(type: MergeType, value: unknown): ScalarType | ListType | MapType {
  if (type.type !== 'any') return type;
  if (Array.isArray(value)) return type.list;
  return value === null || value === undefined || typeof value === 'object' ? type.map : scalarType('untyped');
}

/** The type of a field of an object; undefined where it may not be. */
export function fieldTypeOf(type: MapType, field: string): MergeType | undefined {
  return type.fields.get(field)?.type ?? type.element;
}

/** True for what has no field of its own: `null`, `{}` and `[]`. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
