import type { Draft } from '../../api/draft.js';
import { mutableCopy } from '../../api/draft.js';
import { InformerError, isInformerError } from '../../api/informer-error.js';
import type { KubernetesObject, WithManagedFields } from '../../api/object.js';
import type { Resource } from '../../api/resource.js';
import type { UnknownViews, WriteViews } from '../../api/write-views.js';
import type { NamespacedName, WriteOptions } from '../../client/call-options.js';
import { sentMetadata } from '../../client/call-body.js';
import type { ResourceCaller } from '../../client/api-client.js';
import { equalJson } from './json.js';

/** What {@link createOrUpdate} hands out to be changed: what may be sent, or the object where nothing is known of that. */
export type Changeable<T extends KubernetesObject, W extends WriteViews> = UnknownViews extends W
  ? Draft<T>
  : Draft<W['input']>;

/** What {@link createOrUpdate} did, and the object as it is now. */
export interface CreateOrUpdateResult<T extends KubernetesObject> {
  readonly type: 'created' | 'updated' | 'unchanged';
  readonly object: WithManagedFields<T>;
}

/** Which object {@link createOrUpdate} is about, and how it goes about it. */
export interface CreateOrUpdateRequest<T extends KubernetesObject>
  extends NamespacedName, Pick<WriteOptions, 'signal' | 'fieldManager' | 'fieldValidation'> {
  /** The object as a cache has it, so that nothing is read. Default: it is read from the server. */
  readonly cached?: T | undefined;
  /** How often to try in all, when others create, change or delete it meanwhile. Default 5. */
  readonly tries?: number | undefined;
}

/** What createOrUpdate needs of a client. */
type Calls = Pick<ResourceCaller, 'get' | 'create' | 'replace'>;

/**
 * Creates an object, or changes the one that is there, and sends nothing where the change changes nothing. `change` gets the
 * object as it is, or only its name where there is none, and may be called again when others were quicker. The status is not
 * written.
 *
 * @example
 * const { type } = await createOrUpdate(client, configMapResource, { namespace: 'default', name: 'a' }, (map) => {
 *   map.data = { ...map.data, page: 'hello' };
 * });
 * type; // → 'created'
 */
export async function createOrUpdate<T extends KubernetesObject, F extends string, W extends WriteViews>(
  client: Calls,
  resource: Resource<T, F, W>,
  request: CreateOrUpdateRequest<T>,
  change: (object: Changeable<T, W>) => void | Promise<void>,
): Promise<CreateOrUpdateResult<T>> {
  const { cached, tries = 5, name, namespace, signal, fieldManager, fieldValidation } = request;
  const at = { name, ...(namespace !== undefined && { namespace }) };
  // Inside, only the object's own type matters: what may be sent is what `change` may make of it.
  const target: Resource<T> = resource;
  const read = (): Promise<KubernetesObject | undefined> => orUndefined(client.get(target, at, { signal }));
  const options = { signal, fieldManager, fieldValidation };
  let live: KubernetesObject | undefined = cached ?? (await read());
  for (let tried = 1; ; tried += 1) {
    // What is known of it is what may be sent: a read object fits what replaces it.
    const draft: object = mutableCopy(live ?? { metadata: at });
    await change(draft as Changeable<T, W>);
    checkName(draft, at);
    try {
      if (live === undefined) return { type: 'created', object: await client.create(target, draft, options) };
      if (equalJson(live, draft)) return { type: 'unchanged', object: live as WithManagedFields<T> };
      return { type: 'updated', object: await client.replace(target, draft, options) };
    } catch (error) {
      if (tried >= tries || !wasOvertaken(error, live !== undefined)) throw error;
      live = await read();
    }
  }
}

/** Somebody else has created, changed or deleted it meanwhile. A create that finds nothing lacks its namespace. */
function wasOvertaken(error: unknown, wasThere: boolean): boolean {
  return wasThere ? isInformerError(error, 'Conflict', 'NotFound') : isInformerError(error, 'AlreadyExists');
}

async function orUndefined<R>(reading: Promise<R>): Promise<R | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isInformerError(error, 'NotFound')) return undefined;
    throw error;
  }
}

function checkName(draft: object, { name, namespace }: NamespacedName): void {
  const changed = sentMetadata(draft);
  if (changed.name === name && (namespace === undefined || changed.namespace === namespace)) return;
  const before = namespace === undefined ? name : `${namespace}/${name}`;
  throw new InformerError('Renamed', `an object cannot be renamed: ${before} was changed to another`);
}
