import type { JsonPatchFor } from '../api/json-paths.js';
import type { KubernetesObject, WithManagedFields } from '../api/object.js';
import type { JsonPatch, StrategicPatch } from '../api/patches.js';
import type { WriteViews } from '../api/write-views.js';

/** A subresource that the schema of a resource names; any text where nothing is known of it. */
export type SubresourceName<W extends WriteViews> = keyof W['subresources'] & string;

/** A subresource of a resource, or undefined for the object itself. */
export type PartOf<W extends WriteViews> = SubresourceName<W> | undefined;

/** What create and replace send: the input of the object, or of its subresource `S`. */
export type InputFor<W extends WriteViews, S extends PartOf<W>> = S extends string
  ? W['subresources'][S]['sent']
  : W['input'];

/** What the server answers: the object, also for its status; other subresources have kinds of their own. */
export type AnswerFor<T extends KubernetesObject, W extends WriteViews, S extends PartOf<W>> = S extends
  'status' | undefined
  ? WithManagedFields<T>
  : S extends string
    ? W['subresources'][S]['received']
    : never;

/** What apply sends: every field that the manager wants, and no other. */
export type IntentFor<W extends WriteViews, S extends PartOf<W>> = S extends 'status'
  ? W['applyStatus']
  : S extends string
    ? NonNullable<W['subresources'][S]['apply']>
    : W['apply'];

/** How a patch is meant: RFC 7396, RFC 6902, or Kubernetes' own form, which knows the keys of lists. */
export type PatchType = 'merge' | 'json' | 'strategic';

/**
 * What patch sends. A strategic merge patch compiles for built-in kinds alone: others answer 415. The paths of the JSON
 * patch `P` are checked as far as they are literals. Of a resource whose views are unknown (`strategic: boolean`), nothing is.
 */
export type PatchFor<
  T extends KubernetesObject,
  W extends WriteViews,
  S extends PartOf<W>,
  K extends PatchType,
  P extends JsonPatch = JsonPatch,
> = K extends 'json'
  ? boolean extends W['strategic']
    ? P
    : JsonPatchFor<PatchedObject<T, W, S>, P>
  : K extends 'strategic'
    ? boolean extends W['strategic']
      ? object
      : W['strategic'] extends true
        ? StrategicPatch<PatchedObject<T, W, S>>
        : never
    : S extends string
      ? NonNullable<W['subresources'][S]['patch']>
      : W['patch'];

/** The whole object, also where the resource is projected. */
type PatchedObject<T extends KubernetesObject, W extends WriteViews, S extends PartOf<W>> = S extends
  'status' | undefined
  ? W extends { readonly whole: infer O }
    ? O
    : T
  : S extends string
    ? W['subresources'][S]['received']
    : never;
