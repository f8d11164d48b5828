import { isInformerError } from '../../api/informer-error.js';
import type { Condition } from '../../api/meta-types.js';
import type { KubernetesObject } from '../../api/object.js';
import type { JsonPatch, JsonPatchOperation } from '../../api/patches.js';
import { keeps } from '../../api/projection.js';
import { wholeResource } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type { ResourceCaller } from '../../client/resource-caller.js';
import type { NewCondition } from '../helpers/conditions.js';
import { setCondition } from '../helpers/conditions.js';
import { equalJson, isJsonObject } from '../helpers/json.js';

/** Collects what a run has to say about its object; it is written once, at the end, if it differs. */
export interface StatusWriter<S> {
  /** Sets fields of the status; those that are not named stay. */
  set(fields: Partial<S>): void;
  /** Sets one condition; `observedGeneration` is that of the object, and other controllers' conditions stay. */
  condition(
    type: string,
    status: boolean | 'Unknown',
    details: { readonly reason: string; readonly message?: string | undefined },
  ): void;
}

interface StatusShape {
  readonly conditions?: readonly Condition[] | undefined;
  readonly [field: string]: unknown;
}

/** How often a patch is made anew when somebody else changed the conditions meanwhile. */
const MAX_TRIES = 5;

/** The status of one object in one run. */
export class PendingStatus implements StatusWriter<StatusShape> {
  readonly #fields: Record<string, unknown> = {};
  readonly #conditions = new Map<string, NewCondition>();
  readonly #generation: number | undefined;
  readonly #now: () => number;

  constructor(generation: number | undefined, now: () => number) {
    this.#generation = generation;
    this.#now = now;
  }

  set(fields: { readonly [field: string]: unknown }): void {
    Object.assign(this.#fields, fields);
  }

  condition(
    type: string,
    status: boolean | 'Unknown',
    details: { readonly reason: string; readonly message?: string | undefined },
  ): void {
    const observedGeneration = this.#generation;
    this.#conditions.set(type, {
      type,
      status,
      ...details,
      ...(observedGeneration !== undefined && { observedGeneration }),
    });
  }

  /** Writes what differs from the status as it is; true when something was written. */
  async write(client: ResourceCaller, resource: Resource, object: KubernetesObject): Promise<boolean> {
    const { name = '', namespace, uid } = object.metadata ?? {};
    const whole = wholeResource(resource);
    let seen = object;
    if (resource.projection !== undefined && !keeps(resource.projection, ['status'])) {
      if (Object.keys(this.#fields).length === 0 && this.#conditions.size === 0) return false;
      // What was cut of the status can only be asked for.
      seen = await client.get(whole, { name, namespace });
    }
    for (let tried = 1; ; tried += 1) {
      const patch = this.#patchOf(statusOf(seen));
      if (patch.length === 0) return false;
      try {
        const guarded: JsonPatch = [{ op: 'test', path: '/metadata/uid', value: uid }, ...patch];
        await client.patch(resource, { name, namespace }, guarded, { type: 'json', subresource: 'status' });
        return true;
      } catch (error) {
        if (isInformerError(error, 'NotFound')) return false;
        // A test that fails is answered with 422, as is a status that the schema refuses.
        if (tried >= MAX_TRIES || !isInformerError(error, 'Invalid', 'Conflict')) throw error;
        const live = await client.get(whole, { name, namespace });
        if (live.metadata?.uid !== uid) return false;
        if (equalJson(statusOf(live), statusOf(seen))) throw error;
        seen = live;
      }
    }
  }

  #patchOf(status: StatusShape | undefined): JsonPatchOperation[] {
    const wanted = this.#wanted(status);
    if (Object.keys(wanted).length === 0) return [];
    if (status === undefined) {
      return [
        { op: 'test', path: '/status', value: null },
        { op: 'add', path: '/status', value: wanted },
      ];
    }
    return Object.entries(wanted).flatMap(([field, value]): JsonPatchOperation[] => {
      const path = `/status/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (field !== 'conditions') return [{ op: 'add', path, value }];
      // Nobody else's condition is lost: the list is replaced only as long as it is the one that was seen.
      return [
        { op: 'test', path, value: status.conditions ?? null },
        { op: 'add', path, value },
      ];
    });
  }

  /** The fields that differ. */
  #wanted(status: StatusShape = {}): Record<string, unknown> {
    const wanted: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(this.#fields)) {
      if (value !== undefined && !equalJson(value, status[field])) wanted[field] = value;
    }
    let conditions = status.conditions ?? [];
    for (const condition of this.#conditions.values()) {
      ({ conditions } = setCondition(conditions, condition, this.#now()));
    }
    if (!equalJson(conditions, status.conditions ?? [])) wanted['conditions'] = conditions;
    return wanted;
  }
}

function statusOf(object: KubernetesObject): StatusShape | undefined {
  const { status } = object as { readonly status?: unknown };
  return isJsonObject(status) ? status : undefined;
}
