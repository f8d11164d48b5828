import type { SourceLocation } from '../input/problem.js';
import type { ResourceName } from '../names/resource-keys.js';

/** A type, as the schema gives it and before any text is made of it. */
export type TypeNode =
  | { readonly type: 'primitive'; readonly name: 'string' | 'number' | 'boolean' | 'unknown' | 'null' | 'never' }
  | { readonly type: 'literals'; readonly values: readonly Literal[]; readonly open: boolean }
  /** `keys`: the fields by which the server tells the elements of a list apart that it merges one by one. */
  | { readonly type: 'array'; readonly of: TypeNode; readonly keys?: readonly string[] }
  | { readonly type: 'map'; readonly of: TypeNode }
  /** A type that the runtime declares. */
  | { readonly type: 'runtime'; readonly name: string }
  /** An object with properties; equal ones are the same {@link Shape}. */
  | { readonly type: 'shape'; readonly shape: Shape }
  /** A named definition of an OpenAPI document. */
  | { readonly type: 'definition'; readonly name: string }
  /**
   * A type of another package, of which the structure is known and nothing else. Only an output that is read back has
   * one: the model of an input spells the type out.
   */
  | { readonly type: 'external'; readonly module: string; readonly name: string; readonly structure: string }
  | { readonly type: 'union'; readonly of: readonly TypeNode[] }
  | { readonly type: 'intersection'; readonly of: readonly TypeNode[] };

/** A value of an enum. */
export type Literal = string | number | boolean | null;

/** One property of a {@link Shape}. */
export interface Property {
  /** As on the wire. */
  readonly name: string;
  readonly type: TypeNode;
  /** Whether objects that the server sends may be without it. */
  readonly optional: boolean;
  /** Whether the server fills it in where a writer leaves it out; it is never optional then. */
  readonly defaulted?: true;
  /** Plain text for the doc comment, `''` for none. Not escaped. */
  readonly doc: string;
}

/** An object type. Made by {@link ShapePool} alone, so that equal shapes are one value. */
export interface Shape {
  /** Different for every shape of a process. */
  readonly id: number;
  /** Of the structure and the documentation: equal for shapes that may share one declaration. */
  readonly hash: string;
  /** Of the structure alone: equal for shapes that accept the same values. */
  readonly structure: string;
  /** The same, were it not for defaults: of the shape with every field optional that the server fills in. */
  readonly looseStructure: string;
  /** Sorted by name. */
  readonly properties: readonly Property[];
  /** Those of them that lead to other shapes, in their order: few of many, and asked for over and over. */
  readonly nested: readonly NestedShapes[];
  /** The type of properties that are not listed, where there may be some. */
  readonly index: TypeNode | undefined;
  readonly rules: WriteRules;
}

/** A property whose type names shapes, with these. */
export interface NestedShapes {
  readonly property: Property;
  readonly shapes: readonly Shape[];
}

/** What a schema asks of writers and no reader need know of. */
export interface WriteRules {
  /** Whether an intent must give all of it: the server does not merge its fields. */
  readonly atomic?: true;
  /** The combinations of fields that may be given, where not all are; one of them holds. */
  readonly choices?: readonly Choice[];
}

/** One way to fill in fields of which only some combinations are valid. A field in neither list may be there or not. */
export interface Choice {
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

/** As much of a resource as the modules over all resources, and the manifest, hold of it. */
export interface ResourceEntry extends ResourceName {
  readonly kind: string;
  /** Why not to use it any more; `''` where it is deprecated without a word. */
  readonly deprecated: string | undefined;
}

/** A resource that can be listed and watched, and the type of its objects. */
export interface ResourceModel extends ResourceEntry {
  readonly namespaced: boolean;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
  /** Beyond `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[];
  /** Properties of the status that decide how it is written. */
  readonly statusTraits: readonly string[];
  /** Fields of the elements of `status.conditions` that a writer can fill; empty if there is no such list. */
  readonly conditionFields: readonly string[];
  readonly doc: string;
  readonly type: RootType;
  readonly source: SourceLocation;
}

/** The type of a resource's objects: a tree of its own (CRDs), or a named definition that others use too (OpenAPI). */
export type RootType =
  { readonly type: 'tree'; readonly shape: Shape } | { readonly type: 'definition'; readonly name: string };

/** A named definition of an OpenAPI document. */
export interface DefinitionModel {
  /** `io.k8s.api.core.v1.PodSpec`. */
  readonly name: string;
  readonly type: TypeNode;
  readonly doc: string;
}

/** Everything that will be generated. */
export interface Model {
  readonly resources: readonly ResourceModel[];
  /** By name; only those that a resource reaches. */
  readonly definitions: ReadonlyMap<string, DefinitionModel>;
}

/** Something that was read and is not generated, and why. */
export interface Skipped {
  /** `widgets.example.com/v1alpha1`. */
  readonly name: string;
  readonly reason: string;
}
