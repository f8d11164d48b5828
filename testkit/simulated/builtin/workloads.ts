import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import type { KindChange } from '../rules/kind-rules.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsLabel, indexed, notNegative, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { isEmptySelector, selectorFaults, selects } from './label-selector.js';
import { podTemplateFaults } from './pod-spec.js';
import { claimSpecFaults } from './claim-spec.js';

const TEMPLATE = 'spec.template';
const PERCENT_RULE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** What a workload's selector has to be. */
interface SelectorRules {
  /** As messages name the kind. */
  readonly noun: string;
  readonly required: boolean;
  /** Said of a selector with a bad expression; undefined: nothing. */
  readonly unusable: string | undefined;
}

function selectorAndTemplateFaults(spec: JsonObject, rules: SelectorRules, templateNoun: string): FieldCause[] {
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
  if (faults.some(({ field }) => field?.startsWith('spec.selector.'))) {
    if (rules.unusable !== undefined) faults.push(invalidValue('spec.selector', selector, rules.unusable));
    return faults;
  }
  return [...faults, ...templateFaults(spec, templateNoun)];
}

function templateFaults(spec: JsonObject, noun: string): FieldCause[] {
  const template = objectIn(spec, 'template');
  const labels = objectIn(template, 'metadata')['labels'];
  const matching = selects(spec['selector'], isJsonObject(labels) ? labels : {});
  const podSpec = objectIn(template, 'spec');
  const faults = matching
    ? []
    : [invalidValue(`${TEMPLATE}.metadata.labels`, labels ?? null, '`selector` does not match template `labels`')];
  faults.push(...(podTemplateFaults(template, TEMPLATE) as typeof faults));
  const { restartPolicy } = podSpec;
  if (
    restartPolicy !== undefined &&
    restartPolicy !== 'Always' &&
    ['OnFailure', 'Never'].includes(String(restartPolicy))
  ) {
    faults.push(unsupportedValue(`${TEMPLATE}.spec.restartPolicy`, restartPolicy, ['Always']));
  }
  if (podSpec['activeDeadlineSeconds'] !== undefined) {
    const message = `activeDeadlineSeconds in ${noun} is not Supported`;
    faults.push(forbiddenValue(`${TEMPLATE}.spec.activeDeadlineSeconds`, message));
  }
  return faults;
}

function immutable(path: string, next: unknown, previous: unknown): FieldCause[] {
  return sameJson(next, previous) ? [] : [invalidValue(path, next ?? null, 'field is immutable')];
}

function amountFaults(path: string, value: unknown): FieldCause[] {
  if (typeof value === 'number') return notNegative(path, value);
  return typeof value === 'string' && !/^\d+%$/.test(value) ? [invalidValue(path, value, PERCENT_RULE)] : [];
}

const isZero = (value: unknown): boolean => value === 0 || value === '0%';

/** What the numbers of a status have to be. */
interface StatusRules {
  /** None of them is negative. */
  readonly counts: readonly string[];
  /** None of them is above `status.replicas`. */
  readonly parts?: readonly string[];
  /** As the message about more available than ready replicas has it; undefined: that is not looked at. */
  readonly ready?: string;
}

/** Writes of the object itself are checked; the status has rules of its own. */
function ofSpec(
  status: StatusRules,
  check: (spec: JsonObject, before: JsonObject | undefined) => FieldCause[],
): NonNullable<BuiltinKind['validate']> {
  return ({ object, before, subresource }: KindChange) =>
    subresource === 'status'
      ? statusFaults(objectIn(object, 'status'), status)
      : check(objectIn(object, 'spec'), before && objectIn(before, 'spec'));
}

function statusFaults(status: JsonObject, { counts, parts = [], ready }: StatusRules): FieldCause[] {
  const above = (field: string, limit: string, shown: string): FieldCause[] =>
    Number(status[field] ?? 0) > Number(status[limit] ?? 0)
      ? [invalidValue(`status.${field}`, status[field], `cannot be greater than ${shown}`)]
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
    'collisionCount',
  ],
  parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};
const REPLICA_STATUS: StatusRules = {
  counts: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
  parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};
const STATEFUL_STATUS: StatusRules = {
  counts: [
    'replicas',
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
    'observedGeneration',
    'collisionCount',
  ],
  parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
  ready: 'status.readyReplicas',
};
const DAEMON_STATUS: StatusRules = {
  counts: [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ],
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
    ...(before === undefined ? [] : immutable('spec.selector', spec['selector'], before['selector'])),
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
    const shown = { Type: type, RollingUpdate: null };
    return [unsupportedGoValue('spec.strategy', shown, ['Recreate', 'RollingUpdate'])];
  }
  const { maxUnavailable, maxSurge } = isJsonObject(rollingUpdate) ? rollingUpdate : {};
  const faults = [
    ...amountFaults(`${path}.maxUnavailable`, maxUnavailable),
    ...amountFaults(`${path}.maxSurge`, maxSurge),
    ...notMoreThanAll(`${path}.maxUnavailable`, maxUnavailable),
  ];
  if (isZero(maxUnavailable) && isZero(maxSurge)) {
    faults.push(invalidValue(`${path}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  return faults;
}

function notMoreThanAll(path: string, amount: unknown): FieldCause[] {
  const percent = typeof amount === 'string' ? /^(\d+)%$/.exec(amount)?.[1] : undefined;
  return Number(percent ?? 0) > 100 ? [invalidValue(path, amount, 'must not be greater than 100%')] : [];
}

function unsupportedGoValue(field: string, value: object, supported: readonly string[]): FieldCause {
  const listed = supported.map((one) => JSON.stringify(one)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${listed}`;
  return { reason: 'FieldValueNotSupported', message, field };
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
    ...(before === undefined ? [] : immutable('spec.selector', spec['selector'], before['selector'])),
  ]),
};

const CHANGEABLE_OF_STATEFUL_SETS = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

/** StatefulSets. */
export const statefulSet: BuiltinKind = {
  // Behind a gate that is off.
  prepare: (object) =>
    void delete objectIn(objectIn(objectIn(object, 'spec'), 'updateStrategy'), 'rollingUpdate')['maxUnavailable'],
  warnings(object) {
    const limit = objectIn(object, 'spec')['revisionHistoryLimit'];
    const text = 'a negative value retains all historical revisions; a value >= 0 is recommended';
    return typeof limit === 'number' && limit < 0 ? [`spec.revisionHistoryLimit: ${text}`] : [];
  },
  validate: ofSpec(STATEFUL_STATUS, (spec, before) => [
    ...(['OrderedReady', 'Parallel'].includes(String(spec['podManagementPolicy']))
      ? []
      : [
          invalidValue('spec.podManagementPolicy', spec['podManagementPolicy'], "must be 'OrderedReady' or 'Parallel'"),
        ]),
    ...statefulStrategyFaults(objectIn(spec, 'updateStrategy')),
    ...statefulPartFaults(spec),
    ...notNegative('spec.replicas', spec['replicas']),
    ...notNegative('spec.minReadySeconds', spec['minReadySeconds']),
    ...selectorAndTemplateFaults(spec, { noun: 'statefulset', required: true, unusable: '' }, 'StatefulSet'),
    ...(before === undefined ? [] : statefulChangeFaults(spec, before)),
  ]),
};

function statefulStrategyFaults(strategy: JsonObject): FieldCause[] {
  const { type } = strategy;
  if (type === 'RollingUpdate') {
    const { partition } = objectIn(strategy, 'rollingUpdate');
    return notNegative('spec.updateStrategy.rollingUpdate.partition', partition);
  }
  if (type === 'OnDelete') return unusedRollingFaults(strategy['rollingUpdate']);
  const message = `Invalid value: ${JSON.stringify({ Type: type, RollingUpdate: null })}: must be 'RollingUpdate' or 'OnDelete'`;
  return [{ reason: 'FieldValueInvalid', message, field: 'spec.updateStrategy' }];
}

function unusedRollingFaults(rolling: unknown): FieldCause[] {
  if (!isJsonObject(rolling)) return [];
  const shown = new StructValue({ Partition: rolling['partition'] ?? 0, MaxUnavailable: null });
  return [invalidValue('spec.updateStrategy.rollingUpdate', shown, "only allowed for updateStrategy 'RollingUpdate'")];
}

const RETENTIONS = ['Retain', 'Delete'];

function statefulPartFaults(spec: JsonObject): FieldCause[] {
  const retention = objectIn(spec, 'persistentVolumeClaimRetentionPolicy');
  const serviceName = textIn(spec, 'serviceName');
  return [
    ...['whenDeleted', 'whenScaled'].flatMap((field) =>
      oneOf(`spec.persistentVolumeClaimRetentionPolicy.${field}`, retention[field], RETENTIONS),
    ),
    ...notNegative('spec.ordinals.start', objectIn(spec, 'ordinals')['start']),
    ...(serviceName === '' ? [] : dnsLabel('spec.serviceName', serviceName)),
    ...indexed(objectsIn(spec, 'volumeClaimTemplates'), 'spec.volumeClaimTemplates').flatMap(([template, at]) =>
      claimSpecFaults(objectIn(template, 'spec'), `${at}.spec`),
    ),
  ];
}

function statefulChangeFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const fixed = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).filter(([field]) => !CHANGEABLE_OF_STATEFUL_SETS.includes(field)));
  if (sameJson(fixed(spec), fixed(before))) return [];
  const listed = CHANGEABLE_OF_STATEFUL_SETS.map((field) => `'${field}'`);
  const message = `updates to statefulset spec for fields other than ${listed.slice(0, -1).join(', ')} and ${listed.at(-1) ?? ''} are forbidden`;
  return [forbiddenValue('spec', message)];
}

/** Counts the changes of the template, for clients of an API that is no more. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** DaemonSets. */
export const daemonSet: BuiltinKind = {
  applyDefaults(object) {
    const metadata = objectIn(object, 'metadata');
    metadata['annotations'] = { [TEMPLATE_GENERATION]: '0', ...objectIn(metadata, 'annotations') };
  },
  prepare(object, { before }) {
    const template = (value: JsonObject): unknown => objectIn(value, 'spec')['template'];
    const metadata = objectIn(object, 'metadata');
    const count = Number(objectIn(objectIn(before ?? {}, 'metadata'), 'annotations')[TEMPLATE_GENERATION] ?? 0);
    const changed = before === undefined || !sameJson(template(object), template(before));
    const annotations = {
      ...objectIn(metadata, 'annotations'),
      [TEMPLATE_GENERATION]: String(changed ? count + 1 : count),
    };
    metadata['annotations'] = annotations;
  },
  validate: ofSpec(DAEMON_STATUS, (spec, before) => [
    ...(before === undefined ? [] : immutable('spec.selector', spec['selector'], before['selector'])),
    ...selectorAndTemplateFaults(spec, { noun: 'daemonset', required: false, unusable: undefined }, 'DaemonSet'),
    ...notNegative('spec.minReadySeconds', spec['minReadySeconds']),
    ...daemonStrategyFaults(objectIn(spec, 'updateStrategy')),
    ...notNegative('spec.revisionHistoryLimit', spec['revisionHistoryLimit']),
  ]),
};

function daemonStrategyFaults(strategy: JsonObject): FieldCause[] {
  const { type } = strategy;
  if (type !== 'RollingUpdate') {
    const shown = { Type: type, RollingUpdate: null };
    return type === 'OnDelete' ? [] : [unsupportedGoValue('spec.updateStrategy', shown, ['RollingUpdate', 'OnDelete'])];
  }
  const path = 'spec.updateStrategy.rollingUpdate';
  const { maxUnavailable, maxSurge } = objectIn(strategy, 'rollingUpdate');
  const none = isZero(maxUnavailable) && isZero(maxSurge);
  const both = !isZero(maxUnavailable ?? 0) && !isZero(maxSurge ?? 0);
  return [
    ...amountFaults(`${path}.maxUnavailable`, maxUnavailable),
    ...amountFaults(`${path}.maxSurge`, maxSurge),
    ...(none ? [requiredValue(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')] : []),
    ...(both ? [invalidValue(`${path}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')] : []),
  ];
}

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
