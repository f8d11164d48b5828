import type { JsonPatch } from './patches.js';

/**
 * The JSON patch `P`, checked against objects of type `T`: a path that is a literal must lead to a field, and a value must
 * fit it. Paths that are only known when the program runs are left alone.
 */
export type JsonPatchFor<T, P extends JsonPatch> = P extends CheckedPatch<T, P> ? P : CheckedPatch<T, P>;

type CheckedPatch<T, P extends JsonPatch> = { readonly [I in keyof P]: CheckedOperation<T, P[I]> };

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

type Primitive = string | number | boolean | null | undefined;
