import { isInformerError } from '../../api/informer-error.js';
import type { KubernetesObject, WithManagedFields } from '../../api/object.js';
import type { JsonPatch, JsonPatchOperation } from '../../api/patches.js';
import type { Resource } from '../../api/resource.js';
import type { ResourceCaller } from '../../client/api-client.js';

/**
 * What there is to do about one finalizer of an object:
 * `missing`: add it and stop; nothing may be done before it is stored. `present`: do the work. `cleaning`: clean up, and
 * only if that succeeded remove it. `done`: nothing; it is removed, or never was there.
 */
export type FinalizerState = 'missing' | 'present' | 'cleaning' | 'done';

/** What the helpers for finalizers read of an object. */
export interface Finalizable {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly uid: string;
    readonly finalizers?: readonly string[] | undefined;
    readonly deletionTimestamp?: string | undefined;
  };
}

/** What the helpers for finalizers need of a client. */
type Calls = Pick<ResourceCaller, 'get' | 'patch'>;

/** How often a patch is made anew on the object as it is now, when others change its finalizers meanwhile. */
const MAX_TRIES = 5;

/**
 * Tells which of the four states an object is in, for one finalizer.
 *
 * @example
 * finalizerState(widget, 'example.com/cleanup'); // → 'missing'
 */
export function finalizerState({ metadata }: Pick<Finalizable, 'metadata'>, finalizer: string): FinalizerState {
  const isThere = metadata.finalizers?.includes(finalizer) === true;
  if (metadata.deletionTimestamp === undefined) return isThere ? 'present' : 'missing';
  return isThere ? 'cleaning' : 'done';
}

/**
 * Adds a finalizer, whatever others do to the list at the same time. Returns the object as it is now; undefined where it is
 * gone, was recreated or is being deleted, when none can be added.
 *
 * @example
 * const held = await addFinalizer(client, widgetResource, widget, 'example.com/cleanup');
 * held?.metadata.finalizers; // → ['example.com/cleanup']
 */
export function addFinalizer<T extends KubernetesObject & Finalizable>(
  client: Calls,
  resource: Resource<T>,
  object: T,
  finalizer: string,
): Promise<WithManagedFields<T> | undefined> {
  return patchUntilSettled(client, resource, object, (live) => {
    const state = finalizerState(live, finalizer);
    if (state !== 'missing') return state === 'present' ? 'settled' : 'gone';
    const { finalizers = [] } = live.metadata;
    if (finalizers.length > 0) {
      return [
        { op: 'test', path: '/metadata/finalizers', value: finalizers },
        { op: 'add', path: '/metadata/finalizers/-', value: finalizer },
      ];
    }
    return [
      // True where there is no such field.
      { op: 'test', path: '/metadata/finalizers', value: null },
      { op: 'add', path: '/metadata/finalizers', value: [finalizer] },
    ];
  });
}

/**
 * Removes a finalizer, as often as it is there, whatever others do to the list at the same time. Returns the object as the
 * server answers, or undefined where it is gone or was recreated: that is success too. The answer to removing the last one of
 * a deleted object has the old resourceVersion: take it for a delete.
 *
 * @example
 * await addFinalizer(client, widgetResource, widget, 'example.com/cleanup');
 * const free = await removeFinalizer(client, widgetResource, widget, 'example.com/cleanup');
 * free?.metadata.finalizers ?? []; // → []
 */
export function removeFinalizer<T extends KubernetesObject & Finalizable>(
  client: Calls,
  resource: Resource<T>,
  object: T,
  finalizer: string,
): Promise<WithManagedFields<T> | undefined> {
  return patchUntilSettled(client, resource, object, (live) => {
    const finalizers = live.metadata.finalizers ?? [];
    if (!finalizers.includes(finalizer)) return 'settled';
    // From the end, so that the indexes of those before stay what they are.
    return finalizers
      .flatMap((each, at): JsonPatchOperation[][] => {
        const path = `/metadata/finalizers/${at}`;
        return each === finalizer
          ? [
              [
                { op: 'test', path, value: finalizer },
                { op: 'remove', path },
              ],
            ]
          : [];
      })
      .reverse()
      .flat();
  });
}

/** Makes a patch of the object as it is known, and again as it is on the server when a test in it failed. */
async function patchUntilSettled<T extends KubernetesObject & Finalizable>(
  client: Calls,
  resource: Resource<T>,
  object: T,
  patchOf: (live: Finalizable) => JsonPatch | 'settled' | 'gone',
): Promise<WithManagedFields<T> | undefined> {
  const { name, namespace, uid } = object.metadata;
  const at = { name, namespace };
  let live: WithManagedFields<T> = object;
  for (let tried = 1; ; tried += 1) {
    const patch = patchOf(live);
    if (patch === 'gone') return undefined;
    if (patch === 'settled') return live;
    try {
      const guarded: JsonPatch = [{ op: 'test', path: '/metadata/uid', value: uid }, ...patch];
      return await client.patch(resource, at, guarded, { type: 'json' });
    } catch (error) {
      if (isInformerError(error, 'NotFound')) return undefined;
      // A test that fails is answered with 422, and says no more.
      if (tried >= MAX_TRIES || !isInformerError(error, 'Invalid', 'Conflict')) throw error;
    }
    const read = await readIfThere(client, resource, at);
    if (read?.metadata.uid !== uid) return undefined;
    live = read;
  }
}

async function readIfThere<T extends KubernetesObject & Finalizable>(
  client: Calls,
  resource: Resource<T>,
  at: { readonly name: string; readonly namespace: string | undefined },
): Promise<WithManagedFields<T> | undefined> {
  try {
    return await client.get(resource, at);
  } catch (error) {
    if (isInformerError(error, 'NotFound')) return undefined;
    throw error;
  }
}
