import { ownValue } from '../../api/own-value.js';
import { createHash } from 'node:crypto';
import { setOwn } from '../../api/deep-json.js';
import type { KubernetesObject } from '../../api/object.js';
import { resourceKey, resourceName } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type { WriteViews } from '../../api/write-views.js';
import type { AnswerFor, IntentFor, PartOf } from '../../client/call-types.js';
import type { ApplyOptions } from '../../client/call-options.js';
import { sentMetadata } from '../../client/call-body.js';
import type { ResourceCaller } from '../../client/api-client.js';
import type { Observable, Observer } from '../../observe/observer.js';
import { Observers } from '../../observe/observers.js';
import { canonicalJson, isJsonObject } from './json.js';

/** What was applied to one object: enough to tell whether applying it again would change anything. */
interface Applied {
  readonly uid: string | undefined;
  /** Of the intent. */
  readonly intent: string;
  /** Of what the server made of the intent's fields, defaults inside lists included. */
  readonly outcome: string;
}

/** Options of {@link IntentMemory}. */
export interface IntentMemoryOptions {
  /** How many objects are remembered; the one applied longest ago is forgotten first. Default 100,000. */
  readonly maxObjects?: number | undefined;
}

const DEFAULT_MAX_OBJECTS = 100_000;

/**
 * Remembers what was applied, as two hashes for each object. One memory serves all that one field manager applies in a
 * process; what another process applied under the same name is unknown to it, and is applied again.
 *
 * @example
 * const memory = new IntentMemory();
 * memory.size; // → 0
 */
export class IntentMemory implements Observable {
  readonly #maxObjects: number;
  /** In the order of the last apply. */
  readonly #applied = new Map<string, Applied>();
  readonly #observers = new Observers({ name: 'applies' });

  constructor({ maxObjects = DEFAULT_MAX_OBJECTS }: IntentMemoryOptions = {}) {
    this.#maxObjects = maxObjects;
  }

  /** Tells the observer of each apply that was not sent, from now until what is returned is disposed of. */
  observe(observer: Observer): Disposable {
    return this.#observers.observe(observer);
  }

  /** An intent was not sent, because nothing would change. */
  saved(resource: Resource): void {
    this.#observers.on?.writeSaved?.({ resource: resourceName(resource) });
  }

  /** How many objects are remembered. */
  get size(): number {
    return this.#applied.size;
  }

  /** Whether `intent` is what was applied last and the object still is what the server made of it. */
  isUnchanged(key: string, intent: object, cached: KubernetesObject): boolean {
    const last = this.#applied.get(key);
    if (last === undefined || last.uid !== cached.metadata?.uid) return false;
    return last.intent === hashOf(intent) && last.outcome === hashOf(fieldsOf(cached, intent));
  }

  /** Notes that `intent` was applied, and what the server made of it. */
  note(key: string, intent: object, answer: object): void {
    const uid = (answer as KubernetesObject).metadata?.uid;
    this.#applied.delete(key);
    this.#applied.set(key, { uid, intent: hashOf(intent), outcome: hashOf(fieldsOf(answer, intent)) });
    if (this.#applied.size <= this.#maxObjects) return;
    const [oldest] = this.#applied.keys();
    if (oldest !== undefined) this.#applied.delete(oldest);
  }

  /** Forgets an object, so that its next intent is sent whatever it is. */
  forget(key: string): void {
    this.#applied.delete(key);
  }
}

/** Options of {@link applyIfChanged}. */
export interface ApplyIfChangedOptions<
  T extends KubernetesObject,
  S extends string | undefined = undefined,
> extends ApplyOptions<S> {
  /** The object as the cache has it. Undefined: it is not there, and the intent is sent. */
  readonly cached: T | undefined;
  /** Remembers what was applied last. */
  readonly memory: IntentMemory;
}

/** What {@link applyIfChanged} did, and the object: as the server answered, or as the cache has it. */
export type ApplyIfChangedResult<T extends KubernetesObject, R> =
  { readonly type: 'applied'; readonly object: R } | { readonly type: 'unchanged'; readonly object: T };

/**
 * Applies an intent, unless nothing would change: the same intent was applied last, and every field of it is in the cached
 * object as the server made it. Whatever is unsure is sent, so that the first intent of a process always is. An apply that changes
 * nothing costs the server a full cycle; this costs two hashes.
 *
 * @example
 * const memory = new IntentMemory();
 * const intent = { metadata: { name: 'map', namespace: 'default' }, data: { a: '1' } };
 * const { object } = await applyIfChanged(client, configMapResource, intent, { cached: undefined, memory });
 * object.data; // → { a: '1' }
 */
export async function applyIfChanged<
  T extends KubernetesObject,
  F extends string,
  W extends WriteViews,
  S extends PartOf<W> = undefined,
>(
  client: Pick<ResourceCaller, 'apply'>,
  resource: Resource<T, F, W>,
  intent: IntentFor<W, S>,
  { cached, memory, ...options }: ApplyIfChangedOptions<T, S>,
): Promise<ApplyIfChangedResult<T, AnswerFor<T, W, S>>> {
  const { name = '', namespace = options.namespace ?? '' } = sentMetadata(intent);
  const parts = [resourceKey(resource), options.subresource ?? '', options.fieldManager ?? '', namespace, name];
  const key = JSON.stringify(parts);
  if (cached !== undefined && memory.isUnchanged(key, intent, cached)) {
    memory.saved(resource);
    return { type: 'unchanged', object: cached };
  }
  // Until the answer is there, nobody knows which of the two intents holds.
  memory.forget(key);
  const object = await client.apply(resource, intent, options);
  if (options.dryRun !== true && isJsonObject(object)) memory.note(key, intent, object);
  return { type: 'applied', object };
}

/** Of an object, what stands where an intent has fields. Lists count whole: which of them are maps, only the server knows. */
function fieldsOf(object: unknown, intent: unknown): unknown {
  if (!isJsonObject(intent) || !isJsonObject(object)) return object;
  const fields = {};
  const open = [{ object, intent, fields }];
  // Without a call for each level: objects may be nested more deeply than the call stack.
  for (const next of open) {
    for (const name of Object.keys(next.intent)) {
      const [found, wanted] = [ownValue(next.object, name), next.intent[name]];
      if (wanted === undefined) continue;
      const isOpen = isJsonObject(found) && isJsonObject(wanted);
      const value = isOpen ? {} : found;
      if (isOpen) open.push({ object: found, intent: wanted, fields: value as object });
      setOwn(next.fields, name, value);
    }
  }
  return fields;
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64');
}
