import { lookupTable } from '../objects/lookup-table.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { pathSegmentFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsLabel, indexed, notNegative, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { containerResourceNameFaults } from './container-resources.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { parseQuantity } from './quantity.js';

const DEFAULT_PERCENTAGE = 80;
const MAX_WINDOW_SECONDS = 3600;
const MAX_PERIOD_SECONDS = 1800;

/** HorizontalPodAutoscalers of either version. */
export const autoscaler: BuiltinKind = {
  // The older version has one metric, which is there even where nobody has set it.
  decode(object) {
    if (object['apiVersion'] === 'autoscaling/v1' && isJsonObject(object['spec']))
      object['spec']['targetCPUUtilizationPercentage'] ??= DEFAULT_PERCENTAGE;
  },
  validate({ object, subresource }) {
    const [spec, status] = [objectIn(object, 'spec'), objectIn(object, 'status')];
    if (subresource !== undefined)
      return ['currentReplicas', 'desiredReplicas'].flatMap((field) => notNegative(`status.${field}`, status[field]));
    return [
      ...replicaFaults(Number(spec['minReplicas'] ?? 1), Number(spec['maxReplicas'] ?? 0)),
      ...referenceFaults(objectIn(spec, 'scaleTargetRef'), 'spec.scaleTargetRef', true),
      ...indexed(objectsIn(spec, 'metrics'), 'spec.metrics').flatMap(([metric, path]) => metricFaults(metric, path)),
      ...percentageFaults(spec['targetCPUUtilizationPercentage']),
      ...zeroFaults(spec),
      ...['scaleUp', 'scaleDown'].flatMap((field) =>
        scalingFaults(objectIn(spec, 'behavior')[field], `spec.behavior.${field}`),
      ),
    ];
  },
};

function replicaFaults(minimum: number, maximum: number): FieldCause[] {
  const faults: FieldCause[] = [];
  if (minimum < 1) faults.push(invalidValue('spec.minReplicas', minimum, 'must be greater than or equal to 1'));
  if (maximum === 0) faults.push(requiredValue('spec.maxReplicas', 'must be set and greater than 0'));
  if (maximum < 0) faults.push(invalidValue('spec.maxReplicas', maximum, 'must be greater than or equal to 1'));
  if (maximum < minimum)
    faults.push(invalidValue('spec.maxReplicas', maximum, 'must be greater than or equal to `minReplicas`'));
  return faults;
}

function percentageFaults(percentage: unknown): FieldCause[] {
  if (typeof percentage !== 'number' || percentage > 0) return [];
  return [invalidValue('spec.metrics[0].resource.target.averageUtilization', percentage, 'must be greater than 0')];
}

function zeroFaults(spec: JsonObject): FieldCause[] {
  const isOutside = ({ type }: JsonObject): boolean => type === 'Object' || type === 'External';
  if (spec['minReplicas'] !== 0 || objectsIn(spec, 'metrics').some(isOutside)) return [];
  const why = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [forbiddenValue('spec.metrics', why)];
}

function referenceFaults(target: JsonObject, path: string, needsGroup: boolean): FieldCause[] {
  const apiVersion = textIn(target, 'apiVersion');
  const parts = apiVersion.split('/');
  const hasGroup =
    (parts.length > 1 && parts[0] !== '') ||
    (apiVersion === 'v1' && textIn(target, 'kind') === 'ReplicationController');
  const why = parts.length > 2 ? `unexpected GroupVersion string: ${apiVersion}` : 'apiVersion must specify API group';
  return [
    ...['kind', 'name'].flatMap((field) => segmentFaults(`${path}.${field}`, textIn(target, field))),
    ...(parts.length < 3 && (hasGroup || !needsGroup) ? [] : [invalidValue(`${path}.apiVersion`, apiVersion, why)]),
  ];
}

function segmentFaults(path: string, name: string, missing = ''): FieldCause[] {
  if (name === '') return [requiredValue(path, missing)];
  return pathSegmentFaults(name).map((fault) => invalidValue(path, name, fault));
}

/** The sources of metrics in the order in which the server looks at them; only the first one is checked. */
const SOURCES = lookupTable<string>({
  object: 'Object',
  external: 'External',
  pods: 'Pods',
  resource: 'Resource',
  containerResource: 'ContainerResource',
});
const SOURCE_TYPES = Object.values(SOURCES).sort();

function metricFaults(metric: JsonObject, path: string): FieldCause[] {
  const type = textIn(metric, 'type');
  const present = Object.keys(SOURCES).filter((field) => isJsonObject(metric[field]));
  const [first] = present;
  const faults: FieldCause[] = type === '' ? [requiredValue(`${path}.type`, 'must specify a metric source type')] : [];
  // Said by two checks of the server.
  if (!SOURCE_TYPES.includes(type)) {
    const fault = unsupportedValue(`${path}.type`, type, SOURCE_TYPES);
    faults.push(fault, fault);
  }
  if (first !== undefined) faults.push(...sourceFaults(first, objectIn(metric, first), `${path}.${first}`));
  const expected = Object.keys(SOURCES).find((field) => SOURCES[field] === type);
  if (expected !== undefined && !present.includes(expected))
    faults.push(requiredValue(`${path}.${expected}`, 'must populate information for the given metric source'));
  if (present.length === 1) return faults;
  const others = present.filter((field) => field !== expected);
  return [
    ...faults,
    ...others.map((field) => forbiddenValue(`${path}.${field}`, 'must populate the given metric source only')),
  ];
}

function sourceFaults(kind: string, source: JsonObject, path: string): FieldCause[] {
  const target = objectIn(source, 'target');
  const has = (field: string): boolean => target[field] !== undefined;
  const at = `${path}.target`;
  const faults = targetFaults(target, at);
  if (kind === 'resource' || kind === 'containerResource') {
    const name = textIn(source, 'name');
    const isContained = kind === 'containerResource';
    faults.unshift(
      ...(name === '' ? [requiredValue(`${path}.name`, 'must specify a resource name')] : []),
      ...(isContained && name !== '' ? containerResourceNameFaults(`${path}.name`, name) : []),
      ...(isContained ? containerFaults(`${path}.container`, textIn(source, 'container')) : []),
    );
    if (!has('averageUtilization') && !has('averageValue')) {
      const why = 'must set either a target raw value or a target utilization';
      faults.push(requiredValue(`${at}.averageUtilization`, why));
    }
    if (has('averageUtilization') && has('averageValue')) {
      const why = 'may not set both a target raw value and a target utilization';
      faults.push(forbiddenValue(`${at}.averageValue`, why));
    }
    return faults;
  }
  const name = textIn(objectIn(source, 'metric'), 'name');
  faults.push(...segmentFaults(`${path}.metric.name`, name, 'must specify a metric name'));
  if (kind === 'object')
    faults.push(...referenceFaults(objectIn(source, 'describedObject'), `${path}.describedObject`, false));
  return [...faults, ...amountFaults(kind, at, has)];
}

function containerFaults(path: string, name: string): FieldCause[] {
  return name === '' ? [requiredValue(path, 'must specify a container')] : dnsLabel(path, name);
}

function amountFaults(kind: string, at: string, has: (field: string) => boolean): FieldCause[] {
  if (kind === 'pods')
    return has('averageValue')
      ? []
      : [requiredValue(`${at}.averageValue`, 'must specify a positive target averageValue')];
  if (!has('value') && !has('averageValue')) {
    const why =
      kind === 'object'
        ? 'must set either a target value or averageValue'
        : 'must set either a target value for metric or a per-pod target';
    return [requiredValue(`${at}.averageValue`, why)];
  }
  if (kind !== 'external' || !has('value') || !has('averageValue')) return [];
  return [forbiddenValue(`${at}.value`, 'may not set both a target value for metric and a per-pod target')];
}

function targetFaults(target: JsonObject, path: string): FieldCause[] {
  const type = textIn(target, 'type');
  const { averageUtilization } = target;
  const isKnown = ['Utilization', 'Value', 'AverageValue'].includes(type);
  return [
    ...(type === '' ? [requiredValue(`${path}.type`, 'must specify a metric target type')] : []),
    ...(isKnown ? [] : [invalidValue(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue')]),
    ...['value', 'averageValue']
      .filter((field) => target[field] !== undefined && (parseQuantity(String(target[field]))?.nano ?? 0n) <= 0n)
      .map((field) => invalidValue(`${path}.${field}`, target[field], 'must be positive')),
    ...(typeof averageUtilization === 'number' && averageUtilization < 1
      ? [invalidValue(`${path}.averageUtilization`, averageUtilization, 'must be greater than 0')]
      : []),
  ];
}

function scalingFaults(rules: unknown, path: string): FieldCause[] {
  if (!isJsonObject(rules)) return [];
  const { stabilizationWindowSeconds: seconds, tolerance } = rules;
  const window = `${path}.stabilizationWindowSeconds`;
  const policies = objectsIn(rules, 'policies');
  const negative = tolerance !== undefined && (parseQuantity(String(tolerance))?.nano ?? 0n) < 0n;
  return [
    ...(typeof seconds === 'number' && seconds < 0
      ? [invalidValue(window, seconds, 'must be greater than or equal to zero')]
      : []),
    ...(typeof seconds === 'number' && seconds > MAX_WINDOW_SECONDS
      ? [invalidValue(window, seconds, `must be less than or equal to ${MAX_WINDOW_SECONDS}`)]
      : []),
    ...oneOf(`${path}.selectPolicy`, rules['selectPolicy'], ['Disabled', 'Max', 'Min']),
    ...(policies.length === 0 ? [requiredValue(`${path}.policies`, 'must specify at least one Policy')] : []),
    ...indexed(policies, `${path}.policies`).flatMap(([policy, at]) => policyFaults(policy, at)),
    ...(negative ? [invalidValue(`${path}.tolerance`, tolerance, 'must be greater than or equal to 0')] : []),
  ];
}

function policyFaults(policy: JsonObject, path: string): FieldCause[] {
  const period = Number(policy['periodSeconds'] ?? 0);
  const value = Number(policy['value'] ?? 0);
  return [
    ...oneOf(`${path}.type`, textIn(policy, 'type'), ['Percent', 'Pods']),
    ...(value <= 0 ? [invalidValue(`${path}.value`, value, 'must be greater than zero')] : []),
    ...(period <= 0 ? [invalidValue(`${path}.periodSeconds`, period, 'must be greater than zero')] : []),
    ...(period > MAX_PERIOD_SECONDS
      ? [invalidValue(`${path}.periodSeconds`, period, `must be less than or equal to ${MAX_PERIOD_SECONDS}`)]
      : []),
  ];
}
