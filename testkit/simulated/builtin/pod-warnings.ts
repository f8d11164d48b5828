import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { goQuote } from '../rules/go-text.js';
import { indexed, objectIn, objectsIn, textIn } from './checks.js';
import { fractionalBytes } from './container-resources.js';

const OLD_VOLUMES: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};
const NULL_SELECTOR = 'a null labelSelector results in matching no pod';

/** What the server warns of in a specification of pods. */
export function podSpecWarnings(spec: JsonObject, path: string): string[] {
  if (Object.keys(spec).length === 0) return [];
  const containers = ['initContainers', 'containers'].flatMap((field) =>
    indexed(objectsIn(spec, field), `${path}.${field}`),
  );
  const grace = spec['terminationGracePeriodSeconds'];
  return [
    ...indexed(objectsIn(spec, 'topologySpreadConstraints'), `${path}.topologySpreadConstraints`)
      .filter(([constraint]) => constraint['labelSelector'] === undefined)
      .map(([, at]) => `${at}.labelSelector: ${NULL_SELECTOR}`),
    ...volumeWarnings(spec, path),
    ...repeated(spec, path, { list: 'hostAliases', field: 'ip' }),
    ...repeated(spec, path, { list: 'imagePullSecrets', field: 'name' }),
    ...containers.flatMap(([container, at]) => containerWarnings(container, at)),
    ...portWarnings(containers),
    ...(typeof grace === 'number' && grace < 0
      ? [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
      : []),
    ...(isJsonObject(spec['affinity']) ? affinityWarnings(spec['affinity'], `${path}.affinity`) : []),
  ];
}

function volumeWarnings(spec: JsonObject, path: string): string[] {
  return indexed(objectsIn(spec, 'volumes'), `${path}.volumes`).flatMap(([volume, at]) =>
    Object.entries(OLD_VOLUMES)
      .filter(([source]) => isJsonObject(volume[source]))
      .map(([source, text]) => `${at}.${source}: ${text}`),
  );
}

function repeated(
  spec: JsonObject,
  path: string,
  { list, field }: { readonly list: string; readonly field: string },
): string[] {
  const seen = new Set<string>();
  return indexed(objectsIn(spec, list), `${path}.${list}`).flatMap(([item, at]) => {
    const value = textIn(item, field);
    if (seen.has(value)) return [`${at}.${field}: duplicate ${field} ${goQuote(value)}`];
    seen.add(value);
    return [];
  });
}

function containerWarnings(container: JsonObject, path: string): string[] {
  const names = new Set<string>();
  return [
    ...resourceWarnings(objectIn(container, 'resources'), path),
    ...indexed(objectsIn(container, 'env'), `${path}.env`).flatMap(([variable, at]) => {
      const [name, value] = [textIn(variable, 'name'), textIn(variable, 'value')];
      const own = `$(${name})`;
      const hides = variable['valueFrom'] !== undefined || value === own || !value.includes(own);
      if (!names.has(name)) {
        names.add(name);
        return [];
      }
      const text = `hides previous definition of ${goQuote(name)}, which may be dropped when using apply`;
      return hides ? [`${at}: ${text}`] : [];
    }),
  ];
}

function resourceWarnings(resources: JsonObject, path: string): string[] {
  if (Object.keys(resources).length === 0) return [];
  return ['memory', 'ephemeral-storage'].flatMap((name) =>
    ['limits', 'requests'].flatMap((kind) =>
      fractionalBytes(objectIn(resources, kind))
        .filter(([found]) => found === name)
        .map(([, value]) => {
          const at = `${path}.resources.${kind}[${name}]`;
          return `${at}: fractional byte value ${goQuote(String(value))} is invalid, must be an integer`;
        }),
    ),
  );
}

type Located = readonly [JsonObject, string];

function portWarnings(containers: readonly Located[]): string[] {
  const ports = containers.flatMap(([container, at]) => indexed(objectsIn(container, 'ports'), `${at}.ports`));
  if (ports.length === 0) return [];
  const number = (port: JsonObject, field: string): number => Number(port[field] ?? 0);
  const clashes = ports.flatMap(([port, at], index) =>
    ports.slice(0, index).flatMap(([other, otherAt]) => {
      const same = ['containerPort', 'protocol'].every((field) => port[field] === other[field]);
      if (!same) return [];
      const [host, otherHost] = [number(port, 'hostPort'), number(other, 'hostPort')];
      if (textIn(port, 'hostIP') === textIn(other, 'hostIP') && host === otherHost) {
        return [`${at}: duplicate port definition with ${otherAt}`];
      }
      return host === 0 || otherHost === 0 ? [`${at}: overlapping port definition with ${otherAt}`] : [];
    }),
  );
  const named = new Map<string, string>();
  const names = ports.flatMap(([port, at]) => {
    const name = textIn(port, 'name');
    const first = named.get(name);
    if (name === '' || first === undefined) {
      named.set(name, at);
      return [];
    }
    const use = `services and probes that select ports by name will use ${first}`;
    return [`${at}: duplicate port name ${goQuote(name)} with ${first}, ${use}`];
  });
  return [...clashes, ...names];
}

function affinityWarnings(affinity: JsonObject, path: string): string[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap((kind) => {
    const rules = objectIn(affinity, kind);
    const [required, preferred] = ['required', 'preferred'].map(
      (word) => `${word}DuringSchedulingIgnoredDuringExecution`,
    );
    const terms = [
      ...indexed(objectsIn(rules, required ?? ''), `${path}.${kind}.${required}`),
      ...indexed(objectsIn(rules, preferred ?? ''), `${path}.${kind}.${preferred}`).map(
        ([term, at]) => [objectIn(term, 'podAffinityTerm'), `${at}.podAffinityTerm`] as const,
      ),
    ];
    return terms
      .filter(([term]) => term['labelSelector'] === undefined)
      .map(([, at]) => `${at}.labelSelector: ${NULL_SELECTOR}`);
  });
}
