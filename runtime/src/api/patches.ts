/**
 * A merge patch (RFC 7396) of `T`: any part of it, `null` to remove a field. Lists are replaced whole.
 *
 * @example
 * const patch: MergePatch<Widget> = { metadata: { labels: { tier: 'web', old: null } }, spec: { size: 3 } };
 */
export type MergePatch<T> = T extends Primitive
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined }
      : T;

/** One operation of a JSON patch (RFC 6902). Paths are JSON pointers: `/metadata/labels/example.com~1name`. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** A JSON patch: all of its operations are done, or none. The server takes at most 10,000. */
export type JsonPatch = readonly JsonPatchOperation[];

/** What conditional types must not take apart: `(string & {})` of an open enum would pass for an object. */
type Primitive = string | number | boolean | null | undefined;

/**
 * A strategic merge patch, which the server takes for built-in kinds alone: as a merge patch, but lists that have a merge
 * key are merged by it, and directives (`$patch`, `$setElementOrder/…`) say what to do otherwise.
 */
export type StrategicPatch<T> = T extends Primitive
  ? T
  : T extends readonly (infer E)[]
    ? readonly StrategicPatch<E>[]
    : { readonly [K in keyof T]?: StrategicPatch<T[K]> | null | undefined } & {
        readonly [K in keyof T as ListDirective<K & string>]?: readonly unknown[] | undefined;
      } & PatchDirectives;

type ListDirective<K extends string> = `$deleteFromPrimitiveList/${K}` | `$setElementOrder/${K}`;

interface PatchDirectives {
  readonly $patch?: 'replace' | 'merge' | 'delete' | undefined;
  readonly $retainKeys?: readonly string[] | undefined;
}
