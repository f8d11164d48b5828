import type { KubernetesObject } from './object.js';
import type { SubresourceViews, WriteViews } from './write-views.js';

/**
 * What every projection keeps, because caches and controllers need it: type and identity, the generation, owners, and what
 * says that an object is being deleted and who still holds it. All but the identity is absent from most objects.
 */
export type IdentityPath =
  | 'apiVersion'
  | 'kind'
  | 'metadata.name'
  | 'metadata.namespace'
  | 'metadata.uid'
  | 'metadata.resourceVersion'
  | 'metadata.generation'
  | 'metadata.deletionTimestamp'
  | 'metadata.finalizers'
  | 'metadata.ownerReferences';

/**
 * The path `P`, where objects of type `T` have it; else the paths that may have been meant, one level at a time, which is
 * also what an editor completes. Nothing is computed beyond the levels that `P` names, so that large and recursive types
 * cost no more than small ones.
 */
export type PathIn<T, P extends string> = string extends P
  ? P
  : [ValueAt<T, P>] extends [never]
    ? Suggestions<T, P>
    : P;

/**
 * An object of type `T` of which only the paths `P` and the identity are left. What is on the way to a path is as optional as
 * it was. Where the paths are only known when the program runs, it is `T`.
 */
export type Projected<T extends KubernetesObject, P extends string> = string extends P
  ? T
  : Cut<T, P | IdentityPath> extends infer O extends KubernetesObject
    ? O
    : never;

/** What remains of `T`, seen from where the paths `P` begin. `''`: all of it. */
type Cut<T, P extends string> = '' extends P
  ? T
  : unknown extends T
    ? T
    : T extends Scalar
      ? T
      : T extends readonly (infer E)[]
        ? readonly Cut<E, P>[]
        : string extends keyof T
          ? CutOpen<T, P, Exclude<Head<P>, Spelled<T>>>
          : { readonly [K in keyof T as K extends Head<P> ? K : never]: Cut<T[K], TailOf<P, K & string>> };

/** The names that a type spells out, where it has others too. */
type Spelled<T> = keyof { [K in keyof T as string extends K ? never : K]: never };

/** An object that may have names beyond those that it spells out, if any; of the others, `N` are asked for. */
type CutOpen<T, P extends string, N extends string> = [Spelled<T>] extends [never]
  ? CutMap<T[keyof T], P, N>
  : CutSpelled<T, P> & ([N] extends [never] ? unknown : CutMap<T[keyof T], P, N>);

type CutSpelled<T, P extends string> = {
  readonly [K in keyof T as K extends Spelled<T> & (Head<P> | EveryName<P>) ? K : never]: Cut<
    T[K],
    TailOf<P, K & string> | TailOf<P, '*'>
  >;
};

type EveryName<P extends string> = '*' extends Head<P> ? string : never;

/** `*` stands for every name; a single name may be there or not. */
type CutMap<V, P extends string, N extends string> = '*' extends N
  ? { readonly [name: string]: Cut<V, TailOf<P, '*'>> } & NamedIn<V, P, Exclude<N, '*'>>
  : NamedIn<V, P, N>;

type NamedIn<V, P extends string, N extends string> = {
  readonly [K in N]?: Cut<V, TailOf<P, K> | ('*' extends Head<P> ? TailOf<P, '*'> : never)>;
};

/** The first name of a path. */
type Head<P extends string> = P extends `['${infer Name}']${string}`
  ? Name
  : P extends `${infer Before}['${string}`
    ? FirstName<Before>
    : FirstName<P>;

type FirstName<P extends string> = P extends `${infer Name}.${string}` ? Name : P;

/** What follows the first name, of those paths that begin with `K`; `''` where nothing does. */
type TailOf<P extends string, K extends string> = P extends string ? (Head<P> extends K ? Tail<P> : never) : never;

type Tail<P extends string> = P extends `['${string}']${infer Rest}` ? WithoutDot<Rest> : WithoutDot<After<P, Head<P>>>;

type After<P extends string, H extends string> = P extends `${H}${infer Rest}` ? Rest : never;

type WithoutDot<P extends string> = P extends `.${infer Rest}` ? Rest : P;

/** The type at a path; `never` where there is none. */
type ValueAt<T, P extends string> = P extends '' | `.${string}` | `${string}.` | `${string}..${string}`
  ? never
  : Walk<T, P>;

type Walk<T, P extends string> = P extends '' ? T : Walk<Step<T, Head<P>>, Tail<P>>;

/** One name down; through lists, and wherever one member of a union leads. */
type Step<T, K extends string> = unknown extends T
  ? T
  : T extends Scalar
    ? never
    : T extends readonly (infer E)[]
      ? Step<E, K>
      : string extends keyof T
        ? K extends Spelled<T>
          ? T[K] | Present
          : T[keyof T]
        : K extends keyof T
          ? T[K] | Present
          : never;

/** A field that is only ever absent is there all the same. */
type Present = { readonly [present]?: never };
declare const present: unique symbol;

/** The paths that go on from where `P` still leads somewhere. */
type Suggestions<T, P extends string> = P extends `${infer Start}.${infer Rest}`
  ? Start extends ''
    ? NamesOf<T>
    : Walk<T, Start> extends infer V
      ? [V] extends [never]
        ? NamesOf<T>
        : [NamesOf<V>] extends [never]
          ? Start
          : `${Start}.${Suggestions<V, Rest>}`
      : never
  : NamesOf<T>;

/** The names below an object, a list's elements or a map's values. Names that need brackets are written with them. */
type NamesOf<T> = T extends Scalar
  ? never
  : T extends readonly (infer E)[]
    ? NamesOf<E>
    : string extends keyof T
      ? '*' | (Spelled<T> & string)
      : keyof T & string;

type Scalar = string | number | boolean | null | undefined;

/** What a projected resource says to whoever would send its objects back whole. */
interface SendTheWholeObject {
  readonly 'a projected object is not whole: create and replace with the resource that was projected': never;
}

/**
 * What may be written with a projected resource: intents and patches, which name what they change. Not whole objects:
 * a projected one sent back would remove everything that was cut.
 */
export interface ProjectedViews<T extends KubernetesObject, W extends WriteViews> extends WriteViews {
  readonly input: SendTheWholeObject;
  readonly apply: W['apply'];
  readonly applyStatus: W['applyStatus'];
  readonly patch: W['patch'];
  readonly subresources: {
    readonly [S in keyof W['subresources']]: ProjectedSubresource<T, W['subresources'][S]>;
  };
  readonly strategic: W['strategic'];
  readonly whole: T;
}

/** `/status` and others that take the whole object take none here; an eviction is no object of the resource. */
type ProjectedSubresource<T, V extends SubresourceViews> = T extends V['received']
  ? object extends V['received']
    ? V
    : V & { readonly sent: SendTheWholeObject }
  : V;
