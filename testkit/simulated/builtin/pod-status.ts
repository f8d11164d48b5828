import { isIP } from 'node:net';
import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, StructValue } from '../rules/field-fault.js';
import { qualifiedNameFaults, subdomainFaults } from '../rules/names.js';
import { indexed, objectIn, objectsIn, textIn, integerIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { containerStatusFaults, dropDisabledStatus, extendedClaimFaults } from './pod-container-status.js';
import { ipFaults, ipWarnings } from './ip-checks.js';

const OWN_CONDITIONS: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);
const WHOLE = 'must be a non-negative integer';

/** What is wrong with the new status of a pod. */
export function podStatusFaults(pod: JsonObject, before: JsonObject): FieldCause[] {
  const [status, previous] = [objectIn(pod, 'status'), objectIn(before, 'status')];
  const spec = objectIn(before, 'spec');
  const observed = integerIn(status, 'observedGeneration');
  return [
    ...conditionFaults(objectsIn(status, 'conditions'), 'status.conditions'),
    ...nominationFaults(status, previous, spec),
    ...(observed < 0 ? [invalidValue('status.observedGeneration', observed, WHOLE)] : []),
    ...(previous['qosClass'] === undefined || sameJson(status['qosClass'] ?? '', previous['qosClass'])
      ? []
      : [invalidValue('status.qosClass', status['qosClass'] ?? '', 'field is immutable')]),
    ...['containers', 'initContainers', 'ephemeralContainers'].flatMap((field) =>
      transitionFaults(status, previous, { spec, field }),
    ),
    ...claimFaults(objectsIn(status, 'resourceClaimStatuses'), spec),
    ...extendedClaimFaults(status['extendedResourceClaimStatus'], spec),
    ...addressFaults(status, previous, 'podIPs'),
    ...hostAddressFaults(status, previous),
    ...containerStatusFaults(status, spec),
  ];
}

function conditionFaults(conditions: readonly JsonObject[], path: string): FieldCause[] {
  return indexed(conditions, path).flatMap(([condition, at]) => {
    const [type, observed] = [textIn(condition, 'type'), integerIn(condition, 'observedGeneration')];
    return [
      ...(observed < 0 ? [invalidValue(`${at}.observedGeneration`, observed, WHOLE)] : []),
      ...(OWN_CONDITIONS.has(type) ? [] : qualifiedNameFaults(type)).map((fault) =>
        invalidValue(`${at}.Type`, type, fault),
      ),
    ];
  });
}

function nominationFaults(status: JsonObject, previous: JsonObject, spec: JsonObject): FieldCause[] {
  const name = textIn(status, 'nominatedNodeName');
  if (name === '' || name === textIn(previous, 'nominatedNodeName')) return [];
  const path = 'status.nominatedNodeName';
  return [
    ...subdomainFaults(name).map((fault) => invalidValue(path, name, fault)),
    ...(textIn(spec, 'nodeName') === ''
      ? []
      : [forbiddenValue(path, 'may not be set on pods that are already bound to a node')]),
  ];
}

/** What has ended stays so, where it is not to be started again. */
function transitionFaults(
  status: JsonObject,
  previous: JsonObject,
  { spec, field }: { readonly spec: JsonObject; readonly field: string },
): FieldCause[] {
  const statuses = `${field.slice(0, -1)}Statuses`;
  const mayAllRestart = [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')].some((container) =>
    objectsIn(container, 'restartPolicyRules').some((rule) => rule['action'] === 'RestartAllContainers'),
  );
  if (mayAllRestart && field !== 'ephemeralContainers') return [];
  const present = objectsIn(status, statuses);
  return indexed(objectsIn(previous, statuses), `status.${statuses}`).flatMap(([old, at]) => {
    const ended = objectIn(old, 'state')['terminated'];
    const now = present.find(({ name }) => name === old['name']);
    if (!isJsonObject(ended) || now === undefined || isJsonObject(objectIn(now, 'state')['terminated'])) return [];
    const container = objectsIn(spec, field).find(({ name }) => name === old['name']);
    const code = Number(ended['exitCode'] ?? 0);
    if (field !== 'ephemeralContainers' && container !== undefined && restarts(container, spec, code)) return [];
    return [forbiddenValue(`${at}.state`, 'may not be transitioned to non-terminated state')];
  });
}

function restarts(container: JsonObject, spec: JsonObject, code: number): boolean {
  const rule = objectsIn(container, 'restartPolicyRules').find(({ exitCodes }) => {
    if (!isJsonObject(exitCodes)) return false;
    const listed = Array.isArray(exitCodes['values']) && exitCodes['values'].includes(code);
    return exitCodes['operator'] === 'In' ? listed : exitCodes['operator'] === 'NotIn' && !listed;
  });
  if (rule !== undefined) return rule['action'] === 'Restart';
  const policy = container['restartPolicy'] ?? spec['restartPolicy'];
  return policy === 'Always' || (policy === 'OnFailure' && code !== 0);
}

function claimFaults(statuses: readonly JsonObject[], spec: JsonObject): FieldCause[] {
  const seen = new Set<string>();
  const known = new Set(objectsIn(spec, 'resourceClaims').map((claim) => textIn(claim, 'name')));
  return indexed(statuses, 'status.resourceClaimStatuses').flatMap(([status, at]) => {
    const name = textIn(status, 'name');
    const repeated = seen.has(name);
    seen.add(name);
    const claim = status['resourceClaimName'];
    return [
      ...(known.has(name)
        ? []
        : [invalidValue(`${at}.name`, name, 'must match the name of an entry in `spec.resourceClaims`')]),
      ...(repeated ? [duplicateValue(`${at}.name`, name)] : []),
      ...(typeof claim === 'string' ? subdomainFaults(claim) : []).map((fault) =>
        invalidValue(`${at}.resourceClaimName`, claim, fault),
      ),
    ];
  });
}

function hostAddressFaults(status: JsonObject, previous: JsonObject): FieldCause[] {
  const [first] = objectsIn(status, 'hostIPs');
  if (first === undefined) return [];
  const address = textIn(first, 'ip');
  return [
    ...(address === textIn(status, 'hostIP')
      ? []
      : [invalidValue('status.hostIPs[0].ip', address, 'must be equal to `hostIP`')]),
    ...addressFaults(status, previous, 'hostIPs'),
  ];
}

/** At most one address of each family, and no bad one that was not there before. */
function addressFaults(status: JsonObject, previous: JsonObject, field: string): FieldCause[] {
  const textsOf = (from: JsonObject): string[] => objectsIn(from, field).map((one) => textIn(one, 'ip'));
  const [addresses, before] = [textsOf(status), textsOf(previous)];
  const path = `status.${field}`;
  const faults = addresses.flatMap((address, index) => ipFaults(`${path}[${index}]`, address, before));
  if (addresses.length < 2) return faults;
  const bad = addresses.findIndex((address) => isIP(address) === 0);
  if (bad >= 0) {
    const why = `failed to check for dual stack with error:invalid IP[${bad}]: <nil> (invalid IP: ${JSON.stringify(addresses[bad])})`;
    const message = `Internal error: ${why}`;
    faults.push({ reason: 'InternalError', message, field: path } as unknown as (typeof faults)[number]);
  }
  const families = new Set(addresses.map((address) => isIP(address)));
  if (bad >= 0 || families.size < 2 || addresses.length > 2) {
    const shown = new StructValue(addresses.map((address) => ({ IP: address })));
    faults.push(invalidValue(path, shown, 'may specify no more than one IP for each IP family'));
  }
  return faults;
}

/** What is said of addresses in a status that nobody else would write so. */
export function addressWarnings(status: JsonObject): string[] {
  return ['podIPs', 'hostIPs'].flatMap((field) =>
    indexed(objectsIn(status, field), `status.${field}`).flatMap(([one, at]) =>
      ipWarnings(`${at}.ip`, textIn(one, 'ip')),
    ),
  );
}

/** A status with what it had before and writers that are older than it leave out: the class, and what generation is observed. */
export function keptStatus(status: JsonObject, before: JsonObject): JsonObject {
  dropDisabledStatus(status, before);
  const observed = new Map<unknown, unknown[]>();
  for (const { type, observedGeneration } of objectsIn(before, 'conditions')) {
    observed.set(type, [...(observed.get(type) ?? []), observedGeneration]);
  }
  for (const condition of objectsIn(status, 'conditions')) {
    // Conditions of one type are told apart by their order alone.
    const generation = observed.get(condition['type'])?.shift();
    if (generation !== undefined) condition['observedGeneration'] ??= generation;
  }
  const kept = ['qosClass', 'observedGeneration'].filter((field) => !status[field] && before[field] !== undefined);
  return { ...status, ...Object.fromEntries(kept.map((field) => [field, before[field]])) };
}
