import type { InputMeta } from './write-types.js';

/** What conditional types must not take apart: `(string & {})` of an open enum would pass for an object. */
type Primitive = string | number | boolean | null | undefined;

/**
 * A merge patch for objects that are sent as `T`: any part of them; `null` removes a field, and a list is replaced whole.
 *
 * @example
 * const patch: MergePatch<WidgetInput> = { spec: { size: 3, colour: null } };
 */
export type MergePatch<T> = {
  readonly [K in keyof T]?: K extends 'metadata' ? PatchMeta | undefined : PatchOf<T[K]> | null | undefined;
};

type PatchOf<T> = T extends Primitive
  ? T
  : T extends readonly unknown[]
    ? T
    : { readonly [K in keyof T]?: PatchOf<T[K]> | null | undefined };

/** Metadata in a patch: the name is the call's. */
type PatchMeta = {
  readonly [K in keyof InputMeta]?: InputMeta[K] | null | undefined;
} & {
  readonly labels?: { readonly [key: string]: string | null } | null | undefined;
  readonly annotations?: { readonly [key: string]: string | null } | null | undefined;
};

/**
 * A strategic merge patch, which the server takes for built-in kinds alone: as a merge patch, but lists that have a merge
 * key are merged by it, and directives (`$patch`, `$setElementOrder/…`) say what to do otherwise.
 */
export type StrategicPatch<T> = {
  readonly [K in keyof T]?: K extends 'metadata' ? PatchMeta | undefined : StrategicOf<T[K]> | null | undefined;
} & Directives;

type StrategicOf<T> = T extends Primitive
  ? T
  : T extends readonly (infer E)[]
    ? readonly StrategicOf<E>[]
    : { readonly [K in keyof T]?: StrategicOf<T[K]> | null | undefined } & Directives;

interface Directives {
  readonly $patch?: 'replace' | 'merge' | 'delete' | undefined;
  readonly $retainKeys?: readonly string[] | undefined;
  readonly [list: `$deleteFromPrimitiveList/${string}` | `$setElementOrder/${string}`]: readonly unknown[] | undefined;
}

/** One step of a JSON patch (RFC 6902). Paths are JSON pointers: `/spec/parts/0/name`, with `~1` for a slash. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/**
 * The JSON patch `P`, checked against objects of type `T`: a path that is a literal must lead to a field, and a value must
 * fit it. Paths that are only known when the program runs are left alone.
 */
export type JsonPatchFor<T, P extends readonly JsonPatchOperation[]> = {
  readonly [I in keyof P]: CheckedOperation<T, P[I]>;
};

type CheckedOperation<T, O> = O extends { readonly op: infer Op; readonly path: infer P extends string }
  ? string extends P
    ? O
    : [At<T, P>] extends [never]
      ? { readonly op: Op; readonly path: `no field at ${P}` }
      : O extends { readonly value: unknown }
        ? { readonly op: Op; readonly path: P; readonly value: ValueOf<Op, At<T, P>> }
        : O extends { readonly from: infer F extends string }
          ? { readonly op: Op; readonly path: P; readonly from: CheckedPath<T, F> }
          : { readonly op: Op; readonly path: P }
  : never;

type CheckedPath<T, P extends string> = string extends P ? P : [At<T, P>] extends [never] ? `no field at ${P}` : P;

/** A field that is not there tests as `null`. */
type ValueOf<Op, T> = Op extends 'test' ? T | null : T;

/** The type behind a JSON pointer; `never` where there is none. */
type At<T, P extends string> = P extends ''
  ? T
  : P extends `/${infer Head}/${infer Rest}`
    ? At<Step<T, Unescaped<Head>>, `/${Rest}`>
    : P extends `/${infer Last}`
      ? Step<T, Unescaped<Last>>
      : never;

/** One step down. A union leads wherever one of its members does. */
type Step<T, K extends string> = T extends Primitive
  ? never
  : T extends readonly (infer E)[]
    ? K extends '-' | `${bigint}`
      ? E
      : never
    : unknown extends T
      ? unknown
      : K extends keyof T
        ? Exclude<T[K], undefined>
        : never;

type Unescaped<S extends string> = S extends `${infer A}~1${infer B}`
  ? `${Unescaped<A>}/${Unescaped<B>}`
  : S extends `${infer A}~0${infer B}`
    ? `${A}~${Unescaped<B>}`
    : S;
