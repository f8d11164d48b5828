import { InformerError, isInformerError } from '../../api/informer-error.js';
import type { KubernetesObject } from '../../api/object.js';
import type { JsonPatch, JsonPatchOperation } from '../../api/patches.js';
import { keeps } from '../../api/projection.js';
import { resourceName, wholeResource } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type { ResourceCaller } from '../../client/resource-caller.js';
import { extractOwned } from '../helpers/extract-owned.js';
import { equalJson } from '../helpers/json.js';
import type { StatusShape } from './wanted-status.js';
import { statusOf, WantedStatus } from './wanted-status.js';

/**
 * Collects what a run has to say about its object; it is written once, at the end of the run, also of one that throws, and
 * only if it differs from what is there.
 */
export interface StatusWriter<S> {
  /** Sets fields of the status; those that are not named stay, and one that is undefined goes. */
  set(fields: Partial<S>): void;
  /** Sets one condition; `observedGeneration` is that of the object, and other controllers' conditions stay. */
  condition(
    type: string,
    status: boolean | 'Unknown',
    details: { readonly reason: string; readonly message?: string | undefined },
  ): void;
}

/** What a {@link PendingStatus} is made of. */
export interface PendingStatusOptions {
  readonly resource: Resource;
  /** The generation that was looked at; undefined for kinds that have none. */
  readonly generation: number | undefined;
  readonly fieldManager: string;
  readonly now: () => number;
}

/** How often the write is made anew when somebody else changed the object meanwhile. */
const MAX_TRIES = 5;

/** The status of one object in one run. */
export class PendingStatus implements StatusWriter<StatusShape> {
  readonly #wanted = new WantedStatus();
  readonly #options: PendingStatusOptions;
  /** What is asked and sent is whole, also where the cache holds a projection. */
  readonly #whole: Resource;

  constructor(options: PendingStatusOptions) {
    this.#options = options;
    this.#whole = wholeResource(options.resource);
  }

  set(fields: { readonly [field: string]: unknown }): void {
    for (const [field, value] of Object.entries(fields)) this.#wanted.set(field, value);
  }

  condition(
    type: string,
    status: boolean | 'Unknown',
    details: { readonly reason: string; readonly message?: string | undefined },
  ): void {
    const { generation } = this.#options;
    const observed = generation === undefined ? {} : { observedGeneration: generation };
    this.#wanted.setCondition({ type, status, ...details, ...observed });
  }

  /** Writes what differs from the status as it is; true when something was written. */
  async write(client: ResourceCaller, object: KubernetesObject): Promise<boolean> {
    if (this.#wanted.isEmpty) return false;
    this.#observe();
    const { resource } = this.#options;
    const { name = '', namespace, uid } = object.metadata ?? {};
    const at = { name, namespace };
    const byApply = resource.statusTraits?.includes('conditionsByType') === true;
    let seen = object;
    if (resource.projection !== undefined && !keeps(resource.projection, ['status'])) {
      // What was cut of the status can only be asked for.
      const live = await readIfThere(client, this.#whole, at);
      if (live === undefined || live.metadata?.uid !== uid) return false;
      seen = live;
    }
    for (let tried = 1; ; tried += 1) {
      const differences = this.#wanted.differencesTo(statusOf(seen), this.#options.now());
      if (differences.size === 0) return false;
      try {
        await (byApply ? this.#apply(client, seen) : this.#patch(client, seen, differences));
        return true;
      } catch (error) {
        if (isInformerError(error, 'NotFound', 'ResourceNotFound')) return this.#refuseWithoutStatus(client, object);
        // A test that fails is answered with 422, as is a status that the schema refuses; an old version with 409.
        if (tried >= MAX_TRIES || !isInformerError(error, 'Invalid', 'Conflict')) throw error;
        const live = await readIfThere(client, this.#whole, at);
        if (live === undefined || live.metadata?.uid !== uid) return false;
        if (live.metadata?.resourceVersion === seen.metadata?.resourceVersion) throw error;
        if (isInformerError(error, 'Invalid') && equalJson(statusOf(live), statusOf(seen))) throw error;
        seen = live;
      }
    }
  }

  /** Where the object is gone, so is its status. Where it is not, its kind has none that could be written: nobody would ever see it. */
  async #refuseWithoutStatus(client: ResourceCaller, { metadata }: KubernetesObject): Promise<false> {
    const { name = '', namespace, uid } = metadata ?? {};
    const live = await readIfThere(client, this.#whole, { name, namespace });
    if (live === undefined || live.metadata?.uid !== uid) return false;
    const problem = 'its status cannot be written: the server has no status of this kind to write';
    throw new InformerError(
      'Configuration',
      `${resourceName(this.#whole)}: ${problem} (does the CRD have \`subresources: { status: {} }\`?)`,
    );
  }

  /** The status says which generation it is about, where it has a field for that. */
  #observe(): void {
    const { resource, generation } = this.#options;
    const hasField = resource.statusTraits?.includes('observedGeneration') === true;
    if (hasField && generation !== undefined && !this.#wanted.has('observedGeneration'))
      this.#wanted.set('observedGeneration', generation);
  }

  /**
   * Our conditions and fields have us as their manager; what others manage stays. An apply removes what its manager said
   * before and leaves out now: where that may be, the server is asked what we said. The version guards against another
   * controller of ours that writes at the same time.
   */
  async #apply(client: ResourceCaller, seen: KubernetesObject): Promise<void> {
    const { fieldManager, now } = this.#options;
    const resource = this.#whole;
    const { name = '', namespace } = seen.metadata ?? {};
    let known = seen;
    let owned: StatusShape = {};
    if (this.#wanted.leavesOut(statusOf(seen))) {
      const live = await client.get(resource, { name, namespace });
      known = live;
      const intent = extractOwned(resource, live, { fieldManager, subresource: 'status' });
      owned = statusOf(intent ?? {}) ?? {};
    }
    const { uid, resourceVersion } = known.metadata ?? {};
    const status = this.#wanted.intent(owned, statusOf(known), now());
    const metadata = { name, namespace, uid: seen.metadata?.uid ?? uid, resourceVersion };
    await client.apply(resource, { metadata, status }, { subresource: 'status', fieldManager, force: true });
  }

  async #patch(
    client: ResourceCaller,
    seen: KubernetesObject,
    differences: ReadonlyMap<string, unknown>,
  ): Promise<void> {
    const { fieldManager } = this.#options;
    const { name = '', namespace, uid } = seen.metadata ?? {};
    const patch: JsonPatch = [
      { op: 'test', path: '/metadata/uid', value: uid },
      ...patchOf(statusOf(seen), differences),
    ];
    await client.patch(this.#whole, { name, namespace }, patch, { type: 'json', subresource: 'status', fieldManager });
  }
}

function patchOf(status: StatusShape | undefined, differences: ReadonlyMap<string, unknown>): JsonPatchOperation[] {
  if (status === undefined) {
    return [
      { op: 'test', path: '/status', value: null },
      { op: 'add', path: '/status', value: Object.fromEntries(differences) },
    ];
  }
  return [...differences].flatMap(([field, value]): JsonPatchOperation[] => {
    const path = `/status/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const change: JsonPatchOperation = value === undefined ? { op: 'remove', path } : { op: 'add', path, value };
    // Nobody else's condition is lost: the list is replaced only as long as it is the one that was seen.
    return field === 'conditions' ? [{ op: 'test', path, value: status.conditions ?? null }, change] : [change];
  });
}

async function readIfThere(
  client: ResourceCaller,
  resource: Resource,
  at: { readonly name: string; readonly namespace: string | undefined },
): Promise<KubernetesObject | undefined> {
  try {
    return await client.get(resource, at);
  } catch (error) {
    if (isInformerError(error, 'NotFound')) return undefined;
    throw error;
  }
}
