import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, tooMany } from '../rules/field-fault.js';
import { indexed, objectsIn, oneOf, textIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';

const RESTARTS = ['Always', 'Never', 'OnFailure'];
const ACTIONS = ['Restart', 'RestartAllContainers'];
const MAX_RULES = 20;
const MAX_CODES = 255;

/** What is wrong with when a container is started again. */
export function restartFaults(container: JsonObject, path: string): FieldCause[] {
  const rules = objectsIn(container, 'restartPolicyRules');
  const policy = container['restartPolicy'];
  const needed = 'must specify restartPolicy when restart rules are used';
  return [
    ...(policy === undefined && rules.length > 0 ? [requiredValue(`${path}.restartPolicy`, needed)] : []),
    ...oneOf(`${path}.restartPolicy`, policy, RESTARTS),
    ...(rules.length > MAX_RULES ? [tooMany(`${path}.restartPolicyRules`, rules.length, MAX_RULES)] : []),
    ...indexed(rules, `${path}.restartPolicyRules`).flatMap(([rule, at]) => [
      ...oneOf(`${at}.action`, textIn(rule, 'action'), ACTIONS),
      ...codeFaults(rule['exitCodes'], `${at}.exitCodes`),
    ]),
  ];
}

/** The same for a container that ends before others begin, whose rules count only where it says when it is started again. */
export function initRestartFaults(container: JsonObject, path: string): FieldCause[] {
  const faults = restartFaults(container, path);
  return container['restartPolicy'] === undefined ? faults.slice(0, 1) : faults;
}

function codeFaults(codes: unknown, path: string): FieldCause[] {
  if (!isJsonObject(codes)) return [requiredValue(path, 'must be specified')];
  const count = Array.isArray(codes['values']) ? codes['values'].length : 0;
  return [
    ...oneOf(`${path}.operator`, textIn(codes, 'operator'), ['In', 'NotIn']),
    ...(count > MAX_CODES ? [tooMany(`${path}.values`, count, MAX_CODES)] : []),
  ];
}

/** What is wrong with how a container takes a change of its resources; `restart` is the policy of its pod. */
export function resizePolicyFaults(container: JsonObject, path: string, restart: unknown): FieldCause[] {
  const seen = new Set<string>();
  const known = (value: string, supported: readonly string[]): FieldCause[] =>
    value === '' ? [requiredValue(path)] : supported.includes(value) ? [] : [unsupportedValue(path, value, supported)];
  return indexed(objectsIn(container, 'resizePolicy'), path).flatMap(([policy, at]) => {
    const [resource, own] = [textIn(policy, 'resourceName'), textIn(policy, 'restartPolicy')];
    const repeated = seen.has(resource);
    seen.add(resource);
    const why = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
    return [
      ...(repeated ? [duplicateValue(at, resource)] : []),
      ...known(resource, ['cpu', 'memory']),
      ...known(own, ['NotRequired', 'RestartContainer']),
      ...(restart === 'Never' && own !== 'NotRequired' ? [invalidValue(path, own, why)] : []),
    ];
  });
}

/** What ends before others begin is never started again for its resources. */
export function initResizeFaults(container: JsonObject, path: string): FieldCause[] {
  if (container['restartPolicy'] === 'Always') return [];
  const why = "must not be set to 'RestartContainer' for non-sidecar initContainers";
  return indexed(objectsIn(container, 'resizePolicy'), `${path}.resizePolicy`)
    .filter(([policy]) => policy['restartPolicy'] === 'RestartContainer')
    .map(([policy, at]) => invalidValue(`${at}.restartPolicy`, policy['restartPolicy'], why));
}
