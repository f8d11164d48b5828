import type { JsonObject } from '../objects/api-object.js';
import { tooLong } from '../rules/field-fault.js';
import { subdomainFaults } from '../rules/names.js';
import { notNegative, objectIn, oneOf } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { failurePolicyFaults, successPolicyFaults } from './job-policies.js';
import { podTemplateFaults } from './pod-spec.js';

const MANY = 100_000;
const MANY_AT_ONCE = 10_000;
const MAX_MANAGER = 63;
const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];
const PATH = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;

/** What is wrong with the specification of a Job, also of one that is made later. */
export function jobSpecFaults(spec: JsonObject, path: string): FieldCause[] {
  const unlimited = spec['maxFailedIndexes'] !== undefined && spec['backoffLimitPerIndex'] === undefined;
  return [
    ...COUNTS.flatMap((field) => notNegative(`${path}.${field}`, spec[field])),
    ...(unlimited ? [requiredValue(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')] : []),
    ...managerFaults(spec['managedBy'], `${path}.managedBy`),
    ...oneOf(`${path}.completionMode`, spec['completionMode'], ['NonIndexed', 'Indexed']),
    ...(spec['completionMode'] === 'Indexed' ? indexedFaults(spec, path) : []),
    ...((spec['completionMode'] ?? 'NonIndexed') === 'NonIndexed' ? unindexedFaults(spec, path) : []),
    ...failurePolicyFaults(spec, path),
    ...successPolicyFaults(spec, path),
    ...replacementFaults(spec, `${path}.podReplacementPolicy`),
    ...podTemplateFaults(objectIn(spec, 'template'), `${path}.template`),
    ...restartFaults(spec, `${path}.template.spec.restartPolicy`),
  ];
}

function managerFaults(manager: unknown, path: string): FieldCause[] {
  if (typeof manager !== 'string') return [];
  return [...domainPathFaults(manager, path), ...(manager.length > MAX_MANAGER ? [tooLong(path, MAX_MANAGER)] : [])];
}

/** What is wrong with a path behind a domain, such as `acme.io/foo`. */
function domainPathFaults(text: string, path: string): FieldCause[] {
  if (text === '') return [requiredValue(path)];
  const slash = text.indexOf('/');
  const [host, rest] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  if (slash < 1 || rest === '')
    return [invalidValue(path, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  return [
    ...subdomainFaults(host).map((fault) => invalidValue(path, host, fault)),
    ...(new RegExp(`^${PATH}$`).test(rest)
      ? []
      : [invalidValue(path, rest, `Invalid path (regex used for validation is '${PATH}')`)]),
  ];
}

function indexedFaults(spec: JsonObject, path: string): FieldCause[] {
  const { completions, parallelism, maxFailedIndexes: failed } = spec;
  const limit = `must be less than or equal to ${MANY}`;
  const above = (field: string, maximum: number, why: string): FieldCause[] =>
    Number(spec[field]) > maximum ? [invalidValue(`${path}.${field}`, spec[field], why)] : [];
  const tight = `must be less than or equal to ${MANY_AT_ONCE} when completions are above ${MANY} and used with backoff limit per index`;
  const crowded = Number(completions) > MANY && spec['backoffLimitPerIndex'] !== undefined;
  return [
    ...(completions === undefined ? [requiredValue(`${path}.completions`, 'when completion mode is Indexed')] : []),
    ...(parallelism === undefined ? [] : above('parallelism', MANY, `${limit} when completion mode is Indexed`)),
    ...(completions === undefined
      ? []
      : above('maxFailedIndexes', Number(completions), 'must be less than or equal to completions')),
    ...above('maxFailedIndexes', MANY, limit),
    ...(crowded && failed === undefined
      ? [requiredValue(`${path}.maxFailedIndexes`, `must be specified when completions is above ${MANY}`)]
      : []),
    ...(crowded ? ['parallelism', 'maxFailedIndexes'].flatMap((field) => above(field, MANY_AT_ONCE, tight)) : []),
  ];
}

function unindexedFaults(spec: JsonObject, path: string): FieldCause[] {
  return ['backoffLimitPerIndex', 'maxFailedIndexes']
    .filter((field) => spec[field] !== undefined)
    .map((field) => invalidValue(`${path}.${field}`, spec[field], 'requires indexed completion mode'));
}

function replacementFaults(spec: JsonObject, path: string): FieldCause[] {
  const supported = spec['podFailurePolicy'] === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  return oneOf(path, spec['podReplacementPolicy'], supported);
}

function restartFaults(spec: JsonObject, path: string): FieldCause[] {
  const restart = objectIn(objectIn(spec, 'template'), 'spec')['restartPolicy'] ?? '';
  if (restart === '' || restart === 'Always') return [requiredValue(path, 'valid values: "OnFailure", "Never"')];
  if (restart !== 'OnFailure' && restart !== 'Never') return [unsupportedValue(path, restart, ['OnFailure', 'Never'])];
  if (restart === 'Never' || spec['podFailurePolicy'] === undefined) return [];
  return [invalidValue(path, restart, 'only "Never" is supported when podFailurePolicy is specified')];
}

/** What the server warns of in the specification of a Job. */
export function jobWarnings(spec: JsonObject, path: string): string[] {
  const { completionMode, completions, parallelism } = spec;
  if (completionMode !== 'Indexed' || Number(completions) <= MANY || Number(parallelism) <= MANY_AT_ONCE) return [];
  return [
    `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, ` +
      'Kubernetes might not be able to track completedIndexes when a big number of indexes fail',
  ];
}
