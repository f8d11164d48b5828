import { sameJson } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, notNegative, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { selectorFaults } from './label-selector.js';

/** HorizontalPodAutoscalers of either version. */
export const autoscaler: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const target = objectIn(spec, 'scaleTargetRef');
    const minimum = Number(spec['minReplicas'] ?? 1);
    const maximum = Number(spec['maxReplicas'] ?? 0);
    const minimumFaults =
      minimum < 1 ? [invalidValue('spec.minReplicas', minimum, 'must be greater than or equal to 1')] : [];
    const maximumFaults: FieldCause[] =
      maximum === 0
        ? [requiredValue('spec.maxReplicas', 'must be set and greater than 0')]
        : maximum < 1
          ? [invalidValue('spec.maxReplicas', maximum, 'must be greater than 0')]
          : [];
    if (maximum < minimum) {
      const message = 'must be greater than or equal to `minReplicas`';
      maximumFaults.push(invalidValue('spec.maxReplicas', maximum, message));
    }
    return [
      ...minimumFaults,
      ...maximumFaults,
      ...groupFaults(textIn(target, 'apiVersion'), textIn(target, 'kind')),
      ...(textIn(target, 'kind') === '' ? [requiredValue('spec.scaleTargetRef.kind')] : []),
      ...(textIn(target, 'name') === '' ? [requiredValue('spec.scaleTargetRef.name')] : []),
    ];
  },
};

/** Only replication controllers can be scaled without a group. */
function groupFaults(apiVersion: string, kind: string): FieldCause[] {
  const path = 'spec.scaleTargetRef.apiVersion';
  if (apiVersion.includes('/') || (apiVersion === 'v1' && kind === 'ReplicationController')) return [];
  return [invalidValue(path, apiVersion, 'apiVersion must specify API group')];
}

const PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

function amount(path: string, value: unknown): FieldCause[] {
  if (typeof value === 'string') return /^\d+%$/.test(value) ? [] : [invalidValue(path, value, PERCENT)];
  return notNegative(path, value);
}

/** PodDisruptionBudgets. */
export const disruptionBudget: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const { minAvailable, maxUnavailable } = spec;
    const both =
      minAvailable !== undefined && maxUnavailable !== undefined
        ? [
            invalidValue(
              'spec',
              { MinAvailable: minAvailable, MaxUnavailable: maxUnavailable },
              'minAvailable and maxUnavailable cannot be both set',
            ),
          ]
        : [];
    return [
      ...both,
      ...amount('spec.minAvailable', minAvailable),
      ...amount('spec.maxUnavailable', maxUnavailable),
      ...selectorFaults('spec.selector', spec['selector']),
      ...oneOf('spec.unhealthyPodEvictionPolicy', spec['unhealthyPodEvictionPolicy'], [
        'AlwaysAllow',
        'IfHealthyBudget',
      ]),
    ];
  },
};

/** PriorityClasses. */
export const priorityClass: BuiltinKind = {
  validate({ object, before }) {
    const changed = (field: string): FieldCause[] =>
      before === undefined || sameJson(object[field] ?? null, before[field] ?? null)
        ? []
        : [forbiddenOrInvalid(field, object[field])];
    const value = Number(object['value'] ?? 0);
    const tooHigh =
      before === undefined && value > 1_000_000_000
        ? [forbiddenValue('value', 'maximum allowed value of a user defined priority is 1000000000')]
        : [];
    return [...tooHigh, ...changed('value'), ...changed('preemptionPolicy')];
  },
};

function forbiddenOrInvalid(field: string, value: unknown): FieldCause {
  return field === 'value'
    ? forbiddenValue('value', 'may not be changed in an update.')
    : invalidValue(field, value, 'field is immutable');
}

/** NetworkPolicies. */
export const networkPolicy: BuiltinKind = {
  validate({ object }) {
    const spec = objectIn(object, 'spec');
    return selectorFaults('spec.podSelector', spec['podSelector']);
  },
};

/** IngressClasses. */
export const ingressClass: BuiltinKind = {
  validate({ object, before }) {
    const spec = objectIn(object, 'spec');
    const controller = textIn(spec, 'controller');
    const previous = before === undefined ? controller : textIn(objectIn(before, 'spec'), 'controller');
    return [
      ...(controller === ''
        ? [requiredValue('spec.controller')]
        : dnsSubdomain('spec.controller', controller.split('/')[0] ?? '')),
      ...(controller === previous ? [] : [invalidValue('spec.controller', controller, 'field is immutable')]),
    ];
  },
};

/** ControllerRevisions: their data stays. */
export const controllerRevision: BuiltinKind = {
  validate({ object, before }) {
    const faults = notNegative('revision', object['revision']);
    if (object['data'] === undefined || object['data'] === null)
      faults.push(requiredValue('data', 'data is mandatory'));
    else if (before !== undefined && !sameJson(object['data'], before['data'])) {
      faults.push(invalidValue('data', object['data'], 'field is immutable'));
    }
    return faults;
  },
};

/** RuntimeClasses and the like, whose one field is required and stays. */
export function fixedField(field: string): BuiltinKind {
  return {
    validate({ object, before }) {
      const value = textIn(object, field);
      if (value === '') return [requiredValue(field)];
      return before === undefined || before[field] === value ? [] : [invalidValue(field, value, 'field is immutable')];
    },
  };
}

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** Nodes: new ones are not ready. */
export const node: BuiltinKind = {
  prepare(object, { creating }) {
    if (!creating) return;
    const spec = objectIn(object, 'spec');
    spec['taints'] = [...objectsIn(spec, 'taints').filter(({ key }) => key !== NOT_READY.key), { ...NOT_READY }];
    object['spec'] = spec;
  },
};
