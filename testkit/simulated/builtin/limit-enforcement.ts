import type { JsonObject } from '../objects/api-object.js';
import type { AllObjects } from '../rules/kind-rules.js';
import { objectIn, objectsIn, textIn } from './checks.js';
import { formatQuantity, parseQuantity } from './quantity.js';

const ANNOTATION = 'kubernetes.io/limit-ranger';

/** The LimitRanges of the namespace that an object is in, by name. */
export function rangesOf(object: JsonObject, { all }: { readonly all: AllObjects }): JsonObject[] {
  const ranges = [...all('limitranges.')];
  if (ranges.length === 0) return ranges;
  const { namespace } = objectIn(object, 'metadata');
  const named = (range: JsonObject): string => textIn(objectIn(range, 'metadata'), 'name');
  return ranges
    .filter((range) => objectIn(range, 'metadata')['namespace'] === namespace)
    .sort((one, other) => (named(one) < named(other) ? -1 : 1));
}

/** Gives containers of a new pod what the LimitRanges of its namespace have for those that do not say. */
export function applyLimitDefaults(pod: JsonObject, ranges: readonly JsonObject[]): void {
  for (const range of ranges) {
    const [requests, limits]: [JsonObject, JsonObject] = [{}, {}];
    for (const limit of limitsOf(range, 'Container')) {
      Object.assign(requests, objectIn(limit, 'defaultRequest'));
      Object.assign(limits, objectIn(limit, 'default'));
    }
    const spec = objectIn(pod, 'spec');
    const done = [
      ...objectsIn(spec, 'containers').flatMap((one) => complete(one, { requests, limits }, 'container')),
      ...objectsIn(spec, 'initContainers').flatMap((one) => complete(one, { requests, limits }, 'init container')),
    ];
    if (done.length === 0) continue;
    const metadata = objectIn(pod, 'metadata');
    const annotations = objectIn(metadata, 'annotations');
    metadata['annotations'] = { ...annotations, [ANNOTATION]: `LimitRanger plugin set: ${done.join('; ')}` };
  }
}

function limitsOf(range: JsonObject, type: string): JsonObject[] {
  return objectsIn(objectIn(range, 'spec'), 'limits').filter((limit) => limit['type'] === type);
}

interface Requirements {
  readonly requests: JsonObject;
  readonly limits: JsonObject;
}

function complete(container: JsonObject, defaults: Requirements, noun: string): string[] {
  const resources = objectIn(container, 'resources');
  const done: string[] = [];
  for (const kind of ['requests', 'limits'] as const) {
    const present = objectIn(resources, kind);
    const missing = Object.keys(defaults[kind]).filter((name) => present[name] === undefined);
    if (missing.length === 0) continue;
    resources[kind] = { ...present, ...Object.fromEntries(missing.map((name) => [name, defaults[kind][name]])) };
    done.push(`${missing.sort().join(', ')} ${kind.slice(0, -1)} for ${noun} ${textIn(container, 'name')}`);
  }
  container['resources'] = resources;
  return done;
}

/** Why the LimitRanges of a namespace refuse a pod; undefined: they do not. One range is enough. */
export function podLimitFault(pod: JsonObject, ranges: readonly JsonObject[]): string | undefined {
  const spec = objectIn(pod, 'spec');
  const containers = [...objectsIn(spec, 'containers'), ...objectsIn(spec, 'initContainers')].map((container) =>
    requirementsOf(objectIn(container, 'resources')),
  );
  for (const range of ranges) {
    const faults = objectsIn(objectIn(range, 'spec'), 'limits').flatMap((limit) => {
      if (limit['type'] === 'Container') return containers.flatMap((one) => limitFaults(limit, one));
      return limit['type'] === 'Pod' ? limitFaults(limit, wholeOf(spec)) : [];
    });
    const text = aggregate(faults);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The same for a claim, of which only what it requests counts. */
export function claimLimitFault(claim: JsonObject, ranges: readonly JsonObject[]): string | undefined {
  const { requests } = requirementsOf(objectIn(objectIn(claim, 'spec'), 'resources'));
  for (const range of ranges) {
    const faults = limitsOf(range, 'PersistentVolumeClaim').flatMap((limit) => [
      ...Object.entries(objectIn(limit, 'min')).flatMap(([name, value]) =>
        minimumFaults(`${name} usage per PersistentVolumeClaim is ${String(value)}`, value, {
          request: requests[name],
          limit: undefined,
        }),
      ),
      ...Object.entries(objectIn(limit, 'max')).flatMap(([name, value]) => {
        const start = `maximum ${name} usage per PersistentVolumeClaim is ${String(value)}`;
        const asked = requests[name];
        if (asked === undefined) return [`${start}.  No request is specified`];
        return nanos(asked) > nanos(value) ? [`${start}, but request is ${String(asked)}`] : [];
      }),
    ]);
    const text = aggregate(faults);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Several errors as Go shows them: each once. */
function aggregate(faults: readonly string[]): string | undefined {
  const unique = [...new Set(faults)];
  return unique.length > 1 ? `[${unique.join(', ')}]` : unique[0];
}

const nanos = (value: unknown): bigint => parseQuantity(String(value))?.nano ?? 0n;

function requirementsOf(resources: JsonObject): Requirements {
  return { requests: objectIn(resources, 'requests'), limits: objectIn(resources, 'limits') };
}

interface Asked {
  readonly request: unknown;
  readonly limit: unknown;
}

function limitFaults(limit: JsonObject, { requests, limits }: Requirements): string[] {
  const type = textIn(limit, 'type');
  const each = (field: string, check: (name: string, value: unknown, asked: Asked) => string[]): string[] =>
    Object.entries(objectIn(limit, field)).flatMap(([name, value]) =>
      check(name, value, { request: requests[name], limit: limits[name] }),
    );
  return [
    ...each('min', (name, value, asked) =>
      minimumFaults(`${name} usage per ${type} is ${String(value)}`, value, asked),
    ),
    ...each('max', (name, value, asked) =>
      maximumFaults(`${name} usage per ${type} is ${String(value)}`, value, asked),
    ),
    ...each('maxLimitRequestRatio', (name, value, asked) =>
      ratioFaults(`${name} max limit to request ratio per ${type} is ${String(value)}`, value, asked),
    ),
  ];
}

function minimumFaults(text: string, value: unknown, { request, limit }: Asked): string[] {
  if (request === undefined) return [`minimum ${text}.  No request is specified`];
  if (nanos(request) < nanos(value)) return [`minimum ${text}, but request is ${String(request)}`];
  return limit !== undefined && nanos(limit) < nanos(value) ? [`minimum ${text}, but limit is ${String(limit)}`] : [];
}

function maximumFaults(text: string, value: unknown, { request, limit }: Asked): string[] {
  if (limit === undefined) return [`maximum ${text}.  No limit is specified`];
  if (nanos(limit) > nanos(value)) return [`maximum ${text}, but limit is ${String(limit)}`];
  return request !== undefined && nanos(request) > nanos(value)
    ? [`maximum ${text}, but request is ${String(request)}`]
    : [];
}

function ratioFaults(text: string, value: unknown, { request, limit }: Asked): string[] {
  if (nanos(request ?? '0') === 0n) return [`${text}, but no request is specified or request is 0`];
  if (nanos(limit ?? '0') === 0n) return [`${text}, but no limit is specified or limit is 0`];
  const ratio = Number(nanos(limit)) / Number(nanos(request));
  return ratio > Number(nanos(value)) / 1e9 ? [`${text}, but provided ratio is ${ratio.toFixed(6)}`] : [];
}

/** What a pod needs as a whole: its containers together, or the one that prepares them and needs more. */
function wholeOf(spec: JsonObject): Requirements {
  const own = requirementsOf(objectIn(spec, 'resources'));
  const sum = (kind: 'requests' | 'limits'): JsonObject => {
    const running = objectsIn(spec, 'containers').map((one) => objectIn(objectIn(one, 'resources'), kind));
    const first = objectsIn(spec, 'initContainers').map((one) => objectIn(objectIn(one, 'resources'), kind));
    const names = new Set([...running, ...first].flatMap((amounts) => Object.keys(amounts)));
    return { ...Object.fromEntries([...names].map((name) => [name, needed(name, running, first)])), ...own[kind] };
  };
  return { requests: sum('requests'), limits: sum('limits') };
}

function needed(name: string, running: readonly JsonObject[], first: readonly JsonObject[]): string {
  const amounts = (list: readonly JsonObject[]): bigint[] => list.map((one) => nanos(one[name] ?? '0'));
  const total = amounts(running).reduce((sum, one) => sum + one, 0n);
  const most = amounts(first).reduce((largest, one) => (one > largest ? one : largest), total);
  const written = [...running, ...first].map((one) => one[name]).find((value) => value !== undefined);
  return formatQuantity({ nano: most, format: parseQuantity(String(written))?.format ?? 'decimal' });
}
