import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue, tooLong } from '../rules/field-fault.js';
import { labelFaults, pathSegmentFaults, subdomainFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, labelsFaults, notNegative, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { conditionsFaults } from './conditions.js';
import { resourceFaults } from './container-resources.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { selectorFaults } from './label-selector.js';
import { tolerationFaults } from './pod-scheduling.js';

const PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

function amount(path: string, value: unknown): FieldCause[] {
  if (typeof value === 'string') {
    if (!/^\d+%$/.test(value)) return [invalidValue(path, value, PERCENT)];
    return Number.parseInt(value, 10) > 100 ? [invalidValue(path, value, 'must not be greater than 100%')] : [];
  }
  return notNegative(path, value);
}

function budgetStatusFaults(status: JsonObject): FieldCause[] {
  const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'];
  return [
    ...conditionsFaults(objectsIn(status, 'conditions'), 'status.conditions'),
    ...counts.flatMap((field) => notNegative(`status.${field}`, status[field])),
  ];
}

/** PodDisruptionBudgets. */
export const disruptionBudget: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return budgetStatusFaults(objectIn(object, 'status'));
    const spec = objectIn(object, 'spec');
    const { minAvailable, maxUnavailable } = spec;
    const both =
      minAvailable !== undefined && maxUnavailable !== undefined
        ? [
            invalidValue(
              'spec',
              new StructValue({
                MinAvailable: minAvailable,
                Selector: spec['selector'] ?? null,
                MaxUnavailable: maxUnavailable,
                UnhealthyPodEvictionPolicy: spec['unhealthyPodEvictionPolicy'] ?? null,
              }),
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
    const name = textIn(objectIn(object, 'metadata'), 'name');
    const reserved =
      before === undefined && name.startsWith('system-')
        ? [
            forbiddenValue(
              'metadata.name',
              "priority class names with 'system-' prefix are reserved for system use only. " +
                `error: ${name} is not a known system priority class`,
            ),
          ]
        : [];
    const policy =
      object['preemptionPolicy'] === ''
        ? [requiredValue('preemptionPolicy')]
        : oneOf('preemptionPolicy', object['preemptionPolicy'], ['PreemptLowerPriority', 'Never']);
    return [
      ...reserved,
      ...tooHigh,
      ...changed('value'),
      ...changed('preemptionPolicy'),
      ...(before === undefined ? policy : []),
    ];
  },
};

function forbiddenOrInvalid(field: string, value: unknown): FieldCause {
  return field === 'value'
    ? forbiddenValue('value', 'may not be changed in an update.')
    : invalidValue(field, value, 'field is immutable');
}

const MAX_CONTROLLER = 250;

/** IngressClasses. */
export const ingressClass: BuiltinKind = {
  applyDefaults(object) {
    const { parameters } = objectIn(object, 'spec');
    if (isJsonObject(parameters)) parameters['scope'] ??= 'Cluster';
  },
  validate({ object, before }) {
    const spec = objectIn(object, 'spec');
    const controller = textIn(spec, 'controller');
    const previous = before === undefined ? controller : textIn(objectIn(before, 'spec'), 'controller');
    return [
      ...(controller === previous ? [] : [invalidValue('spec.controller', controller, 'field is immutable')]),
      ...(controller.length > MAX_CONTROLLER ? [tooLong('spec.controller', MAX_CONTROLLER)] : []),
      ...(controller === '' ? [requiredValue('spec.controller')] : domainPathFaults(controller)),
      ...(isJsonObject(spec['parameters']) ? parameterFaults(spec['parameters'], 'spec.parameters') : []),
    ];
  },
};

function parameterFaults(reference: JsonObject, path: string): FieldCause[] {
  const [kind, name] = [textIn(reference, 'kind'), textIn(reference, 'name')];
  const { apiGroup, scope, namespace } = reference;
  const segment = (at: string, value: string): FieldCause[] =>
    value === '' ? [requiredValue(at)] : pathSegmentFaults(value).map((fault) => invalidValue(at, value, fault));
  return [
    ...(typeof apiGroup === 'string'
      ? subdomainFaults(apiGroup).map((fault) => invalidValue(`${path}.apiGroup`, apiGroup, fault))
      : []),
    ...segment(`${path}.kind`, kind),
    ...segment(`${path}.name`, name),
    ...(scope === undefined
      ? [requiredValue(`${path}.scope`)]
      : oneOf(`${path}.scope`, scope, ['Cluster', 'Namespace'])),
    ...(scope === 'Namespace' && namespace === undefined
      ? [requiredValue(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'")]
      : []),
    ...(scope === 'Cluster' && namespace !== undefined
      ? [forbiddenValue(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'")]
      : []),
    ...(scope === 'Namespace' && typeof namespace === 'string'
      ? labelFaults(namespace).map((fault) => invalidValue(`${path}.namespace`, namespace, fault))
      : []),
  ];
}

const PATH_RULE = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";

/** What is wrong with a path that begins with a domain. */
function domainPathFaults(path: string): FieldCause[] {
  if (!/^[^/]+\/.+$/.test(path))
    return [invalidValue('spec.controller', path, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const [host = ''] = path.split('/');
  const inner = path.slice(host.length + 1);
  return [
    ...dnsSubdomain('spec.controller', host),
    ...(/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(inner) ? [] : [invalidValue('spec.controller', inner, PATH_RULE)]),
  ];
}

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

/** RuntimeClasses: their handler stays. */
export const runtimeClass: BuiltinKind = {
  validate({ object, before }) {
    const handler = textIn(object, 'handler');
    if (before !== undefined)
      return before['handler'] === handler ? [] : [invalidValue('handler', handler, 'field is immutable')];
    const scheduling = objectIn(object, 'scheduling');
    return [
      ...(handler === ''
        ? [requiredValue('handler')]
        : labelFaults(handler).map((fault) => invalidValue('handler', handler, fault))),
      ...resourceFaults({ limits: objectIn(objectIn(object, 'overhead'), 'podFixed') }, 'overhead'),
      ...labelsFaults('scheduling.nodeSelector', scheduling['nodeSelector']),
      ...tolerationFaults(scheduling, 'scheduling'),
    ];
  },
};
