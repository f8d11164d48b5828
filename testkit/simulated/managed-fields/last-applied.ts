import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { goJson } from '../rules/go-text.js';
import type { MapType } from '../types/merge-type.js';
import { ApplyConflictError } from './apply-conflict.js';
import { typeFault } from './check-type.js';
import { compare } from './compare.js';
import type { FieldManager } from './field-manager.js';
import type { FieldSet } from './field-set.js';
import { fieldsOf } from './typed-object.js';

/** What is applied to what, by whom. */
export interface Application {
  /** Undefined where there is no object yet. */
  readonly live: ApiObject | undefined;
  readonly config: JsonObject;
  /** The name of the manager. */
  readonly manager: string;
  readonly force: boolean;
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Applies a configuration. `kubectl apply --server-side` takes over what `kubectl apply` wrote before, as far as its
 * annotation names it and nobody has changed it since; the annotation then follows, for those that go on without.
 */
export function applyFollowingKubectl(fields: FieldManager, type: MapType, application: Application): ApiObject {
  const { live, config, manager, force } = application;
  if (manager !== 'kubectl') return fields.apply(live, config, { manager, force });
  return withLastApplied(applyOverClient(fields, type, application), config);
}

function applyOverClient(
  fields: FieldManager,
  type: MapType,
  { live, config, manager, force }: Application,
): ApiObject {
  try {
    return fields.apply(live, config, { manager, force });
  } catch (error) {
    if (!(error instanceof ApplyConflictError)) throw error;
    const own = lastAppliedFields(live, String(config['apiVersion']), type);
    if (own === undefined) throw error;
    const left = error.conflicts.map((conflict) => ({ ...conflict, fields: conflict.fields.difference(own) }));
    const foreign = left.filter((conflict) => !conflict.fields.isEmpty);
    if (foreign.length > 0) throw new ApplyConflictError(foreign);
    return fields.apply(live, config, { manager, force: true });
  }
}

/** The fields that the annotation names and that are still as it says; undefined where there is nothing to go by. */
function lastAppliedFields(live: ApiObject | undefined, apiVersion: string, type: MapType): FieldSet | undefined {
  const text = live?.metadata.annotations?.[LAST_APPLIED] ?? '';
  let applied: unknown;
  try {
    applied = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(applied) || !applied['kind'] || applied['apiVersion'] !== apiVersion) return undefined;
  if (typeFault(applied, type) !== undefined) return undefined;
  const { modified, added, removed } = compare(applied, live, type);
  return fieldsOf(applied, type).difference(modified).difference(added).difference(removed);
}

function withLastApplied(object: ApiObject, config: JsonObject): ApiObject {
  const { annotations } = object.metadata;
  if (!annotations?.[LAST_APPLIED]) return object;
  const text = `${goJson(withoutAnnotation(config))}\n`;
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [LAST_APPLIED]: text } } };
}

function withoutAnnotation(config: JsonObject): JsonObject {
  const { metadata } = config;
  if (!isJsonObject(metadata) || !isJsonObject(metadata['annotations'])) return config;
  const { [LAST_APPLIED]: _last, ...annotations } = metadata['annotations'];
  return { ...config, metadata: { ...metadata, annotations } };
}
