import { isIP } from 'node:net';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import type { BuiltinKind } from './builtin-kind.js';
import { pathSegmentFaults, subdomainFaults } from '../rules/names.js';
import { between, dnsLabel, dnsSubdomain, indexed, objectIn, objectsIn, PORTS, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import { balancerPointFaults } from './balancer-status.js';
import { portNameFaults } from './container-handlers.js';
import { defaultClass } from './default-class.js';
import type { FieldCause } from './faults.js';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];

const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class';

/** Ingresses. */
export const ingress: BuiltinKind = {
  prepare(object, { creating, all }) {
    const spec = objectIn(object, 'spec');
    const isClassed = spec['ingressClassName'] !== undefined || annotatedClass(object) !== undefined;
    if (!creating || isClassed) return;
    const name = defaultClass(all('ingressclasses.networking.k8s.io'), DEFAULT_CLASS);
    if (name !== undefined) spec['ingressClassName'] = name;
  },
  warnings(object, before) {
    const isUsed = annotatedClass(object) !== undefined && objectIn(object, 'spec')['ingressClassName'] === undefined;
    if (!isUsed || before !== undefined) return [];
    return [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`];
  },
  validate({ object, before, subresource }) {
    if (subresource === 'status') return statusFaults(object, before);
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const rules = objectsIn(spec, 'rules');
    const { defaultBackend: backend, ingressClassName: className } = spec;
    const empty = rules.length === 0 && backend === undefined;
    return [
      ...(empty
        ? [invalidValue('spec', spec['rules'] ?? null, 'either `defaultBackend` or `rules` must be specified')]
        : []),
      ...(isJsonObject(backend) ? backendFaults(backend, 'spec.defaultBackend') : []),
      ...indexed(rules, 'spec.rules').flatMap(([rule, path]) => ruleFaults(rule, path)),
      ...indexed(objectsIn(spec, 'tls'), 'spec.tls').flatMap(([entry, path]) => tlsFaults(entry, path)),
      ...(typeof className === 'string'
        ? subdomainFaults(className).map((fault) => invalidValue('spec.ingressClassName', className, fault))
        : []),
      ...(before === undefined ? classFaults(object, spec) : []),
    ];
  },
};

function annotatedClass(object: JsonObject): unknown {
  return objectIn(objectIn(object, 'metadata'), 'annotations')[CLASS_ANNOTATION];
}

function statusFaults(object: JsonObject, before: JsonObject | undefined): FieldCause[] {
  const pointsOf = (one: JsonObject): JsonObject[] =>
    objectsIn(objectIn(objectIn(one, 'status'), 'loadBalancer'), 'ingress');
  const known = pointsOf(before ?? {}).map((point) => textIn(point, 'ip'));
  return indexed(pointsOf(object), 'status.loadBalancer.ingress').flatMap(([point, path]) =>
    balancerPointFaults(point, path, { known, hasMode: false }),
  );
}

function classFaults(object: JsonObject, spec: JsonObject): FieldCause[] {
  const annotated = annotatedClass(object);
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
  if (!host.includes('*')) return subdomainFaults(host).map((fault) => invalidValue(path, host, fault));
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
  const address = isIP(host) === 0 ? [] : [invalidValue(path, host, 'must be a DNS name, not an IP address')];
  return [...address, ...nameFaults(host, path)];
}

function pathsFaults(http: JsonObject, path: string): FieldCause[] {
  const paths = objectsIn(http, 'paths');
  if (paths.length === 0) return [requiredValue(path)];
  return indexed(paths, path).flatMap(([entry, at]) => {
    const type = entry['pathType'];
    if (type === undefined || type === null) return [requiredValue(`${at}.pathType`, 'pathType must be specified')];
    return [
      ...pathFaults(String(type), textIn(entry, 'path'), at),
      ...backendFaults(objectIn(entry, 'backend'), `${at}.backend`),
    ];
  });
}

function pathFaults(type: string, text: string, path: string): FieldCause[] {
  if (!PATH_TYPES.includes(type)) return [unsupportedValue(`${path}.pathType`, type, PATH_TYPES)];
  const optional = type === 'ImplementationSpecific' && text === '';
  const absolute =
    optional || text.startsWith('/') ? [] : [invalidValue(`${path}.path`, text, 'must be an absolute path')];
  if (type === 'ImplementationSpecific') return absolute;
  return [
    ...absolute,
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
  if (isJsonObject(resource)) return referenceFaults(resource, `${path}.resource`);
  if (!isJsonObject(service)) return [invalidValue(path, '', 'resource or service backend is required')];
  return [...dnsLabel(`${path}.service.name`, textIn(service, 'name')), ...portFaults(objectIn(service, 'port'), path)];
}

function portFaults(port: JsonObject, path: string): FieldCause[] {
  const name = textIn(port, 'name');
  const numbered = Number(port['number'] ?? 0) !== 0;
  if (name !== '' && numbered) return [invalidValue(path, '', 'cannot set both port name & port number')];
  if (name !== '') return portNameFaults(name).map((fault) => invalidValue(`${path}.service.port.name`, name, fault));
  if (numbered) return between(`${path}.service.port.number`, port['number'], PORTS);
  return [requiredValue(path, 'port name or number is required')];
}

/** What is wrong with a reference to an object of any kind in the namespace. */
function referenceFaults(reference: JsonObject, path: string): FieldCause[] {
  const group = reference['apiGroup'];
  return [
    ...(typeof group === 'string'
      ? subdomainFaults(group).map((fault) => invalidValue(`${path}.apiGroup`, group, fault))
      : []),
    ...['kind', 'name'].flatMap((field) => {
      const value = textIn(reference, field);
      if (value === '') return [requiredValue(`${path}.${field}`)];
      return pathSegmentFaults(value).map((fault) => invalidValue(`${path}.${field}`, value, fault));
    }),
  ];
}
