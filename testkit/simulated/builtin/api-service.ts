import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { label1035Faults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, indexed, objectIn, objectsIn, textIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';

const STATES = ['True', 'False', 'Unknown'];

/** APIServices: named after the version and the group that they are for. */
export const apiService: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return statusFaults(objectIn(object, 'status'));
    const spec = objectIn(object, 'spec');
    const [group, version] = [textIn(spec, 'group'), textIn(spec, 'version')];
    const name = textIn(objectIn(object, 'metadata'), 'name');
    const { service, caBundle, insecureSkipTLSVerify } = spec;
    const missing = 'only v1 may have an empty group and it better be legacy kube';
    const rule = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(`${version}.${group}`)}`;
    return [
      ...(name === `${version}.${group}` ? [] : [invalidValue('metadata.name', name, rule)]),
      ...(group === '' && version !== 'v1' ? [requiredValue('spec.group', missing)] : []),
      ...dnsSubdomain('spec.group', group),
      ...label1035Faults(version).map((fault) => invalidValue('spec.version', version, fault)),
      ...priorityFaults(spec, 'groupPriorityMinimum', 20_000),
      ...priorityFaults(spec, 'versionPriority', 1000),
      ...(isJsonObject(service)
        ? serviceFaults(service, 'spec.service')
        : insecureSkipTLSVerify === true
          ? [invalidValue('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify')]
          : []),
      ...(isJsonObject(service) && insecureSkipTLSVerify === true && caBundle !== undefined
        ? [invalidValue('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present')]
        : []),
    ];
  },
};

function priorityFaults(spec: JsonObject, field: string, maximum: number): FieldCause[] {
  const value = Number(spec[field] ?? 0);
  if (value > 0 && value <= maximum) return [];
  return [invalidValue(`spec.${field}`, value, `must be positive and less than ${maximum}`)];
}

function serviceFaults(service: JsonObject, path: string): FieldCause[] {
  const { port } = service;
  const wrongPort = typeof port === 'number' && (port < 1 || port > 65_535);
  return [
    ...['namespace', 'name']
      .filter((field) => textIn(service, field) === '')
      .map((field) => requiredValue(`${path}.${field}`)),
    ...(wrongPort
      ? [invalidValue(`${path}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]
      : []),
  ];
}

function statusFaults(status: JsonObject): FieldCause[] {
  return indexed(objectsIn(status, 'conditions'), 'status.conditions').flatMap(([condition, path]) => {
    const state = textIn(condition, 'status');
    return STATES.includes(state) ? [] : [unsupportedValue(`${path}.status`, state, STATES)];
  });
}
