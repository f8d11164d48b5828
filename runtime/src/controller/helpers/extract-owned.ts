import { setOwn } from '../../api/deep-json.js';
import { ownValue } from '../../api/own-value.js';
import type { KubernetesObject, ManagedFieldsEntry, WithManagedFields } from '../../api/object.js';
import { apiVersionOf } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import type { WriteViews } from '../../api/write-views.js';
import type { IntentFor, PartOf } from '../../client/call-types.js';
import type { NamespacedName } from '../../client/call-options.js';
import type { ResourceCaller } from '../../client/api-client.js';
import { equalJson, isJsonObject } from './json.js';
import type { JsonObject } from './json.js';

/** Whose fields {@link extractOwned} is to find. */
export interface ExtractOptions<S extends string | undefined = undefined> {
  /** Whose fields. */
  readonly fieldManager: string;
  /** Those applied through this subresource, such as `status`. Default: through none. */
  readonly subresource?: S;
}

/**
 * Returns the intent that a manager applied last, as the server has it now: of an object with its `managedFields`, the fields
 * that the manager owns by apply, and its name. To be changed and applied again. Undefined where the manager has applied
 * nothing. An object from an informer has no `managedFields` unless it was told to keep them: use {@link readOwned}.
 *
 * @example
 * const name = { namespace: 'default', name: 'a' };
 * const intent = extractOwned(widgetResource, await client.get(widgetResource, name), { fieldManager: 'me' });
 * console.log(intent);
 */
export function extractOwned<
  T extends KubernetesObject,
  F extends string,
  W extends WriteViews,
  S extends PartOf<W> = undefined,
>(
  resource: Resource<T, F, W>,
  object: WithManagedFields<T>,
  { fieldManager, subresource }: ExtractOptions<S>,
): IntentFor<W, S> | undefined {
  const entries: readonly ManagedFieldsEntry[] = object.metadata.managedFields ?? [];
  const entry = entries.find(
    ({ manager, operation, subresource: through = '' }) =>
      manager === fieldManager && operation === 'Apply' && through === (subresource ?? ''),
  );
  if (entry === undefined) return undefined;
  const owned = fieldsOf(object, entry.fieldsV1 ?? {});
  const { name, namespace } = object.metadata as Partial<NamespacedName>;
  const metadata = isJsonObject(owned) && isJsonObject(owned['metadata']) ? owned['metadata'] : {};
  const intent: unknown = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    ...(isJsonObject(owned) && owned),
    metadata: { name, ...(namespace !== undefined && { namespace }), ...metadata },
  };
  // The server accepted these very fields as an intent of this manager.
  return intent as IntentFor<W, S>;
}

/**
 * Reads an object from the server and returns what {@link extractOwned} finds in it.
 *
 * @example
 * const intent = await readOwned(client, widgetResource, { namespace: 'default', name: 'a' }, { fieldManager: 'me' });
 * console.log(intent?.spec?.replicas); // what `me` has applied of it
 */
export async function readOwned<
  T extends KubernetesObject,
  F extends string,
  W extends WriteViews,
  S extends PartOf<W> = undefined,
>(
  client: Pick<ResourceCaller, 'get'>,
  resource: Resource<T, F, W>,
  name: NamespacedName,
  options: ExtractOptions<S>,
): Promise<IntentFor<W, S> | undefined> {
  return extractOwned(resource, await client.get(resource, name), options);
}

/** Returns true if only this manager owns the condition of a type, in a list that is merged by type. */
export function isManagedByAlone(
  object: WithManagedFields<KubernetesObject>,
  type: string,
  fieldManager: string,
): boolean {
  const owners = (object.metadata?.managedFields ?? []).filter(({ fieldsV1 }) => {
    const conditions = below(below(fieldsV1 ?? {}, 'f:status'), 'f:conditions');
    return Object.keys(conditions).some((step) => names(step, { type }, -1));
  });
  return owners.length > 0 && owners.every(({ manager }) => manager === fieldManager);
}

/** A value of which a set of fields is taken. */
interface Extraction {
  readonly value: unknown;
  readonly fields: JsonObject;
  /** Keys of a list element. They are part of the result even if the manager does not own them. */
  readonly keys?: JsonObject;
  readonly put: (owned: unknown) => void;
}

/**
 * Of a value, what a set of fields names: `{ 'f:spec': { 'f:size': {}, 'f:ports': { 'k:{"port":80}': { … } } } }`. Without a call
 * for each level: objects may be nested more deeply than the call stack.
 */
function fieldsOf(whole: unknown, wholeFields: JsonObject): unknown {
  let result: unknown;
  const open: Extraction[] = [{ value: whole, fields: wholeFields, put: (owned) => (result = owned) }];
  for (const { value, fields, keys, put } of open) {
    const steps = Object.keys(fields).filter((step) => step !== '.');
    // A leaf, or a list or map that is owned as a whole.
    if (steps.length === 0) put(keys !== undefined && isJsonObject(value) ? { ...keys, ...value } : value);
    else if (Array.isArray(value)) {
      const owned: unknown[] = [];
      put(owned);
      for (const element of elementsOf(value, { steps, fields, owned })) open.push(element);
    } else if (isJsonObject(value)) {
      const owned = { ...keys };
      put(owned);
      for (const member of membersOf(value, { steps, fields, owned })) open.push(member);
    } else put(value);
  }
  return result;
}

/** What is taken of an object or list, and where it is put. */
interface Taken<O> {
  readonly steps: readonly string[];
  readonly fields: JsonObject;
  readonly owned: O;
}

function membersOf(value: JsonObject, { steps, fields, owned }: Taken<object>): Extraction[] {
  return steps.flatMap((step) => {
    const name = step.slice(2);
    if (!step.startsWith('f:') || !Object.hasOwn(value, name)) return [];
    return [{ value: value[name], fields: below(fields, step), put: (part) => setOwn(owned, name, part) }];
  });
}

/** The elements that are named by their keys, their value or their index, in the order of the list. */
function elementsOf(list: readonly unknown[], { steps, fields, owned }: Taken<unknown[]>): Extraction[] {
  return list.flatMap((element, at) => {
    const step = steps.find((each) => names(each, element, at));
    if (step === undefined) return [];
    const place = owned.push(undefined) - 1;
    // The keys say which element is meant, whoever owns them.
    const keys = step.startsWith('k:') ? parsed(step) : undefined;
    const put = (part: unknown): void => void (owned[place] = part);
    return [{ value: element, fields: below(fields, step), put, ...(isJsonObject(keys) && { keys }) }];
  });
}

function names(step: string, element: unknown, at: number): boolean {
  if (step.startsWith('i:')) return Number(step.slice(2)) === at;
  const wanted = parsed(step);
  if (step.startsWith('v:')) return equalJson(wanted, element);
  if (!step.startsWith('k:') || !isJsonObject(wanted) || !isJsonObject(element)) return false;
  return Object.entries(wanted).every(([key, value]) => equalJson(ownValue(element, key), value));
}

function parsed(step: string): unknown {
  try {
    return JSON.parse(step.slice(2));
  } catch {
    return undefined;
  }
}

function below(fields: JsonObject, step: string): JsonObject {
  const inner = fields[step];
  return isJsonObject(inner) ? inner : {};
}
