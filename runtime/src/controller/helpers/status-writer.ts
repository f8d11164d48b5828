import { ApiError } from '../../api/api-error.js';
import { InformerError, isInformerError } from '../../api/informer-error.js';
import type { KubernetesObject, WithManagedFields } from '../../api/object.js';
import type { JsonPatch, JsonPatchOperation } from '../../api/patches.js';
import { keeps } from '../../api/projection.js';
import { resourceName, wholeResource } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type { ResourceCaller } from '../../client/api-client.js';
import type { ConditionIntent } from './condition-after.js';
import { extractOwned, isManagedByAlone } from './extract-owned.js';
import { equalJson } from './json.js';
import type { StatusShape } from './wanted-status.js';
import { statusOf, WantedStatus } from './wanted-status.js';

/** Options of a {@link PendingStatus}. */
export interface PendingStatusOptions {
  readonly resource: Resource;
  /** The generation of the object that was reconciled; undefined for kinds that have none. */
  readonly generation: number | undefined;
  readonly fieldManager: string;
  readonly now: () => number;
}

/** The calls of a client that write a status. */
type StatusCalls = Pick<ResourceCaller, 'get' | 'apply' | 'patch'>;

/** Attempts to write a status that others change at the same time. */
const MAX_TRIES = 5;

/** Values of `details` that a writer reads by name; all others are fields of the kind. */
type AnyDetails = Omit<ConditionIntent, 'type' | 'status'>;

/** The status of one object in one run. Its calls are those of a `StatusWriter`, typed for any kind. */
export class PendingStatus {
  readonly #wanted: WantedStatus;
  readonly #options: PendingStatusOptions;
  /** What is read and sent is whole, even if the cache holds a projection. */
  readonly #whole: Resource;

  constructor(options: PendingStatusOptions) {
    this.#options = options;
    this.#whole = wholeResource(options.resource);
    this.#wanted = new WantedStatus(options.resource.conditionFields);
  }

  set(fields: object): void {
    for (const [field, value] of Object.entries(fields)) this.#wanted.set(field, value);
  }

  condition(type: string, status: string | boolean, details: AnyDetails): void {
    const { resource, generation } = this.#options;
    const { conditionFields, statusTraits } = resource;
    const missing = ['type', 'status'].find((name) => conditionFields?.includes(name) === false);
    if (missing !== undefined) {
      const problem = `its conditions have no field \`${missing}\` that status.condition can write; use status.set`;
      throw new InformerError('Configuration', `${resourceName(resource)}: ${problem}`);
    }
    const noMessage = statusTraits?.includes('nonEmptyMessage') === true ? undefined : '';
    const { message } = details;
    const stated = message === undefined || message === '' ? noMessage : message;
    this.#wanted.setCondition({ ...details, type, status, message: stated, observedGeneration: generation });
  }

  removeCondition(type: string): void {
    this.#wanted.removeCondition(type);
  }

  /** Writes the differences from the current status; returns whether anything was written. */
  async write(client: StatusCalls, object: KubernetesObject): Promise<boolean> {
    if (this.#wanted.isEmpty) return false;
    this.#observe();
    const { resource } = this.#options;
    const { name = '', namespace, uid } = object.metadata ?? {};
    const at = { name, namespace };
    const byApply = resource.statusTraits?.includes('conditionsByType') === true;
    let seen = object;
    if (resource.projection !== undefined && !keeps(resource.projection, ['status'])) {
      // The projection lacks parts of the status.
      const live = await readIfThere(client, this.#whole, at);
      if (live === undefined || live.metadata?.uid !== uid) return false;
      seen = live;
    }
    for (let tried = 1; ; tried += 1) {
      const differences = this.#wanted.differencesTo(statusOf(seen), this.#options.now());
      if (differences.size === 0) return false;
      try {
        if (byApply) return await this.#apply(client, seen);
        await this.#patch(client, seen, differences);
        return true;
      } catch (error) {
        if (isInformerError(error, 'NotFound', 'ResourceNotFound')) return this.#refuseWithoutStatus(client, object);
        if (error instanceof ApiError) this.#refuseUnknownFields(error);
        // A failed test is answered with 422, like a status that violates the schema; an old version with 409.
        if (tried >= MAX_TRIES || !isInformerError(error, 'Invalid', 'Conflict')) throw error;
        const live = await readIfThere(client, this.#whole, at);
        if (live === undefined || live.metadata?.uid !== uid) return false;
        if (live.metadata?.resourceVersion === seen.metadata?.resourceVersion) throw error;
        if (isInformerError(error, 'Invalid') && equalJson(statusOf(live), statusOf(seen))) throw error;
        seen = live;
      }
    }
  }

  /** Output of older generators does not state the fields of conditions, and so has all of them written. */
  #refuseUnknownFields(error: ApiError): void {
    const { resource } = this.#options;
    if (resource.conditionFields !== undefined) return;
    const fields = error.unknownFields.filter((field) => /^status\.conditions\[.*\]\./.test(field));
    if (fields.length === 0) return;
    const problem = `the conditions of the kind lack fields that status.condition writes (${fields.join(', ')})`;
    const remedy = 'generate the resource again, or name its `conditionFields` in defineResource';
    throw new InformerError('Configuration', `${resourceName(this.#whole)}: ${problem}; ${remedy}`, { cause: error });
  }

  /** The object is deleted, or its kind has no status that can be written: then the run fails, because its result would be lost. */
  async #refuseWithoutStatus(client: StatusCalls, { metadata }: KubernetesObject): Promise<false> {
    const { name = '', namespace, uid } = metadata ?? {};
    const live = await readIfThere(client, this.#whole, { name, namespace });
    if (live === undefined || live.metadata?.uid !== uid) return false;
    const problem = 'its status cannot be written: the server has no status of this kind to write';
    throw new InformerError(
      'Configuration',
      `${resourceName(this.#whole)}: ${problem} (does the CRD have \`subresources: { status: {} }\`?)`,
    );
  }

  /** Fills in the generation of the object if the status has a field for it. */
  #observe(): void {
    const { resource, generation } = this.#options;
    const hasField = resource.statusTraits?.includes('observedGeneration') === true;
    if (hasField && generation !== undefined && !this.#wanted.has('observedGeneration'))
      this.#wanted.set('observedGeneration', generation);
  }

  /**
   * Our field manager owns our conditions and fields; those of other managers are unchanged. An apply removes what its manager
   * applied before and leaves out now, so the fields that it owns are read first if there may be any. The resourceVersion guards
   * against another controller with the same field manager that writes at the same time.
   */
  async #apply(client: StatusCalls, seen: KubernetesObject): Promise<boolean> {
    const { fieldManager, now } = this.#options;
    const resource = this.#whole;
    const { name = '', namespace } = seen.metadata ?? {};
    let live: WithManagedFields<KubernetesObject> | undefined;
    let owned: StatusShape | undefined;
    if (this.#wanted.leavesOut(statusOf(seen))) {
      live = await client.get(resource, { name, namespace });
      const intent = extractOwned(resource, live, { fieldManager, subresource: 'status' });
      owned = statusOf(intent ?? {}) ?? {};
    }
    const current = live ?? seen;
    const { uid, resourceVersion } = current.metadata ?? {};
    const status = this.#wanted.intent(owned, statusOf(current), now());
    const changes = owned === undefined || !equalJson(status, owned);
    if (changes) {
      const metadata = { name, namespace, uid: seen.metadata?.uid ?? uid, resourceVersion };
      const options = { subresource: 'status', fieldManager, force: true } as const;
      // An empty status would become null on the server, and be rejected.
      const intent = Object.keys(status).length === 0 ? { metadata } : { metadata, status };
      live = await client.apply(resource, intent, options);
    }
    const alsoRemoved = live !== undefined && (await this.#removeUpdated(client, live));
    return changes || alsoRemoved;
  }

  /** An apply does not remove conditions that the same field manager has updated; a patch does. */
  async #removeUpdated(client: StatusCalls, current: WithManagedFields<KubernetesObject>): Promise<boolean> {
    const { fieldManager } = this.#options;
    const { name = '', namespace, uid }: NonNullable<KubernetesObject['metadata']> = current.metadata;
    const conditions = statusOf(current)?.conditions ?? [];
    const ours = this.#wanted
      .removedIn(statusOf(current))
      .filter((type) => isManagedByAlone(current, type, fieldManager));
    if (ours.length === 0) return false;
    const value = conditions.filter(({ type = '' }) => !ours.includes(type));
    const path = '/status/conditions';
    const patch: JsonPatch = [
      { op: 'test', path: '/metadata/uid', value: uid },
      { op: 'test', path, value: conditions },
      { op: 'replace', path, value },
    ];
    await client.patch(this.#whole, { name, namespace }, patch, { type: 'json', subresource: 'status', fieldManager });
    return true;
  }

  async #patch(client: StatusCalls, seen: KubernetesObject, differences: ReadonlyMap<string, unknown>): Promise<void> {
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
    // The list is replaced only if it is still the one that was read, so that the conditions of other controllers are kept.
    return field === 'conditions' ? [{ op: 'test', path, value: status.conditions ?? null }, change] : [change];
  });
}

async function readIfThere(
  client: StatusCalls,
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
