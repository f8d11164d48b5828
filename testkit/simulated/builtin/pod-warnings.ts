import { lookupTable } from '../objects/lookup-table.js';
import { isJsonObject, isNumber, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { goQuote } from '../rules/go-text.js';
import { labelValueFaults } from '../rules/names.js';
import { indexed, objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { fractionalBytes } from './container-resources.js';
import { ipWarnings } from './ip-checks.js';
import { APP_ARMOR, appArmorField, SECCOMP_CONTAINER, SECCOMP_POD } from './pod-annotations.js';
import { volumeWarnings } from './volume-warnings.js';
import { everyContainer } from './windows-options.js';

const OLD_ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const NULL_SELECTOR = 'a null labelSelector results in matching no pod';

/** What the server warns of in a pod, or in a template, whose path ends in a dot. */
export function podWarnings(spec: JsonObject, metadata: JsonObject, prefix: string): string[] {
  if (Object.keys(spec).length === 0) return [];
  const path = `${prefix}spec`;
  const containers = everyContainer(spec, path);
  const grace = spec['terminationGracePeriodSeconds'];
  const annotations = objectIn(metadata, 'annotations');
  return [
    ...placementWarnings(spec, path),
    ...annotationWarnings(annotations, prefix),
    ...volumeWarnings(spec, path),
    ...repeated(spec, path, { list: 'hostAliases', field: 'ip' }),
    ...repeated(spec, path, { list: 'imagePullSecrets', field: 'name' }),
    ...indexed(objectsIn(spec, 'imagePullSecrets'), `${path}.imagePullSecrets`)
      .filter(([secret]) => textIn(secret, 'name') === '')
      .map(([, at]) => `${at}.name: invalid empty name ""`),
    ...fractionWarnings(objectIn(spec, 'overhead'), `${path}.overhead`),
    ...seccompWarnings(objectIn(spec, 'securityContext'), annotations, { prefix, key: SECCOMP_POD }),
    ...containers.flatMap(([container, at]) => [
      ...profileWarnings(container, spec, { prefix, annotations }),
      ...containerWarnings(container, at),
    ]),
    ...portWarnings(containers),
    ...(isNumber(grace) && grace < 0
      ? [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
      : []),
    ...(isJsonObject(spec['affinity']) ? affinityWarnings(spec['affinity'], `${path}.affinity`) : []),
    ...textsIn(objectIn(spec, 'dnsConfig'), 'nameservers').flatMap((server, index) =>
      ipWarnings(`${path}.dnsConfig.nameservers[${index}]`, server),
    ),
    ...indexed(objectsIn(spec, 'hostAliases'), `${path}.hostAliases`).flatMap(([alias, at]) =>
      ipWarnings(`${at}.ip`, textIn(alias, 'ip')),
    ),
  ];
}

function annotationWarnings(annotations: JsonObject, prefix: string): string[] {
  return Object.entries(OLD_ANNOTATIONS)
    .filter(([key]) => annotations[key] !== undefined)
    .map(([key, text]) => `${prefix}metadata.annotations[${key}]: ${text}`);
}

interface Annotated {
  readonly prefix: string;
  readonly annotations: JsonObject;
}

/** Annotations that have become fields. */
function profileWarnings(container: JsonObject, spec: JsonObject, { prefix, annotations }: Annotated): string[] {
  const [name, context] = [textIn(container, 'name'), objectIn(container, 'securityContext')];
  const key = APP_ARMOR + name;
  const annotation = annotations[key];
  const ofPod = objectIn(spec, 'securityContext')['appArmorProfile'];
  const isOld =
    prefix !== '' &&
    typeof annotation === 'string' &&
    context['appArmorProfile'] === undefined &&
    !sameJson(ofPod ?? null, appArmorField(annotation) ?? null);
  return [
    ...seccompWarnings(context, annotations, { prefix, key: SECCOMP_CONTAINER + name }),
    ...(isOld
      ? [`${prefix}metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`]
      : []),
  ];
}

function seccompWarnings(
  context: JsonObject,
  annotations: JsonObject,
  { prefix, key }: { readonly prefix: string; readonly key: string },
): string[] {
  if (context['seccompProfile'] !== undefined || annotations[key] === undefined) return [];
  return [`${prefix}metadata.annotations[${key}]: non-functional in v1.27+; use the "seccompProfile" field instead`];
}

const OLD_LABELS = lookupTable<string>({
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods': 'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
});

/** Labels of nodes that have new names, and selectors that select nothing. */
function placementWarnings(spec: JsonObject, path: string): string[] {
  const selected = Object.keys(objectIn(spec, 'nodeSelector')).flatMap((key) =>
    OLD_LABELS[key] === undefined ? [] : [`${path}.nodeSelector[${key}]: ${OLD_LABELS[key]}`],
  );
  const affinity = objectIn(objectIn(spec, 'affinity'), 'nodeAffinity');
  const at = `${path}.affinity.nodeAffinity`;
  const terms = [
    ...indexed(objectsIn(objectIn(affinity, REQUIRED), 'nodeSelectorTerms'), `${at}.${REQUIRED}.nodeSelectorTerms`),
    ...indexed(objectsIn(affinity, PREFERRED), `${at}.${PREFERRED}`).map(
      ([term, where]) => [objectIn(term, 'preference'), `${where}.preference`] as const,
    ),
  ];
  return [
    ...selected,
    ...terms.flatMap(([term, where]) => termWarnings(term, where)),
    ...indexed(objectsIn(spec, 'topologySpreadConstraints'), `${path}.topologySpreadConstraints`).flatMap(
      ([constraint, where]) => {
        const key = textIn(constraint, 'topologyKey');
        return [
          ...(OLD_LABELS[key] === undefined ? [] : [`${where}.topologyKey: ${key} is ${OLD_LABELS[key]}`]),
          ...(constraint['labelSelector'] === undefined ? [`${where}.labelSelector: ${NULL_SELECTOR}`] : []),
        ];
      },
    ),
  ];
}

/** What is to be said of labels that a term selects nodes by. */
export function termWarnings(term: JsonObject, path: string): string[] {
  const isWeighted = path.endsWith('.preference');
  return indexed(objectsIn(term, 'matchExpressions'), `${path}.matchExpressions`).flatMap(([expression, at]) => {
    const key = textIn(expression, 'key');
    const values = textsIn(expression, 'values');
    return [
      ...(OLD_LABELS[key] === undefined ? [] : [`${at}.key: ${key} is ${OLD_LABELS[key]}`]),
      ...(isWeighted ? values : []).flatMap((value, index) =>
        labelValueFaults(value).map((fault) => `${at}.values[${index}]: ${value} is invalid, ${fault}`),
      ),
    ];
  });
}

function fractionWarnings(quantities: JsonObject, path: string): string[] {
  return fractionalBytes(quantities).map(
    ([name, value]) =>
      `${path}[${name}]: fractional byte value ${goQuote(String(value))} is invalid, must be an integer`,
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
  const clashes = ports.flatMap(([port, at], index) => [
    ...unboundWarnings(port, at),
    ...ports.slice(0, index).flatMap(([other, otherAt]) => {
      const same = ['containerPort', 'protocol'].every((field) => port[field] === other[field]);
      if (!same) return [];
      const [host, otherHost] = [number(port, 'hostPort'), number(other, 'hostPort')];
      if (textIn(port, 'hostIP') === textIn(other, 'hostIP') && host === otherHost) {
        return [`${at}: duplicate port definition with ${otherAt}`];
      }
      if (host === 0 || otherHost === 0) return [`${at}: overlapping port definition with ${otherAt}`];
      const isVague = (textIn(port, 'hostIP') === '') !== (textIn(other, 'hostIP') === '');
      return host === otherHost && isVague ? [`${at}: dangerously ambiguous port definition with ${otherAt}`] : [];
    }),
  ]);
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

function unboundWarnings(port: JsonObject, at: string): string[] {
  const address = textIn(port, 'hostIP');
  if (address === '' || Number(port['hostPort'] ?? 0) !== 0) return [];
  const [name, number, protocol] = [textIn(port, 'name'), String(port['containerPort'] ?? 0), textIn(port, 'protocol')];
  const shown = `{Name:${name} HostPort:0 ContainerPort:${number} Protocol:${protocol} HostIP:${address}}`;
  return [`${at}: hostIP set without hostPort: ${shown}`];
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
