import { isIP } from 'node:net';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { subdomainFaults } from '../rules/names.js';
import { between, dnsSubdomain, indexed, objectIn, objectsIn, PORTS, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import { balancerStatusFaults } from './service-faults.js';
import type { FieldCause } from './faults.js';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];

/** Ingresses. */
export const ingress: BuiltinKind = {
  warnings(object) {
    const used = objectIn(objectIn(object, 'metadata'), 'annotations')[CLASS_ANNOTATION] !== undefined;
    return used ? [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`] : [];
  },
  validate({ object, before, subresource }) {
    if (subresource === 'status') return balancerStatusFaults(objectIn(object, 'status'));
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const rules = objectsIn(spec, 'rules');
    const backend = spec['defaultBackend'];
    const empty = rules.length === 0 && backend === undefined;
    return [
      ...(empty ? [invalidValue('spec', null, 'either `defaultBackend` or `rules` must be specified')] : []),
      ...indexed(rules, 'spec.rules').flatMap(([rule, path]) => ruleFaults(rule, path)),
      ...(isJsonObject(backend) ? backendFaults(backend, 'spec.defaultBackend') : []),
      ...indexed(objectsIn(spec, 'tls'), 'spec.tls').flatMap(([entry, path]) => tlsFaults(entry, path)),
      ...dnsSubdomain('spec.ingressClassName', textIn(spec, 'ingressClassName')),
      ...(before === undefined ? classFaults(object, spec) : []),
    ];
  },
};

function classFaults(object: JsonObject, spec: JsonObject): FieldCause[] {
  const annotated = objectIn(objectIn(object, 'metadata'), 'annotations')[CLASS_ANNOTATION];
  const named = spec['ingressClassName'];
  if (annotated === undefined || named === undefined || annotated === named) return [];
  const detail = 'must match `ingressClassName` when both are specified';
  return [invalidValue(`annotations.${CLASS_ANNOTATION}`, annotated, detail)];
}

function tlsFaults(entry: JsonObject, path: string): FieldCause[] {
  return [
    ...textsIn(entry, 'hosts').flatMap((host, index) => nameFaults(host, `${path}.hosts[${index}]`)),
    ...dnsSubdomain(`${path}.secretName`, textIn(entry, 'secretName')),
  ];
}

const WILDCARD_RULE =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** A name that may begin with an asterisk. */
function nameFaults(host: string, path: string): FieldCause[] {
  if (!host.includes('*')) return dnsSubdomain(path, host);
  const fits = host.startsWith('*.') && subdomainFaults(host.slice(2)).length === 0;
  return fits ? [] : [invalidValue(path, host, WILDCARD_RULE)];
}

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
  return nameFaults(host, path);
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
  if (!optional && !text.startsWith('/')) return [invalidValue(`${path}.path`, text, 'must be an absolute path')];
  if (type === 'ImplementationSpecific') return [];
  return [
    ...['//', '/./', '/../', '%2f', '%2F']
      .filter((part) => text.includes(part))
      .map((part) => invalidValue(`${path}.path`, text, `must not contain '${part}'`)),
    ...['/..', '/.']
      .filter((end) => text.endsWith(end))
      .map((end) => invalidValue(`${path}.path`, text, `cannot end with '${end}'`)),
  ];
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
    ...(numbered ? between(`${path}.service.port.number`, port['number'], PORTS) : []),
    ...(named || numbered ? [] : [requiredValue(path, 'port name or number is required')]),
  ];
}
