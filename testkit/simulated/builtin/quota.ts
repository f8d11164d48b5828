import { lookupTable } from '../objects/lookup-table.js';
import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { sentIn } from './emptied-fields.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { parseQuantity } from './quantity.js';
import type { Quantity } from './quantity.js';

const COMPUTE = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const COUNTED = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'persistentvolumeclaims',
  'configmaps',
  'services.nodeports',
  'services.loadbalancers',
];
const STANDARD: ReadonlySet<string> = new Set([
  ...COMPUTE,
  ...COUNTED,
  'ephemeral-storage',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
]);
const PODS: ReadonlySet<string> = new Set(['pods', ...COMPUTE]);
const CLAIMS: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'requests.storage']);

/** Which resources a quota may limit where it is for some pods or claims only. */
const SCOPES = lookupTable<ReadonlySet<string>>({
  Terminating: PODS,
  NotTerminating: PODS,
  NotBestEffort: PODS,
  PriorityClass: PODS,
  CrossNamespacePodAffinity: PODS,
  BestEffort: new Set(['pods']),
  VolumeAttributesClass: CLAIMS,
});
const OPPOSITES = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

const isHugePages = (name: string): boolean => /^(requests\.)?hugepages-/.test(name);

/** What is wrong with the name of a resource, wherever amounts are listed. */
export function resourceNameFaults(path: string, name: string): FieldCause[] {
  const faults = qualifiedNameFaults(name).map((fault) => invalidValue(path, name, fault));
  if (faults.length > 0 || name.includes('/') || STANDARD.has(name) || name === 'storage' || isHugePages(name))
    return faults;
  return [invalidValue(path, name, 'must be a standard resource type or fully qualified')];
}

/** What is wrong with an amount that is no less than nothing, and whole for what is counted. */
export function amountFaults(path: string, name: string, value: unknown): FieldCause[] {
  const nano = quantityOf(value).nano;
  const extended = name.includes('/') && !name.startsWith('requests.') && !/(^|\.)kubernetes\.io\//.test(name);
  const whole = !(COUNTED.includes(name) || extended) || nano % 1_000_000_000n === 0n;
  return [
    ...(nano < 0n ? [invalidValue(path, String(value), 'must be greater than or equal to 0')] : []),
    ...(whole ? [] : [invalidValue(path, String(value), 'must be an integer')]),
  ];
}

function quantityOf(value: unknown): Quantity {
  return parseQuantity(String(value)) ?? { nano: 0n, format: 'decimal' };
}

function amountsFaults(path: string, amounts: JsonObject): FieldCause[] {
  return Object.entries(amounts).flatMap(([name, value]) => {
    const at = `${path}[${name}]`;
    const known = name.includes('/') || STANDARD.has(name) || isHugePages(name);
    return [
      ...resourceNameFaults(at, name),
      ...(known ? [] : [invalidValue(at, name, 'must be a standard resource for quota')]),
      ...amountFaults(at, name, value),
    ];
  });
}

const limited = (spec: JsonObject): string[] =>
  Object.keys(objectIn(spec, 'hard')).filter((name) => STANDARD.has(name));

function scopeFaults(spec: JsonObject): FieldCause[] {
  const scopes = textsIn(spec, 'scopes');
  const fault = (why: string): FieldCause => invalidValue('spec.scopes', scopes, why);
  return [
    ...scopes.flatMap((scope) => [
      ...(scope in SCOPES ? [] : [fault('unsupported scope')]),
      ...limited(spec)
        .filter((name) => SCOPES[scope]?.has(name) === false)
        .map(() => fault('unsupported scope applied to resource')),
    ]),
    ...OPPOSITES.filter((pair) => pair.every((scope) => scopes.includes(scope))).map(() => fault('conflicting scopes')),
  ];
}

const EXISTS_ONLY =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function selectorFaults(spec: JsonObject): FieldCause[] {
  if (!isJsonObject(spec['scopeSelector'])) return [];
  const path = 'spec.scopeSelector.matchExpressions';
  const requirements = objectsIn(spec['scopeSelector'], 'matchExpressions');
  const shown = {
    MatchExpressions: requirements.map((one) => ({
      ScopeName: textIn(one, 'scopeName'),
      Operator: textIn(one, 'operator'),
      Values: one['values'] ?? null,
    })),
  };
  return requirements.flatMap((requirement) => {
    const [scope, operator] = [textIn(requirement, 'scopeName'), textIn(requirement, 'operator')];
    const faults: FieldCause[] = scope in SCOPES ? [] : [invalidValue(`${path}.scopeName`, scope, 'unsupported scope')];
    for (const name of limited(spec)) {
      if (SCOPES[scope]?.has(name) === false)
        faults.push(invalidValue(path, new StructValue(shown), 'unsupported scope applied to resource'));
    }
    const byValue = scope === 'PriorityClass' || scope === 'VolumeAttributesClass' || !(scope in SCOPES);
    if (!byValue && operator !== 'Exists') faults.push(invalidValue(`${path}.operator`, operator, EXISTS_ONLY));
    return [...faults, ...valueFaults(path, operator, textsIn(requirement, 'values'))];
  });
}

function valueFaults(path: string, operator: string, values: readonly string[]): FieldCause[] {
  if (operator === 'In' || operator === 'NotIn') {
    const why = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    return values.length === 0 ? [requiredValue(`${path}.values`, why)] : [];
  }
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    const why = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    return values.length > 0 ? [invalidValue(`${path}.values`, values, why)] : [];
  }
  return [invalidValue(`${path}.operator`, operator, 'not a valid selector operator')];
}

/** ResourceQuotas. */
export const resourceQuota: BuiltinKind = {
  validate({ object, before, subresource }) {
    const [spec, status] = [objectIn(object, 'spec'), objectIn(object, 'status')];
    const reported = ['hard', 'used'].flatMap((field) => amountsFaults(`status.${field}`, objectIn(status, field)));
    if (subresource !== undefined) return reported;
    const sorted = (scopes: string[]): string[] => scopes.sort();
    const isRescoped =
      before !== undefined &&
      !sameJson(sorted(textsIn(spec, 'scopes')), sorted(textsIn(objectIn(before, 'spec'), 'scopes')));
    return [
      ...amountsFaults('spec.hard', objectIn(spec, 'hard')),
      ...scopeFaults(spec),
      ...selectorFaults(spec),
      ...(isRescoped ? [invalidValue('spec.scopes', sentIn(spec, 'scopes'), 'field is immutable')] : []),
      ...(before === undefined ? reported : []),
    ];
  },
};
