import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, OMITTED, StructValue, tooLong, tooMany } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import { indexed, notNegative, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { countIndexes } from './job-indexes.js';

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];
const MAX_RULES = 20;
const MAX_CODES = 255;
const MAX_CONDITIONS = 20;
const MAX_INDEXES_TEXT = 64 * 1024;

/** What is wrong with what a Job does about pods that fail. */
export function failurePolicyFaults(spec: JsonObject, path: string): FieldCause[] {
  const policy = spec['podFailurePolicy'];
  if (!isJsonObject(policy)) return [];
  const at = `${path}.podFailurePolicy.rules`;
  const rules = objectsIn(policy, 'rules');
  const podSpec = objectIn(objectIn(spec, 'template'), 'spec');
  const names = ['containers', 'initContainers'].flatMap((field) => objectsIn(podSpec, field)).map(({ name }) => name);
  return [
    ...(rules.length > MAX_RULES ? [tooMany(at, rules.length, MAX_RULES)] : []),
    ...indexed(rules, at).flatMap(([rule, where]) => failureRuleFaults(rule, where, { spec, names })),
  ];
}

function failureRuleFaults(
  rule: JsonObject,
  path: string,
  { spec, names }: { readonly spec: JsonObject; readonly names: readonly unknown[] },
): FieldCause[] {
  const codes = rule['onExitCodes'];
  const conditions = objectsIn(rule, 'onPodConditions');
  const unless = (wrong: boolean, why: string): FieldCause[] => (wrong ? [invalidValue(path, OMITTED, why)] : []);
  return [
    ...actionFaults(rule, `${path}.action`, spec),
    ...(isJsonObject(codes) ? exitCodesFaults(codes, `${path}.onExitCodes`, names) : []),
    ...(conditions.length > MAX_CONDITIONS
      ? [tooMany(`${path}.onPodConditions`, conditions.length, MAX_CONDITIONS)]
      : []),
    ...indexed(conditions, `${path}.onPodConditions`).flatMap(([condition, at]) => [
      ...qualifiedNameFaults(textIn(condition, 'type')).map((fault) =>
        invalidValue(`${at}.type`, textIn(condition, 'type'), fault),
      ),
      ...oneOfRequired(`${at}.status`, textIn(condition, 'status'), STATUSES),
    ]),
    ...unless(
      isJsonObject(codes) && conditions.length > 0,
      'specifying both OnExitCodes and OnPodConditions is not supported',
    ),
    ...unless(
      !isJsonObject(codes) && conditions.length === 0,
      'specifying one of OnExitCodes and OnPodConditions is required',
    ),
  ];
}

function actionFaults(rule: JsonObject, path: string, spec: JsonObject): FieldCause[] {
  const action = textIn(rule, 'action');
  if (action !== 'FailIndex') return oneOfRequired(path, action, ACTIONS);
  const fits = spec['backoffLimitPerIndex'] !== undefined;
  return fits ? [] : [invalidValue(path, action, 'requires the backoffLimitPerIndex to be set')];
}

function oneOfRequired(path: string, value: string, supported: readonly string[]): FieldCause[] {
  if (value !== '') return oneOf(path, value, supported);
  return [requiredValue(path, `valid values: [${supported.map((one) => `"${one}"`).join(' ')}]`)];
}

function exitCodesFaults(codes: JsonObject, path: string, names: readonly unknown[]): FieldCause[] {
  const values = Array.isArray(codes['values']) ? (codes['values'] as readonly number[]) : [];
  const { containerName } = codes;
  const foreign = 'must be one of the container or initContainer names in the pod template';
  const ordered = values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);
  return [
    ...oneOfRequired(`${path}.operator`, textIn(codes, 'operator'), OPERATORS),
    ...(containerName === undefined || names.includes(containerName)
      ? []
      : [invalidValue(`${path}.containerName`, containerName, foreign)]),
    ...(values.length === 0 ? [invalidValue(`${path}.values`, values, 'at least one value is required')] : []),
    ...(values.length > MAX_CODES ? [tooMany(`${path}.values`, values.length, MAX_CODES)] : []),
    ...values.flatMap((value, index) => [
      ...(codes['operator'] === 'In' && value === 0
        ? [invalidValue(`${path}.values[${index}]`, value, 'must not be 0 for the In operator')]
        : []),
      ...(values.indexOf(value) < index ? [duplicateValue(`${path}.values[${index}]`, value)] : []),
    ]),
    ...(ordered ? [] : [invalidValue(`${path}.values`, values, 'must be ordered')]),
  ];
}

/** What is wrong with when a Job counts as done before all of its pods are. */
export function successPolicyFaults(spec: JsonObject, path: string): FieldCause[] {
  const policy = spec['successPolicy'];
  if (!isJsonObject(policy)) return [];
  const at = `${path}.successPolicy`;
  if (spec['completionMode'] !== 'Indexed') {
    const shown = new StructValue(internalForm('apis/batch.SuccessPolicy', policy));
    return [invalidValue(at, shown, 'requires indexed completion mode')];
  }
  const rules = objectsIn(policy, 'rules');
  const none = 'at least one rules must be specified when the successPolicy is specified';
  return [
    ...(rules.length === 0 ? [requiredValue(`${at}.rules`, none)] : []),
    ...(rules.length > MAX_RULES ? [tooMany(`${at}.rules`, rules.length, MAX_RULES)] : []),
    ...indexed(rules, `${at}.rules`).flatMap(([rule, where]) =>
      successRuleFaults(rule, where, Number(spec['completions'] ?? 0)),
    ),
  ];
}

function successRuleFaults(rule: JsonObject, path: string, completions: number): FieldCause[] {
  const { succeededIndexes: indexes, succeededCount: count } = rule;
  const neither = 'at least one of succeededCount or succeededIndexes must be specified';
  const total = typeof indexes === 'string' ? countIndexes(indexes, completions) : 0;
  const limited = (limit: number, what: string): FieldCause[] =>
    Number(count) > limit
      ? [invalidValue(`${path}.succeededCount`, count, `must be less than or equal to ${limit} (${what})`)]
      : [];
  return [
    ...(indexes === undefined && count === undefined ? [requiredValue(path, neither)] : []),
    ...(typeof indexes === 'string' && indexes.length > MAX_INDEXES_TEXT
      ? [tooLong(`${path}.succeededIndexes`, MAX_INDEXES_TEXT)]
      : []),
    ...(typeof total === 'string'
      ? [invalidValue(`${path}.succeededIndexes`, indexes, `error parsing succeededIndexes: ${total}`)]
      : []),
    ...notNegative(`${path}.succeededCount`, count),
    ...limited(completions, 'the number of specified completions'),
    ...(indexes === undefined
      ? []
      : limited(Number(total) || 0, 'the number of indexes in the specified succeededIndexes field')),
  ];
}
