import type { JsonObject } from '../objects/api-object.js';

/** A value that has one owner as a whole: a scalar. */
export interface ScalarMergeType {
  readonly type: 'scalar';
}

/** A value of unknown shape: objects merge field by field, lists and scalars have one owner as a whole. */
export interface DeducedMergeType {
  readonly type: 'deduced';
}

/** An object or a map. */
export interface ObjectMergeType {
  readonly type: 'object';
  /** True: one owner as a whole. */
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, MergeType>;
  /** The type of fields that are not in `fields`; undefined: such fields are not declared. */
  readonly additional: MergeType | undefined;
}

/** A list; `map` lists are keyed by the fields `keys`, `set` lists by their elements. */
export interface ListMergeType {
  readonly type: 'list';
  readonly semantics: 'atomic' | 'set' | 'map';
  readonly items: MergeType;
  /** Empty unless `semantics` is `map`. */
  readonly keys: readonly string[];
  /** Values that absent keys stand for. */
  readonly keyDefaults: JsonObject;
}

/** Who may own which parts of a value: which lists are maps (with keys), sets or atomic, which fields exist. */
export type MergeType = ScalarMergeType | DeducedMergeType | ObjectMergeType | ListMergeType;
