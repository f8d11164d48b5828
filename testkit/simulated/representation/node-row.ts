import { objectIn, objectsIn, textIn } from '../builtin/checks.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { age } from './row-parts.js';
import type { RowPrinter } from './row-parts.js';

const ROLE_PREFIX = 'node-role.kubernetes.io/';
const ROLE = 'kubernetes.io/role';

/** A node: whether it is ready, what it is for, what it runs on. */
export const nodeRow: RowPrinter = (object, nowMs) => {
  const status = objectIn(object, 'status');
  const info = objectIn(status, 'nodeInfo');
  const architecture = textIn(info, 'architecture');
  const kernel = textIn(info, 'kernelVersion') || '<unknown>';
  return [
    object.metadata.name ?? '',
    stateOf(object, status),
    rolesOf(object),
    age(object, nowMs),
    textIn(info, 'kubeletVersion'),
    addressOf(status, 'InternalIP'),
    addressOf(status, 'ExternalIP'),
    textIn(info, 'osImage') || '<unknown>',
    architecture === '' ? kernel : `${kernel} (${architecture})`,
    textIn(info, 'containerRuntimeVersion') || '<unknown>',
  ];
};

function stateOf(object: ApiObject, status: JsonObject): string {
  const ready = [...objectsIn(status, 'conditions')].reverse().find((condition) => condition['type'] === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady';
  return objectIn(object, 'spec')['unschedulable'] === true ? `${state},SchedulingDisabled` : state;
}

function rolesOf({ metadata: { labels = {} } }: ApiObject): string {
  const roles = Object.entries(labels).map(([key, value]) =>
    key.startsWith(ROLE_PREFIX) ? key.slice(ROLE_PREFIX.length) : key === ROLE ? value : '',
  );
  const known = [...new Set(roles.filter((role) => role !== ''))].sort();
  return known.length === 0 ? '<none>' : known.join(',');
}

function addressOf(status: JsonObject, type: string): string {
  const found = objectsIn(status, 'addresses').find((address) => address['type'] === type);
  return found === undefined ? '<none>' : textIn(found, 'address');
}
