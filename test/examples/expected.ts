/** Lines in order; those of an inner array in any order. */
export type Expected = readonly (string | readonly string[])[];

/** What each example prints. */
export const expectedOutput: { readonly [name: string]: () => Expected } = {
  deltafifo: () => [
    'Added pod1  value: 1',
    'add handler called',
    'Updated pod1  value: 1.1',
    'update handler called',
    'Deleted pod1  value: 1.1',
    'delete handler called',
  ],
  listwatch: () => [
    '# list',
    'cache-0',
    'web-0',
    'web-1',
    '# watch',
    ['cache-0', 'web-0', 'web-1'].map((name) => `ADDED : ${name} , Status:  Running`),
    'ADDED : nettool , Status:  Pending',
    ...times(2, 'MODIFIED : nettool , Status:  Pending'),
    ...times(3, 'MODIFIED : nettool , Status:  Running'),
    'DELETED : nettool , Status:  Running',
  ],
  reflector: () => [
    'Added : nettool : Pending',
    ...times(2, 'Updated : nettool : Pending'),
    ...times(3, 'Updated : nettool : Running'),
    'Added : after-nettool : Pending',
  ],
  indexer: () => [
    'Added : nettool : Pending',
    ...times(2, 'Updated : nettool : Pending'),
    ...times(3, 'Updated : nettool : Running'),
    'Deleted : nettool : Running',
    'left in the indexer: 0',
  ],
  'reflect-into-store': () => [
    'one more: web-0 Pending, web-1 Pending',
    'running: web-0 Running, web-1 Pending',
    'replaced: web-1 Pending, web-2 Pending',
  ],
  'my-informer': () => ['OnAdd: nettool', ...times(5, 'OnUpdate: nettool'), 'OnDelete: nettool'],
  'new-informer': () => [
    'OnAdd: already-there',
    'synced: true, has a version: true',
    'OnAdd: nettool',
    ...times(2, 'OnUpdate: nettool Pending -> Pending'),
    'OnUpdate: nettool Pending -> Running',
    ...times(2, 'OnUpdate: nettool Running -> Running'),
    'OnDelete: nettool',
    'in the cache: already-there',
  ],
  'shared-informer': () => [
    both('OnAdd stays'),
    both('OnAdd nettool'),
    ...Array.from({ length: 3 }, () => both('OnUpdate nettool')),
    // The last two may come together: one handler's deletion before the other's update.
    [...both('OnUpdate nettool'), ...both('OnUpdate nettool'), ...both('OnDelete nettool')],
    'late: OnAdd stays',
    'handlers: 3, watches of pods: 1',
  ],
  resync: () => [
    '# minute 1',
    'every minute: OnUpdate, the very same object: true',
    '# minute 2',
    ['every minute: OnUpdate, the very same object: true', 'every two minutes: OnUpdate, the very same object: true'],
  ],
  'indexes-and-selectors': () => [
    'images: example.com/cache:1, example.com/web:1, example.com/web:2',
    'byImage example.com/web:1: web-0',
    'app=web: web-0, web-1',
    'app in (web, cache), track!=canary: cache-0, web-0',
    '!track: cache-0',
    'track notin (stable): cache-0, web-1',
    'get web-1: canary, get nothing: undefined',
    'the other informer holds: web-1',
    'byApp web: web-0, web-1',
  ],
  projection: () => [
    'web-0: example.com/web:1',
    'web-1: example.com/web:2',
    'what is left of it: apiVersion, kind, metadata, spec; spec: containers',
    'the index byNode reads spec.nodeName, and the objects were projected to metadata.labels.app, spec.containers.image: name it in project(…) too',
  ],
  workqueue: () => [
    [...['a', 'b', 'c', 'd', 'e'].map((name) => `${name}: done`), ...flaky],
    'most keys in work at once: 3',
  ],
  scheduler: () => [
    ['assigned: add early', 'caches synced: 1 pod, 2 nodes'],
    'handlers synced',
    'waiting: add late',
    ['assigned: add late', 'waiting: delete late'],
    'late went to the empty node: true',
    'assigned: update early',
    'assigned: delete early',
    'watches: 2 (pods and nodes)',
  ],
  generic: () => [
    'whole: 3 objects, kind Pod, fields apiVersion kind metadata spec status',
    'metadata: 3 objects, fields apiVersion kind metadata',
    'metadata alone takes fewer bytes: true',
    'bytes received: N whole, N metadata (N %)',
  ],
  'multi-namespace': () => [
    'OnAdd: red-0',
    'synced; green: 403',
    'OnAdd: green-0',
    'OnAdd: blue-0',
    'OnDelete: red-0',
    'in the cache: blue-0, green-0',
  ],
  'status-and-health': () => [
    'status: idle',
    'status: listing',
    'status: listing, last error: list pods 403',
    'onError: ApiError, stage list, pods',
    'status: backing-off, last error: list pods 403',
    'health: not ready: 1 reason',
    'whenSynced gives the reason: true',
    'status: watching',
    'health: ready',
    'relists: initial, list failed',
  ],
};

/** The key that fails three times: in this order, with others in between. */
export const flaky: readonly string[] = [
  ...[10, 20, 40].flatMap((delayMs) => ['flaky: not yet', `flaky: comes again in ${delayMs} ms`]),
  'flaky: done',
];

/** The lines as `expected` would have them where it leaves the order open, so that the two can be compared. */
export function inExpectedOrder(lines: readonly string[], expected: Expected): (string | string[])[] {
  const left = lines.map((line) => (line.startsWith('bytes received') ? line.replaceAll(/\d+/g, 'N') : line));
  const ordered = expected.map((part) =>
    typeof part === 'string' ? (left.shift() ?? '') : left.splice(0, part.length).sort(),
  );
  return [...ordered, ...left];
}

/** `expected` in the form that {@link inExpectedOrder} gives. */
export function sorted(expected: Expected): (string | string[])[] {
  return expected.map((part) => (typeof part === 'string' ? part : [...part].sort()));
}

function both(event: string): string[] {
  return [`first: ${event}`, `second: ${event}`];
}

function times(count: number, line: string): string[] {
  return Array.from({ length: count }, () => line);
}
