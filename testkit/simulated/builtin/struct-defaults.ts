import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { objectIn, objectsIn, textIn } from './checks.js';
import { fieldsOf } from './go-types.js';
import { pullPolicy } from './image-names.js';
import { roundedToMilli } from './quantity.js';
import type { GoType } from './go-types.js';
import { builtinTables } from './tables.js';

/** What has to be filled in to a struct. */
interface StructDefaults {
  readonly own: readonly (readonly [name: string, type: GoType, fallback: unknown])[];
  /** The fields that something may have to be filled in to. */
  readonly inner: readonly (readonly [name: string, type: GoType])[];
}

const known = new Map<string, StructDefaults>();

/** What new pods are given is no default: it can be taken away again. */
const NEW_ONLY = 'core/v1.PodStatus';

/** Fills in the recorded defaults of a struct and of everything in it, and those that depend on its other fields. */
export function applyStructDefaults(struct: string, value: JsonObject): void {
  const { own, inner } = defaultsOf(struct);
  for (const [name, type, fallback] of own) if (isUnset(type, value[name])) value[name] = copyJson(fallback);
  DEPENDENT[struct]?.(value);
  for (const [name, type] of inner) if (value[name] !== undefined) applyValueDefaults(type, value[name]);
}

function defaultsOf(struct: string): StructDefaults {
  let defaults = known.get(struct);
  if (defaults === undefined) {
    const fields = [...fieldsOf(struct).values()];
    const recorded = struct === NEW_ONLY ? {} : (builtinTables().defaults[struct] ?? {});
    defaults = {
      own: Object.entries(recorded).flatMap(([name, fallback]) =>
        fields.filter((field) => field.name === name).map(({ value }) => [name, value, fallback] as const),
      ),
      inner: fields.filter(({ value }) => hasDefaults(value, [])).map(({ name, value }) => [name, value] as const),
    };
    known.set(struct, defaults);
  }
  return defaults;
}

/** Whether a default is anywhere in values of a type; `outer` are the structs that it is looked for in already. */
function hasDefaults(type: GoType, outer: readonly string[]): boolean {
  if (type.type === 'scalar') return false;
  if (type.type !== 'struct') return hasDefaults(type.element, outer);
  const { struct } = type;
  if (outer.includes(struct)) return false;
  if (builtinTables().defaults[struct] !== undefined || DEPENDENT[struct] !== undefined) return true;
  return [...fieldsOf(struct).values()].some(({ value }) => hasDefaults(value, [...outer, struct]));
}

function applyValueDefaults(type: GoType, value: unknown): void {
  if (type.type === 'pointer') applyValueDefaults(type.element, value);
  else if (type.type === 'struct' && isJsonObject(value)) applyStructDefaults(type.struct, value);
  else if (type.type === 'list' && Array.isArray(value))
    for (const item of value) applyValueDefaults(type.element, item);
  else if (type.type === 'map' && isJsonObject(value)) {
    for (const item of Object.values(value)) applyValueDefaults(type.element, item);
  }
}

/** An empty value that is no pointer cannot be told from an absent one. */
function isUnset(type: GoType, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return type.type === 'scalar' && (value === '' || value === 0 || value === false);
}

const rollingUpdate = (strategy: JsonObject): void => {
  if (strategy['type'] === 'RollingUpdate') strategy['rollingUpdate'] ??= {};
};

const isAbsent = (value: unknown): boolean => value === undefined || value === '';

function roundResources(resources: JsonObject): void {
  if (resources['limits'] !== undefined) roundUp(resources['limits']);
  if (resources['requests'] !== undefined) roundUp(resources['requests']);
}

/** Nothing is counted in less than thousandths; such amounts are written with a small unit or a power. */
function roundUp(list: unknown): void {
  if (!isJsonObject(list)) return;
  for (const [name, amount] of Object.entries(list)) {
    if (typeof amount === 'string' && /[nu]$|e-/.test(amount)) list[name] = roundedToMilli(amount);
  }
}

/** Defaults that depend on other fields of the same struct. */
const DEPENDENT: Readonly<Record<string, (value: JsonObject) => void>> = {
  'apps/v1.DeploymentStrategy': rollingUpdate,
  'apps/v1.DaemonSetUpdateStrategy'(strategy) {
    rollingUpdate(strategy);
    // What is not asked for is not filled in, but the server has no way to keep it open.
    const given = strategy['type'] === 'OnDelete' ? strategy['rollingUpdate'] : undefined;
    if (isJsonObject(given)) for (const field of ['maxUnavailable', 'maxSurge']) given[field] ??= 0;
  },
  'apps/v1.StatefulSetSpec'(spec) {
    const strategy = objectIn(spec, 'updateStrategy');
    // Whoever names the strategy says all of it.
    if (textIn(strategy, 'type') === '') {
      spec['updateStrategy'] = { ...strategy, type: 'RollingUpdate', rollingUpdate: strategy['rollingUpdate'] ?? {} };
    }
    for (const claim of objectsIn(spec, 'volumeClaimTemplates')) {
      Object.assign(claim, { kind: 'PersistentVolumeClaim', apiVersion: 'v1' });
    }
  },
  'autoscaling/v2.HorizontalPodAutoscalerBehavior'(behavior) {
    const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
    const { scaleUp, scaleDown } = behavior;
    if (isJsonObject(scaleUp)) {
      scaleUp['policies'] ??= [{ type: 'Pods', value: 4, periodSeconds: 15 }, percent];
      scaleUp['stabilizationWindowSeconds'] ??= 0;
    }
    if (isJsonObject(scaleDown)) scaleDown['policies'] ??= [percent];
  },
  'core/v1.PodSpec'(spec) {
    const account = textIn(spec, 'serviceAccountName') || textIn(spec, 'serviceAccount');
    if (account !== '') Object.assign(spec, { serviceAccountName: account, serviceAccount: account });
    if (spec['overhead'] !== undefined) roundUp(spec['overhead']);
  },
  'core/v1.Container'(container) {
    if (isAbsent(container['imagePullPolicy'])) container['imagePullPolicy'] = pullPolicy(textIn(container, 'image'));
  },
  'core/v1.EphemeralContainer'(container) {
    if (isAbsent(container['imagePullPolicy'])) container['imagePullPolicy'] = pullPolicy(textIn(container, 'image'));
    container['terminationMessagePath'] ??= '/dev/termination-log';
    container['terminationMessagePolicy'] ??= 'File';
  },
  'core/v1.Volume'(volume) {
    const { image } = volume;
    if (isJsonObject(image)) {
      if (isAbsent(image['pullPolicy'])) image['pullPolicy'] = pullPolicy(textIn(image, 'reference'));
    } else if (Object.keys(volume).every((field) => field === 'name')) volume['emptyDir'] = {};
  },
  'core/v1.ResourceRequirements': roundResources,
  'core/v1.VolumeResourceRequirements': roundResources,
  'core/v1.LimitRangeItem'(item) {
    if (item['type'] !== 'Container') return;
    const fallback = { ...objectIn(item, 'max'), ...objectIn(item, 'default') };
    if (Object.keys(fallback).length > 0) item['default'] = fallback;
    const request = { ...objectIn(item, 'min'), ...objectIn(item, 'default'), ...objectIn(item, 'defaultRequest') };
    if (Object.keys(request).length > 0) item['defaultRequest'] = request;
  },
  'networking/v1.NetworkPolicySpec'(spec) {
    spec['policyTypes'] ??= objectsIn(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  },
  'rbac/v1.Subject'(subject) {
    if (subject['kind'] === 'User' || subject['kind'] === 'Group') subject['apiGroup'] ??= 'rbac.authorization.k8s.io';
  },
};
