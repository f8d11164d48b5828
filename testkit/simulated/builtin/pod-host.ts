import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, StructValue, tooLong } from '../rules/field-fault.js';
import { subdomainFaults } from '../rules/names.js';
import { dnsLabel, dnsSubdomain, indexed, objectIn, objectsIn, textIn } from './checks.js';
import { podResourceFaults } from './container-resources.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { formatQuantity, parseQuantity } from './quantity.js';
import { everyContainer, otherSystemFaults } from './windows-options.js';

const MAX_HOSTNAME = 64;
const SYSTEMS = ['linux', 'windows'];

/** What is wrong with ports on the network of the node; a template may leave them to be the same. */
export function hostNetworkFaults(spec: JsonObject, path: string, isPod: boolean): FieldCause[] {
  if (spec['hostNetwork'] !== true) return [];
  return indexed(objectsIn(spec, 'containers'), `${path}.containers`).flatMap(([container, at]) =>
    indexed(objectsIn(container, 'ports'), `${at}.ports`).flatMap(([port, where]) => {
      const [host, own] = [Number(port['hostPort'] ?? 0), Number(port['containerPort'] ?? 0)];
      if (host === own || (host === 0 && !isPod)) return [];
      return [invalidValue(`${where}.hostPort`, host, 'must match `containerPort` when `hostNetwork` is true')];
    }),
  );
}

/** What pods with users of their own cannot have. */
export function hostUsersFaults(spec: JsonObject, path: string): FieldCause[] {
  if (spec['hostUsers'] !== false) return [];
  const refused = (field: string): FieldCause => forbiddenValue(`${path}.${field}`, 'when `hostUsers` is false');
  return [
    ...(spec['hostNetwork'] === true ? [refused('hostNetwork')] : []),
    ...(spec['hostPID'] === true ? [refused('HostPID')] : []),
    ...(spec['hostIPC'] === true ? [refused('HostIPC')] : []),
    ...everyContainer(spec, path)
      .filter(([container]) => objectsIn(container, 'volumeDevices').length > 0)
      .map(([, at]) => forbiddenValue(`${at}.volumeDevices`, 'when `hostUsers` is false')),
  ];
}

/** What is wrong with the name that a pod wants to have inside. */
export function hostnameOverrideFaults(spec: JsonObject, path: string): FieldCause[] {
  const name = spec['hostnameOverride'];
  if (typeof name !== 'string') return [];
  const at = `${path}.hostnameOverride`;
  return [
    ...['setHostnameAsFQDN', 'hostNetwork']
      .filter((field) => spec[field] === true)
      .map((field) => forbiddenValue(at, `may not be specified when ${field} is true`)),
    ...(name.length > MAX_HOSTNAME ? [tooLong(at, MAX_HOSTNAME)] : []),
    ...subdomainFaults(name).map((fault) => invalidValue(at, name, fault)),
  ];
}

/** What is wrong with the system that a pod asks for, or with what it cannot have there. */
export function systemFaults(spec: JsonObject, path: string): FieldCause[] {
  const system = spec['os'];
  if (!isJsonObject(system)) return [];
  const name = textIn(system, 'name');
  if (name === '') return [requiredValue(`${path}.os.name`)];
  return SYSTEMS.includes(name) ? otherSystemFaults(spec, path, name) : [unsupportedValue(`${path}.os`, name, SYSTEMS)];
}

/** Whether a pod only shows one that its node runs by itself. */
export function isMirror(pod: JsonObject): boolean {
  return objectIn(objectIn(pod, 'metadata'), 'annotations')['kubernetes.io/config.mirror'] !== undefined;
}

/** What is wrong with the claims of devices that containers refer to. */
export function podClaimFaults(spec: JsonObject, path: string, pod?: JsonObject): FieldCause[] {
  const claims = objectsIn(spec, 'resourceClaims');
  if (claims.length === 0) return [];
  if (pod !== undefined && isMirror(pod)) {
    return claims.map(() => forbiddenValue('[]', 'static pods do not support resource claims'));
  }
  const seen = new Set<string>();
  return indexed(claims, `${path}.resourceClaims`).flatMap(([claim, at]) => {
    const name = textIn(claim, 'name');
    const named = seen.has(name) ? [duplicateValue(`${at}.name`, name)] : dnsLabel(`${at}.name`, name);
    if (name !== '') seen.add(name);
    const given = ['resourceClaimName', 'resourceClaimTemplateName'].filter((field) => claim[field] !== undefined);
    const shown = new StructValue(internalForm('apis/core.PodResourceClaim', claim));
    return [
      ...named,
      ...(given.length === 2
        ? [
            invalidValue(
              at,
              shown,
              'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
            ),
          ]
        : []),
      ...(given.length === 0
        ? [invalidValue(at, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`')]
        : []),
      ...given.flatMap((field) => dnsSubdomainOf(`${at}.${field}`, textIn(claim, field))),
    ];
  });
}

function dnsSubdomainOf(path: string, name: string): FieldCause[] {
  return name === '' ? subdomainFaults(name).map((fault) => invalidValue(path, name, fault)) : dnsSubdomain(path, name);
}

const nanos = (value: unknown): bigint => parseQuantity(String(value))?.nano ?? 0n;

/** What is wrong with the resources of a pod as a whole. */
export function wholeResourceFaults(spec: JsonObject, path: string, claims: readonly string[]): FieldCause[] {
  const { resources } = spec;
  if (!isJsonObject(resources)) return [];
  const at = `${path}.resources`;
  if (objectIn(spec, 'os')['name'] === 'windows') return [forbiddenValue(at, 'may not be set for a windows pod')];
  return [
    ...(resources['claims'] === undefined
      ? []
      : [forbiddenValue(`${at}.claims`, 'claims may not be set for Resources at pod-level')]),
    ...podResourceFaults(resources, at, claims),
    ...consistencyFaults(spec, resources, at),
  ];
}

function consistencyFaults(spec: JsonObject, resources: JsonObject, path: string): FieldCause[] {
  const [requests, limits] = [objectIn(resources, 'requests'), objectIn(resources, 'limits')];
  return [
    ...Object.entries(requests).flatMap(([name, value]) => {
      const total = together(spec, 'requests', name);
      if (total === undefined || total.nano <= nanos(value)) return [];
      const why = `must be greater than or equal to aggregate container requests of ${total.text}`;
      return [invalidValue(`${path}.requests[${name}]`, String(value), why)];
    }),
    ...Object.entries(limits)
      .filter(([name]) => name.startsWith('hugepages-'))
      .flatMap(([name, value]) => {
        const total = together(spec, 'limits', name);
        if (total === undefined || total.nano <= nanos(value)) return [];
        const why = `must be greater than or equal to aggregate container limits of ${total.text}`;
        return [invalidValue(`${path}.limits[${name}]`, String(value), why)];
      }),
    ...indexed(objectsIn(spec, 'containers'), `${path}.containers`).flatMap(([container, at]) =>
      Object.entries(objectIn(objectIn(container, 'resources'), 'limits'))
        .filter(([name, value]) => limits[name] !== undefined && nanos(value) > nanos(limits[name]))
        .map(([name, value]) =>
          invalidValue(
            `${at}[${name}].limits`,
            String(value),
            `must be less than or equal to pod limits of ${String(limits[name])}`,
          ),
        ),
    ),
  ];
}

/** How much of a resource the containers of a pod need at the same time; undefined where none names it. */
function together(
  spec: JsonObject,
  kind: 'requests' | 'limits',
  name: string,
): { readonly nano: bigint; readonly text: string } | undefined {
  const amount = (container: JsonObject): unknown => objectIn(objectIn(container, 'resources'), kind)[name];
  const own = objectsIn(spec, 'containers');
  const inits = objectsIn(spec, 'initContainers');
  if (![...own, ...inits].some((container) => amount(container) !== undefined)) return undefined;
  let beside = 0n;
  let most = 0n;
  for (const container of inits) {
    const needed = nanos(amount(container) ?? '0');
    if (container['restartPolicy'] === 'Always') beside += needed;
    const now = container['restartPolicy'] === 'Always' ? beside : beside + needed;
    if (now > most) most = now;
  }
  const running = own.reduce((sum, container) => sum + nanos(amount(container) ?? '0'), beside);
  const nano = running > most ? running : most;
  const written = [...own, ...inits].map(amount).find((value) => value !== undefined);
  const { format } = parseQuantity(String(written)) ?? { format: 'decimal' as const };
  return { nano, text: formatQuantity({ nano, format }) };
}
