import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import type { KindChange } from '../rules/kind-rules.js';
import type { BuiltinKind } from './builtin-kind.js';
import { notNegative, objectIn } from './checks.js';
import { sentIn } from './emptied-fields.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { isEmptySelector, selectorFaults, selects, shownSelector } from './label-selector.js';
import { podTemplateFaults } from './pod-spec.js';

const TEMPLATE = 'spec.template';
const PERCENT_RULE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** What a workload's selector has to be. */
export interface SelectorRules {
  /** As messages name the kind. */
  readonly noun: string;
  readonly required: boolean;
  /** Said of a selector with a bad expression; undefined: nothing. */
  readonly unusable: string | undefined;
}

/** What is wrong with the selector of a workload and its template. */
export function selectorAndTemplateFaults(spec: JsonObject, rules: SelectorRules, templateNoun: string): FieldCause[] {
  const { selector } = spec;
  const faults: FieldCause[] = [];
  if (!isJsonObject(selector)) {
    if (rules.required) faults.push(requiredValue('spec.selector'));
  } else {
    faults.push(...selectorFaults('spec.selector', selector));
    if (isEmptySelector(selector)) {
      faults.push(invalidValue('spec.selector', {}, `empty selector is invalid for ${rules.noun}`));
    }
  }
  if (!faults.some(({ field }) => field?.startsWith('spec.selector.'))) {
    return [...faults, ...templateFaults(spec, templateNoun)];
  }
  const template = objectIn(spec, 'template');
  if (rules.unusable !== undefined) faults.push(invalidValue('spec.selector', shownSelector(selector), rules.unusable));
  return [
    ...faults,
    ...(rules.noun === 'daemonset' ? podTemplateFaults(template, TEMPLATE) : []),
    ...(rules.noun === 'deployment' ? [] : restartFaults(template, templateNoun)),
  ];
}

/** What is wrong with the template of a workload, and with labels that its selector does not select. */
export function templateFaults(spec: JsonObject, noun: string): FieldCause[] {
  const template = objectIn(spec, 'template');
  const labels = sentIn(objectIn(template, 'metadata'), 'labels');
  const matching = selects(spec['selector'], isJsonObject(labels) ? labels : {});
  const why = '`selector` does not match template `labels`';
  return [
    ...(matching ? [] : [invalidValue(`${TEMPLATE}.metadata.labels`, labels, why)]),
    ...podTemplateFaults(template, TEMPLATE),
    ...restartFaults(template, noun),
  ];
}

/** Pods of workloads are started again for ever. */
function restartFaults(template: JsonObject, noun: string): FieldCause[] {
  const { restartPolicy = 'Always', activeDeadlineSeconds } = objectIn(template, 'spec');
  const path = `${TEMPLATE}.spec`;
  return [
    ...(restartPolicy === 'Always' ? [] : [unsupportedValue(`${path}.restartPolicy`, restartPolicy, ['Always'])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [forbiddenValue(`${path}.activeDeadlineSeconds`, `activeDeadlineSeconds in ${noun} is not Supported`)]),
  ];
}

/** What is wrong with a selector that is not as it was. */
export function fixedSelector({ selector }: JsonObject, previous: JsonObject): FieldCause[] {
  if (sameJson(selector, previous['selector'])) return [];
  return [invalidValue('spec.selector', shownSelector(selector), 'field is immutable')];
}

/** What is wrong with a number of pods, or a share of them. */
export function amountFaults(path: string, value: unknown): FieldCause[] {
  if (typeof value === 'number') return notNegative(path, value);
  return typeof value === 'string' && !/^\d+%$/.test(value) ? [invalidValue(path, value, PERCENT_RULE)] : [];
}

/** Whether a number or a share is none; so is what is neither. */
export function isZero(value: unknown): boolean {
  if (typeof value !== 'string') return Number(value ?? 0) === 0;
  const percent = /^(\d+)%$/.exec(value)?.[1];
  return Number(percent ?? (/^[+-]?\d+$/.test(value) ? value : 0)) === 0;
}

/** What the numbers of a status have to be. */
export interface StatusRules {
  /** None of them is negative. */
  readonly counts: readonly string[];
  /** None of them is above `status.replicas`. */
  readonly parts?: readonly string[];
  /** As the message about more available than ready replicas has it; undefined: that is not looked at. */
  readonly ready?: string;
}

/** Writes of the object itself are checked; the status has rules of its own. */
export function ofSpec(
  status: StatusRules,
  check: (spec: JsonObject, before: JsonObject | undefined) => FieldCause[],
): NonNullable<BuiltinKind['validate']> {
  return ({ object, before, subresource }: KindChange) =>
    subresource === 'status'
      ? [
          ...statusFaults(objectIn(object, 'status'), status),
          ...(status.counts.includes('collisionCount')
            ? fewerCollisions(objectIn(object, 'status'), objectIn(before ?? {}, 'status'))
            : []),
        ]
      : check(objectIn(object, 'spec'), before && objectIn(before, 'spec'));
}

function fewerCollisions(
  { collisionCount: next = 0 }: JsonObject,
  { collisionCount: before }: JsonObject,
): FieldCause[] {
  const isLess = typeof before === 'number' && Number(next) < before;
  return isLess ? [invalidValue('status.collisionCount', next, 'cannot be decremented')] : [];
}

function statusFaults(status: JsonObject, { counts, parts = [], ready }: StatusRules): FieldCause[] {
  const above = (field: string, limit: string, shown: string): FieldCause[] =>
    Number(status[field] ?? 0) > Number(status[limit] ?? 0)
      ? [invalidValue(`status.${field}`, status[field] ?? 0, `cannot be greater than ${shown}`)]
      : [];
  return [
    ...counts.flatMap((field) => notNegative(`status.${field}`, status[field])),
    ...parts.flatMap((field) => above(field, 'replicas', 'status.replicas')),
    ...(ready === undefined ? [] : above('availableReplicas', 'readyReplicas', ready)),
  ];
}

const DEPLOYMENT_STATUS: StatusRules = {
  counts: [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
    'terminatingReplicas',
    'collisionCount',
  ],
  parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};
const REPLICA_STATUS: StatusRules = {
  counts: [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'observedGeneration',
    'terminatingReplicas',
  ],
  parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};
/** Deployments. */
export const deployment: BuiltinKind = {
  countsMetadata: ['annotations'],
  validate: ofSpec(DEPLOYMENT_STATUS, (spec, before) => [
    ...notNegative('spec.replicas', spec['replicas']),
    ...selectorAndTemplateFaults(
      spec,
      { noun: 'deployment', required: true, unusable: 'invalid label selector' },
      'ReplicaSet',
    ),
    ...deploymentStrategyFaults(objectIn(spec, 'strategy')),
    ...notNegative('spec.minReadySeconds', spec['minReadySeconds']),
    ...notNegative('spec.revisionHistoryLimit', spec['revisionHistoryLimit']),
    ...deadlineFaults(spec),
    ...(before === undefined ? [] : fixedSelector(spec, before)),
  ]),
};

function deploymentStrategyFaults(strategy: JsonObject): FieldCause[] {
  const { type = '', rollingUpdate } = strategy;
  const path = 'spec.strategy.rollingUpdate';
  if (type === 'Recreate') {
    return rollingUpdate === undefined
      ? []
      : [forbiddenValue(path, "may not be specified when strategy `type` is 'Recreate'")];
  }
  if (type !== 'RollingUpdate') {
    const shown = new StructValue(internalForm('apis/apps.DeploymentStrategy', strategy));
    return [unsupportedValue('spec.strategy', shown, ['Recreate', 'RollingUpdate'])];
  }
  const { maxUnavailable, maxSurge } = isJsonObject(rollingUpdate) ? rollingUpdate : {};
  const none = isZero(maxUnavailable) && isZero(maxSurge);
  return [
    ...amountFaults(`${path}.maxUnavailable`, maxUnavailable),
    ...amountFaults(`${path}.maxSurge`, maxSurge),
    ...(none ? [invalidValue(`${path}.maxUnavailable`, maxUnavailable ?? 0, 'may not be 0 when `maxSurge` is 0')] : []),
    ...notMoreThanAll(`${path}.maxUnavailable`, maxUnavailable),
  ];
}

/** What is wrong with a share of pods that must not be more than all of them. */
export function notMoreThanAll(path: string, amount: unknown): FieldCause[] {
  const percent = typeof amount === 'string' ? /^(\d+)%$/.exec(amount)?.[1] : undefined;
  return Number(percent ?? 0) > 100 ? [invalidValue(path, amount, 'must not be greater than 100%')] : [];
}

function deadlineFaults(spec: JsonObject): FieldCause[] {
  const path = 'spec.progressDeadlineSeconds';
  const deadline = spec['progressDeadlineSeconds'];
  if (typeof deadline !== 'number') return [];
  return [
    ...notNegative(path, deadline),
    ...(deadline > Number(spec['minReadySeconds'] ?? 0)
      ? []
      : [invalidValue(path, deadline, 'must be greater than minReadySeconds')]),
  ];
}

/** ReplicaSets. */
export const replicaSet: BuiltinKind = {
  validate: ofSpec(REPLICA_STATUS, (spec, before) => [
    ...notNegative('spec.replicas', spec['replicas']),
    ...notNegative('spec.minReadySeconds', spec['minReadySeconds']),
    ...selectorAndTemplateFaults(
      spec,
      { noun: 'deployment', required: true, unusable: 'invalid label selector' },
      'ReplicaSet',
    ),
    ...(before === undefined ? [] : fixedSelector(spec, before)),
  ]),
};

/** ReplicationControllers. */
export const replicationController: BuiltinKind = {
  decode(object) {
    const spec = objectIn(object, 'spec');
    const labels = objectIn(objectIn(objectIn(spec, 'template'), 'metadata'), 'labels');
    if (Object.keys(labels).length === 0) return;
    spec['selector'] ??= { ...labels };
    objectIn(object, 'metadata')['labels'] ??= { ...labels };
  },
  validate: ofSpec(REPLICA_STATUS, (spec) => [
    ...notNegative('spec.minReadySeconds', spec['minReadySeconds']),
    ...(Object.keys(objectIn(spec, 'selector')).length === 0 ? [requiredValue('spec.selector')] : []),
    ...notNegative('spec.replicas', spec['replicas']),
    ...(isJsonObject(spec['template'])
      ? templateFaults({ ...spec, selector: { matchLabels: spec['selector'] } }, 'ReplicationController')
      : [requiredValue('spec.template')]),
  ]),
};
