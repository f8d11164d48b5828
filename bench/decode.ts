/**
 * What decoding costs per object, beside `JSON.parse` of the same text, which is the floor for full objects:
 *
 *   node --conditions=@informer-gen/source --import tsx bench/decode.ts [--objects N] [--rounds N]
 *
 * Each way is run in turn, round after round, garbage collected in between; the fastest round of each counts, because
 * whatever else the machine does only adds. A list is kept whole, so its floor keeps what it parses. `sorted` has the fields in the order that servers give
 * custom resources; `known` is a relist of which nothing has changed.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KubernetesObject } from '../runtime/src/api/object.js';
import type { CacheLookup, WatchEvent } from '../runtime/src/source/lister-watcher.js';
import { lazyDecoder } from '../runtime/src/decode/lazy-decoder.js';
import { ListDecoder } from '../runtime/src/decode/list-decoder.js';
import { jsonDecoder, type ObjectDecoder } from '../runtime/src/decode/decoder.js';
import { strippingDecoder } from '../runtime/src/decode/stripping-decoder.js';
import { ObjectDigest } from '../runtime/src/decode/object-digest.js';
import { WatchDecoder } from '../runtime/src/decode/watch-decoder.js';
import { samplePod } from './sample-pod.js';
import { readCommandLine, wholeNumber } from '../scripts/command-line.js';

const { values } = readCommandLine(import.meta.url, {
  options: { objects: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '15' } },
});
const objects = wholeNumber('objects', values.objects);
const rounds = wholeNumber('rounds', values.rounds);
const chunkBytes = 65_536;

const pods = Array.from({ length: objects }, (_, index) => samplePod(index));
const bare = pods.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest);
const lines = pods.map((object) => Buffer.from(`${JSON.stringify({ type: 'ADDED', object })}\n`));
const watchChunks = chunked(Buffer.concat(lines));
const listHead = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' } };
const listChunks = chunked(Buffer.from(JSON.stringify({ ...listHead, items: bare })));
const sortedChunks = chunked(Buffer.from(JSON.stringify({ ...listHead, items: pods.map(sortFields) })));
const texts = pods.map((object) => Buffer.from(JSON.stringify(object)));
const positions = new Map(pods.map((pod, at) => [`${pod.metadata.namespace}/${pod.metadata.name}`, at]));
const digest = new ObjectDigest({ leavesOutManagedFields: true });

function cacheOf(cached: readonly KubernetesObject[]): CacheLookup<KubernetesObject> {
  const digests = cached.map((object) => digest.of(Buffer.from(JSON.stringify(object))));
  return {
    find: (key) => positions.get(key) ?? -1,
    objectAt: (at) => cached[at] as KubernetesObject,
    digestAt: (at) => digests[at] as number,
  };
}

const cache = cacheOf(pods);
const sortedCache = cacheOf(pods.map(sortFields));
const noCache: CacheLookup<KubernetesObject> = { ...cache, find: () => -1 };

const decoder = jsonDecoder<KubernetesObject>();
const stripping = strippingDecoder<KubernetesObject>();
const lazy = lazyDecoder<KubernetesObject>();
const lazyWithPath = lazyDecoder<KubernetesObject>({ paths: ['spec.nodeName'] });
const stamp = { kind: 'Pod', apiVersion: 'v1' };

const lineFloor = 'floor: JSON.parse of each line';
const keptFloor = 'floor: JSON.parse of each object, all kept';

/** Each way of decoding all pods, with the floor it is measured by. */
const ways: readonly (readonly [name: string, floor: string, run: () => number])[] = [
  [lineFloor, lineFloor, () => lines.filter((line) => JSON.parse(line.toString('utf8')) !== null).length],
  ['watch', lineFloor, () => watch({})],
  ['watch, nothing known', lineFloor, () => watch({ known: noCache })],
  ['watch, all known', lineFloor, () => watch({ known: cache })],
  ['watch, no managedFields', lineFloor, () => watch({ decoder: stripping })],
  ['watch, lazy', lineFloor, () => watch({ decoder: lazy })],
  ['watch, lazy with a path', lineFloor, () => watch({ decoder: lazyWithPath })],
  [keptFloor, keptFloor, () => texts.map((text) => JSON.parse(text.toString('utf8')) as unknown).length],
  ['list', keptFloor, () => list(listChunks, {})],
  ['list, no managedFields', keptFloor, () => list(listChunks, { decoder: stripping })],
  ['list, lazy', keptFloor, () => list(listChunks, { decoder: lazy })],
  ['list, sorted, lazy', keptFloor, () => list(sortedChunks, { decoder: lazy })],
  ['list, sorted', keptFloor, () => list(sortedChunks, {})],
  ['list, sorted, no managedFields', keptFloor, () => list(sortedChunks, { decoder: stripping })],
  ['list, nothing known', keptFloor, () => list(listChunks, { known: noCache })],
  ['list, all known', keptFloor, () => list(listChunks, { known: cache })],
  ['list, sorted, all known', keptFloor, () => list(sortedChunks, { known: sortedCache })],
];

interface Way {
  /** Default: full objects. */
  readonly decoder?: ObjectDecoder<KubernetesObject>;
  readonly known?: CacheLookup<KubernetesObject>;
}

function watch(way: Way): number {
  const watching = new WatchDecoder<KubernetesObject>({ decoder, stamp, digest, ...way });
  let count = 0;
  for (const chunk of watchChunks) {
    const events: WatchEvent<KubernetesObject>[] = [];
    watching.push(chunk, events);
    count += events.length;
  }
  watching.end();
  return count;
}

function list(chunks: readonly Buffer[], way: Way): number {
  const listing = new ListDecoder<KubernetesObject>({ decoder, stamp, digest, ...way });
  for (const chunk of chunks) listing.push(chunk);
  return listing.end().items.length;
}

function chunked(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / chunkBytes);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes));
}

function sortFields<V>(value: V): V {
  if (Array.isArray(value)) return value.map(sortFields) as V;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortFields(inner)])) as V;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const fastest = new Map<string, number>();
for (let round = 0; round < rounds; round++) {
  for (const [name, , run] of ways) {
    collectGarbage();
    const startedAt = performance.now();
    if (run() !== objects) throw new Error(`${name} lost objects`);
    const each = ((performance.now() - startedAt) * 1000) / objects;
    fastest.set(name, Math.min(each, fastest.get(name) ?? Infinity));
  }
}

const bytes = Math.round(texts.reduce((sum, text) => sum + text.length, 0) / objects);
console.log(`${objects} pods of ${bytes} bytes, Node ${process.version}, fastest of ${rounds} rounds`);
for (const [name, floor] of ways) {
  const each = fastest.get(name) ?? NaN;
  const ratio = each / (fastest.get(floor) ?? NaN);
  console.log(`${name.padEnd(44)} ${each.toFixed(2).padStart(7)} µs/object  ${ratio.toFixed(3)} of its floor`);
}
