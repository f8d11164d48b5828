import { isIP } from 'node:net';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, indexed, objectIn, objectsIn, textIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];

/** Ingresses. */
export const ingress: BuiltinKind = {
  validate({ object, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const rules = objectsIn(spec, 'rules');
    const backend = spec['defaultBackend'];
    const empty = rules.length === 0 && backend === undefined;
    return [
      ...(empty ? [invalidValue('spec', null, 'either `defaultBackend` or `rules` must be specified')] : []),
      ...indexed(rules, 'spec.rules').flatMap(([rule, path]) => ruleFaults(rule, path)),
      ...(isJsonObject(backend) ? backendFaults(backend, 'spec.defaultBackend') : []),
      ...dnsSubdomain('spec.ingressClassName', textIn(spec, 'ingressClassName')),
    ];
  },
};

function ruleFaults(rule: JsonObject, path: string): FieldCause[] {
  const http = rule['http'];
  return [
    ...hostFaults(textIn(rule, 'host'), `${path}.host`),
    ...(isJsonObject(http) ? pathsFaults(http, `${path}.http.paths`) : []),
  ];
}

function hostFaults(host: string, path: string): FieldCause[] {
  if (host === '') return [];
  if (isIP(host) !== 0) return [invalidValue(path, host, 'must be a DNS name, not an IP address')];
  return dnsSubdomain(path, host.startsWith('*.') ? host.slice(2) : host).map((fault) =>
    host.startsWith('*.') ? { ...fault, message: fault.message?.replace(host.slice(2), host) ?? '' } : fault,
  );
}

function pathsFaults(http: JsonObject, path: string): FieldCause[] {
  const paths = objectsIn(http, 'paths');
  if (paths.length === 0) return [requiredValue(path)];
  return indexed(paths, path).flatMap(([entry, at]) => {
    const type = entry['pathType'];
    const text = textIn(entry, 'path');
    return [...typeFaults(type, text, at), ...backendFaults(objectIn(entry, 'backend'), `${at}.backend`)];
  });
}

function typeFaults(type: unknown, text: string, path: string): FieldCause[] {
  if (type === undefined || type === null) return [requiredValue(`${path}.pathType`, 'pathType must be specified')];
  if (!PATH_TYPES.includes(String(type))) return [unsupportedValue(`${path}.pathType`, type, PATH_TYPES)];
  const optional = type === 'ImplementationSpecific' && text === '';
  return optional || text.startsWith('/') ? [] : [invalidValue(`${path}.path`, text, 'must be an absolute path')];
}

function backendFaults(backend: JsonObject, path: string): FieldCause[] {
  const { service, resource } = backend;
  if (isJsonObject(resource) && isJsonObject(service)) {
    return [invalidValue(path, '', 'cannot set both resource and service backends')];
  }
  if (isJsonObject(resource)) return [];
  if (!isJsonObject(service)) return [invalidValue(path, '', 'resource or service backend is required')];
  const port = objectIn(service, 'port');
  const named = textIn(port, 'name') !== '';
  const numbered = Number(port['number'] ?? 0) !== 0;
  return [
    ...(textIn(service, 'name') === '' ? [requiredValue(`${path}.service.name`)] : []),
    ...(named && numbered ? [invalidValue(path, '', 'cannot set both port name & port number')] : []),
    ...(named || numbered ? [] : [requiredValue(path, 'port name or number is required')]),
  ];
}
