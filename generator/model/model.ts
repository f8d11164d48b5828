/** A type, as the schema gives it and before any text is made of it. */
export type TypeNode =
  | { readonly type: 'primitive'; readonly name: 'string' | 'number' | 'boolean' | 'unknown' | 'null' | 'never' }
  | { readonly type: 'literals'; readonly values: readonly Literal[]; readonly open: boolean }
  | { readonly type: 'array'; readonly of: TypeNode }
  | { readonly type: 'map'; readonly of: TypeNode }
  /** A type that the runtime declares. */
  | { readonly type: 'runtime'; readonly name: string }
  /** An object with properties; equal ones are the same {@link Shape}. */
  | { readonly type: 'shape'; readonly shape: Shape }
  /** A named definition of an OpenAPI document. */
  | { readonly type: 'definition'; readonly name: string }
  | { readonly type: 'union'; readonly of: readonly TypeNode[] }
  | { readonly type: 'intersection'; readonly of: readonly TypeNode[] };

/** A value of an enum. */
export type Literal = string | number | boolean | null;

/** One property of a {@link Shape}. */
export interface Property {
  /** As on the wire. */
  readonly name: string;
  readonly type: TypeNode;
  readonly optional: boolean;
  /** Plain text for the doc comment, `''` for none. Not escaped. */
  readonly doc: string;
}

/** An object type. Made by {@link ShapePool} alone, so that equal shapes are one value. */
export interface Shape {
  /** Of the structure and the documentation: equal for shapes that may share one declaration. */
  readonly hash: string;
  /** Of the structure alone: equal for shapes that accept the same values. */
  readonly structure: string;
  /** Sorted by name. */
  readonly properties: readonly Property[];
  /** The type of properties that are not listed, where there may be some. */
  readonly index: TypeNode | undefined;
}

/** Where something in an input stands. */
export interface SourcePlace {
  /** As the user named it: a path, `<stdin>`, or the address of a cluster. */
  readonly file: string;
  /** From 1; absent where the file is one document. */
  readonly document?: number;
  readonly line?: number;
  /** A JSON pointer into the document. */
  readonly pointer?: string;
}

/** A resource that can be listed and watched, and the type of its objects. */
export interface ResourceModel {
  /** `''` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
  /** Beyond `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[];
  /** Why not to use it any more; `''` where it is deprecated without a word. */
  readonly deprecated: string | undefined;
  readonly doc: string;
  readonly type: RootType;
  readonly source: SourcePlace;
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

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}
