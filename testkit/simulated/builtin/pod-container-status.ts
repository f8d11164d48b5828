import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, tooLong } from '../rules/field-fault.js';
import { labelFaults, subdomainFaults } from '../rules/names.js';
import { between, indexed, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';

const STATUSES = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;
const IDS: readonly [number, number] = [0, 2_147_483_647];
const HEALTH = ['Healthy', 'Unhealthy', 'Unknown'];
const MAX_HEALTH_MESSAGE = 1024;

/** What is wrong with what is said of the users and the devices of containers. */
export function containerStatusFaults(status: JsonObject, spec: JsonObject): FieldCause[] {
  const isWindows = objectIn(spec, 'os')['name'] === 'windows';
  return [
    ...STATUSES.flatMap((field) =>
      indexed(objectsIn(status, field), `status.${field}`).flatMap(([one, at]) =>
        userFaults(objectIn(one, 'user')['linux'], `${at}.user.linux`, isWindows),
      ),
    ),
    ...(['containers', 'initContainers'] as const).flatMap((field) => {
      const statuses = field === 'containers' ? STATUSES[0] : STATUSES[1];
      return indexed(objectsIn(status, statuses), `status.${statuses}`).flatMap(([one, at]) =>
        deviceFaults(one, `${at}.allocatedResourcesStatus`, objectsIn(spec, field)),
      );
    }),
    ...indexed(objectsIn(status, STATUSES[2]), `status.${STATUSES[2]}`)
      .filter(([one]) => objectsIn(one, 'allocatedResourcesStatus').length > 0)
      .map(([, at]) => forbiddenValue(`${at}.allocatedResourcesStatus`, 'must not be specified in container status')),
  ];
}

function userFaults(user: unknown, path: string, isWindows: boolean): FieldCause[] {
  if (!isJsonObject(user)) return [];
  if (isWindows) return [forbiddenValue(path, 'cannot be set for a windows pod')];
  const groups = Array.isArray(user['supplementalGroups']) ? user['supplementalGroups'] : [];
  return [
    ...['uid', 'gid'].flatMap((field) => between(`${path}.${field}`, user[field], IDS)),
    ...groups.flatMap((group, index) => between(`${path}.supplementalGroups[${index}]`, group, IDS)),
  ];
}

/** Devices belong to a resource that the container asks for, or to one of its claims. */
function deviceFaults(status: JsonObject, path: string, containers: readonly JsonObject[]): FieldCause[] {
  const container = containers.find(({ name }) => name === status['name']);
  const resources = objectIn(container ?? {}, 'resources');
  const claims = new Set(
    objectsIn(resources, 'claims').map((claim) => {
      const request = textIn(claim, 'request');
      return `claim:${textIn(claim, 'name')}${request === '' ? '' : `/${request}`}`;
    }),
  );
  return indexed(objectsIn(status, 'allocatedResourcesStatus'), path).flatMap(([allocated, at]) => {
    const name = textIn(allocated, 'name');
    const isClaim = name.startsWith('claim:');
    const known = isClaim ? claims.has(name) : objectIn(resources, 'requests')[name] !== undefined;
    const why = isClaim
      ? "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty"
      : "must match one of the container's resource requests";
    return [
      ...(container === undefined || known ? [] : [invalidValue(`${at}.name`, name, why)]),
      ...healthFaults(objectsIn(allocated, 'resources'), `${at}.resources`),
    ];
  });
}

function healthFaults(devices: readonly JsonObject[], path: string): FieldCause[] {
  const seen = new Set<string>();
  return indexed(devices, path).flatMap(([device, at]) => {
    const [id, message] = [textIn(device, 'resourceID'), device['message']];
    const repeated = seen.has(id);
    seen.add(id);
    return [
      ...oneOf(`${at}.health`, textIn(device, 'health'), HEALTH),
      ...(message === '' ? [requiredValue(`${at}.message`, 'must be non-empty if specified')] : []),
      ...(String(message ?? '').length > MAX_HEALTH_MESSAGE ? [tooLong(`${at}.message`, MAX_HEALTH_MESSAGE)] : []),
      ...(repeated ? [duplicateValue(`${at}.resourceID`, id)] : []),
    ];
  });
}

const MAPPED = 'spec.initContainers.resources.requests or spec.containers.resources.requests';

/** What is wrong with the claim that was made for resources of devices that containers ask for by name. */
export function extendedClaimFaults(status: unknown, spec: JsonObject): FieldCause[] {
  if (!isJsonObject(status)) return [];
  const path = 'status.extendedResourceClaimStatus';
  const mappings = objectsIn(status, 'requestMappings');
  const containers = [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')];
  const claim = textIn(status, 'resourceClaimName');
  const seen = new Set<string>();
  return [
    ...(mappings.length === 0
      ? [requiredValue(`${path}.requestMappings`, 'at least one request mapping is required')]
      : []),
    ...indexed(mappings, `${path}.requestMappings`).flatMap(([mapping, at]) => {
      const [name, resource] = [textIn(mapping, 'containerName'), textIn(mapping, 'resourceName')];
      const request = textIn(mapping, 'requestName');
      const container = containers.find((one) => one['name'] === name);
      const asked = objectIn(objectIn(container ?? {}, 'resources'), 'requests')[resource] !== undefined;
      const key = JSON.stringify([name, resource, request]);
      const repeated = seen.has(key);
      seen.add(key);
      const unknown = 'must match the name of an entry in spec.initContainers.name or spec.containers.name';
      return [
        ...(container === undefined ? [invalidValue(`${at}.containerName`, name, unknown)] : []),
        ...(container === undefined || asked
          ? []
          : [
              invalidValue(
                `${at}.resourceName`,
                resource,
                `must match the extended resource name of an entry in ${MAPPED}`,
              ),
            ]),
        ...labelFaults(request).map((fault) => invalidValue(`${path}.requestName`, request, fault)),
        ...(repeated
          ? [
              duplicateValue(`${at}.containerName`, name),
              duplicateValue(`${at}.resourceName`, resource),
              duplicateValue(`${at}.requestName`, request),
            ]
          : []),
      ];
    }),
    ...(claim === ''
      ? [requiredValue(`${path}.resourceClaimName`)]
      : subdomainFaults(claim).map((fault) => invalidValue(`${path}.resourceClaimName`, claim, fault))),
  ];
}

/** Drops from a status what belongs to features that are switched off, unless it was there before. */
export function dropDisabledStatus(status: JsonObject, before: JsonObject): void {
  if (objectsIn(before, 'nodeAllocatableResourceClaimStatuses').length === 0) {
    delete status['nodeAllocatableResourceClaimStatuses'];
  }
  for (const field of STATUSES) {
    for (const one of objectsIn(status, field)) {
      for (const mount of objectsIn(one, 'volumeMounts')) delete mount['volumeStatus'];
    }
  }
}
