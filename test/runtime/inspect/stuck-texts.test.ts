// Every text that says what is stuck: what it is about, since when, why, and the next step. Each from the smallest view that has it.
import type { HandlerView, InformerView, InspectedProblem, KeyView, LoopView } from '@informer-gen/runtime/inspect';
import { describe, expect, it } from 'vitest';
import { controllerProblems, managerProblems } from '../../../runtime/src/inspect/collect/controller-problems.js';
import { informerProblems } from '../../../runtime/src/inspect/collect/informer-problems.js';

const NOW = 1_000_000_000;
const none = { count: 0, perSecond: 0 };
const quick = { p50Ms: 2, p99Ms: 2, maxMs: 2 };

function informer(view: Partial<InformerView> = {}): InformerView {
  return {
    id: 'widgets.example.com',
    resource: 'widgets.example.com',
    kind: 'Widget',
    apiVersion: 'example.com/v1',
    phase: 'watching',
    since: NOW - 5000,
    why: '',
    synced: true,
    resourceVersion: '7',
    cacheVersion: '7',
    staleMs: 0,
    relists: {},
    timeline: [],
    objects: 0,
    bytes: 0,
    masked: false,
    indexes: [],
    queued: 0,
    received: none,
    receivedBytes: none,
    told: { adds: none, updates: none, deletes: none },
    storing: quick,
    handlers: [],
    feeds: [],
    ...view,
  };
}

function handler(view: Partial<HandlerView>): HandlerView {
  return {
    name: 'audit',
    policy: 'unbounded',
    backlog: 0,
    backlogBytes: 0,
    coalescing: false,
    calls: none,
    errors: none,
    took: quick,
    lag: quick,
    ...view,
  };
}

function loop(view: Partial<LoopView> = {}): LoopView {
  return {
    name: 'websites',
    workers: 2,
    active: 2,
    ready: 0,
    waiting: 0,
    retries: none,
    added: none,
    results: {},
    took: quick,
    waited: quick,
    keys: [],
    moreKeys: 0,
    ...view,
  };
}

const key = (view: Partial<KeyView>): KeyView => ({ key: 'default/a', state: 'idle', failures: 0, why: [], ...view });

/** The error of a list: of widgets, unless it says otherwise. */
function failed(error: Partial<NonNullable<InformerView['lastError']>>): NonNullable<InformerView['lastError']> {
  return {
    at: NOW - 3000,
    verb: 'list',
    resource: 'widgets.example.com',
    code: 'InternalError',
    message: 'it failed',
    ...error,
  };
}

const backingOff = { phase: 'backing-off', synced: false, disconnectedSince: NOW - 20_000 } as const;

interface Case {
  readonly name: string;
  readonly found: readonly InspectedProblem[];
  readonly problem: Omit<InspectedProblem, 'subject'>;
}

const ofInformer = (view: Partial<InformerView>): readonly InspectedProblem[] => informerProblems(informer(view), NOW);
const ofHandler = (view: Partial<HandlerView>): readonly InspectedProblem[] =>
  ofInformer({ handlers: [handler(view)] });

const informers: readonly Case[] = [
  {
    name: 'was not started',
    found: ofInformer({ phase: 'idle', synced: false }),
    problem: {
      severity: 'warning',
      what: 'widgets.example.com has not been started',
      cause: 'Its informer or lister was asked for, and start() has not been called since.',
      next: 'Call start() of its factory: also again, after asking for another informer.',
    },
  },
  {
    name: 'has stopped',
    found: ofInformer({ phase: 'stopped' }),
    problem: {
      severity: 'note',
      what: 'widgets.example.com has stopped',
      cause: 'Its signal was aborted, or its factory was shut down. The cache stays as it was.',
      since: NOW - 5000,
      next: 'Nothing, if the program is ending.',
    },
  },
  {
    name: 'may not be read',
    found: ofInformer({ ...backingOff, lastError: failed({ statusCode: 403, message: 'forbidden' }) }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not synced',
      cause: 'list was answered with 403: forbidden',
      since: NOW - 20_000,
      next: 'An RBAC rule is missing: apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get", "list", "watch"], in a ClusterRole that is bound to the account of this program. It tries again by itself once that is granted.',
    },
  },
  {
    name: 'may not be read in a namespace',
    found: ofInformer({
      ...backingOff,
      lastError: failed({ statusCode: 403, message: 'forbidden', namespace: 'red' }),
    }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not synced in namespace red',
      cause: 'list was answered with 403: forbidden',
      since: NOW - 20_000,
      next: 'An RBAC rule is missing: apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get", "list", "watch"], in a Role in red that is bound to the account of this program. It tries again by itself once that is granted.',
    },
  },
  {
    name: 'is asked for with credentials that are not accepted',
    found: ofInformer({ ...backingOff, lastError: failed({ statusCode: 401, message: 'Unauthorized' }) }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not synced',
      cause: 'list was answered with 401: Unauthorized',
      since: NOW - 20_000,
      next: 'The credentials are not accepted: see whether the token or certificate has expired, and for which cluster it is.',
    },
  },
  {
    name: 'has no CustomResourceDefinition',
    found: ofInformer({ ...backingOff, lastError: failed({ statusCode: 404, message: 'not found' }) }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not synced',
      cause: 'list was answered with 404: not found. The server does not know widgets.example.com.',
      since: NOW - 20_000,
      next: 'Install the CustomResourceDefinition widgets.example.com, with example.com/v1 served. It tries again by itself.',
    },
  },
  {
    name: 'is a built-in one that the server does not have',
    found: ofInformer({
      ...backingOff,
      resource: 'pods',
      lastError: failed({ statusCode: 404, message: 'not found', resource: 'pods' }),
    }),
    problem: {
      severity: 'error',
      what: 'pods is not synced',
      cause: 'list was answered with 404: not found',
      since: NOW - 20_000,
      next: 'See whether the server serves this version of the resource.',
    },
  },
  {
    name: 'is asked for too often',
    found: ofInformer({ ...backingOff, lastError: failed({ statusCode: 429, message: 'slow down' }) }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not synced',
      cause: 'list was answered with 429: slow down',
      since: NOW - 20_000,
      next: 'The server is busy and asks to wait. It tries again by itself; see what else asks it so much.',
    },
  },
  {
    name: 'is at a server that fails',
    found: ofInformer({ ...backingOff, lastError: failed({ statusCode: 503, message: 'no leader' }) }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not synced',
      cause: 'list was answered with 503: no leader',
      since: NOW - 20_000,
      next: 'The server failed. It tries again by itself; see the logs of the API server and etcd.',
    },
  },
  {
    name: 'is at a server that cannot be reached',
    found: ofInformer({ ...backingOff, lastError: failed({ message: 'connect ECONNREFUSED' }) }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not synced',
      cause: 'list: no answer: connect ECONNREFUSED',
      since: NOW - 20_000,
      next: 'See whether the server can be reached from here: address, network policy, certificate. It tries again by itself.',
    },
  },
  {
    name: 'is refused in another way',
    found: ofInformer({ ...backingOff, lastError: failed({ statusCode: 406, message: 'not acceptable' }) }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not synced',
      cause: 'list was answered with 406: not acceptable',
      since: NOW - 20_000,
      next: 'It tries again by itself.',
    },
  },
  {
    name: 'takes long to list for the first time',
    found: ofInformer({ phase: 'listing', synced: false, since: NOW - 10_001 }),
    problem: {
      severity: 'warning',
      what: 'widgets.example.com is not synced',
      cause: 'Its first list has not ended: it is listing.',
      since: NOW - 10_001,
      next: 'See whether the server answers, and how large the list is. A list of 100,000 objects takes a while.',
    },
  },
  {
    name: 'is held up by handlers',
    found: ofInformer({ heldUp: { since: NOW - 100, by: ['audit', 'mirror'] } }),
    problem: {
      severity: 'warning',
      what: 'widgets.example.com is not read from the server',
      cause: 'Handlers with the policy "pressure" are behind: audit, mirror. The cache grows old meanwhile.',
      since: NOW - 100,
      next: 'Make these handlers faster, or give them the policy "coalesce": they then get only the newest states.',
    },
  },
  {
    name: 'has lost its watch a while ago, for no known reason',
    found: ofInformer({ disconnectedSince: NOW - 10_001 }),
    problem: {
      severity: 'warning',
      what: 'widgets.example.com is not being watched: its cache grows old',
      cause: 'No watch is open.',
      since: NOW - 10_001,
      next: 'It tries again by itself.',
    },
  },
  {
    name: 'has lost its watch by an error, just now',
    found: ofInformer({ disconnectedSince: NOW - 1, lastError: failed({ verb: 'watch', message: 'ECONNRESET' }) }),
    problem: {
      severity: 'warning',
      what: 'widgets.example.com is not being watched: its cache grows old',
      cause: 'watch: no answer: ECONNRESET',
      since: NOW - 1,
      next: 'See whether the server can be reached from here: address, network policy, certificate. It tries again by itself.',
    },
  },
  {
    name: 'has been without a watch for more than a minute',
    found: ofInformer({ disconnectedSince: NOW - 60_001 }),
    problem: {
      severity: 'error',
      what: 'widgets.example.com is not being watched: its cache grows old',
      cause: 'No watch is open.',
      since: NOW - 60_001,
      next: 'It tries again by itself.',
    },
  },
  {
    name: 'is watched, and had an error that is not over',
    found: ofInformer({ lastError: failed({ statusCode: 500, message: 'oh' }) }),
    problem: {
      severity: 'warning',
      what: 'widgets.example.com had an error',
      cause: 'list was answered with 500: oh',
      since: NOW - 3000,
      next: 'The server failed. It tries again by itself; see the logs of the API server and etcd.',
    },
  },
  {
    name: 'has a watch that is silent',
    found: ofInformer({ staleMs: 180_000 }),
    problem: {
      severity: 'warning',
      what: 'the watch of widgets.example.com is silent',
      cause: 'The connection looks open, and the server has given no sign of life for 3 min.',
      since: NOW - 180_000,
      next: 'It is opened anew by itself when the server does not answer. If it stays silent, look at proxies and load balancers between.',
    },
  },
];

const handlers: readonly Case[] = [
  {
    name: 'does not settle',
    found: ofHandler({ busySince: NOW - 12_000, backlog: 1 }),
    problem: {
      severity: 'error',
      what: 'the handler audit of widgets.example.com does not settle',
      cause: 'The promise of one call has been pending for 12 s; 1 event waits behind it.',
      since: NOW - 12_000,
      next: 'Find what it awaits. Give the handler a timeoutMs, so that one call cannot hold up the rest.',
    },
  },
  {
    name: 'has an event that waits too long',
    found: ofHandler({ waitingSince: NOW - 11_000, backlog: 3 }),
    problem: {
      severity: 'warning',
      what: 'the handler audit of widgets.example.com is behind',
      cause: '3 events wait for it; a call takes 2 ms (median).',
      since: NOW - 11_000,
      next: 'Let the handler only put a key into a work queue, and do the work there with several workers.',
    },
  },
  {
    name: 'has very many that wait, and gets only the newest states',
    found: ofHandler({ waitingSince: NOW - 1, backlog: 1000, policy: 'coalesce' }),
    problem: {
      severity: 'warning',
      what: 'the handler audit of widgets.example.com is behind',
      cause:
        '1000 events wait for it; a call takes 2 ms (median). Of each object it gets only the newest state until it has caught up.',
      since: NOW - 1,
      next: 'Let the handler only put a key into a work queue, and do the work there with several workers.',
    },
  },
];

const ofLoop = (view: Partial<LoopView>): readonly InspectedProblem[] => controllerProblems(loop(view), NOW);
const ofKey = (view: Partial<KeyView>): readonly InspectedProblem[] => ofLoop({ keys: [key(view)] });

const controllers: readonly Case[] = [
  {
    name: 'has more ready than its workers can do',
    found: ofLoop({ ready: 201, oldest: { key: 'default/a', since: NOW - 10 } }),
    problem: {
      severity: 'warning',
      what: 'the controller websites has a backlog',
      cause: '201 keys are ready; 2 of 2 workers are busy, and a run takes 2 ms (median).',
      since: NOW - 10,
      next: 'Give it more workers (reconcile({ workers })), or make a run shorter: see what it waits for.',
    },
  },
  {
    name: 'has more ready than its one worker can do',
    found: ofLoop({ ready: 201, active: 1, workers: 1, oldest: { key: 'default/a', since: NOW - 10 } }),
    problem: {
      severity: 'warning',
      what: 'the controller websites has a backlog',
      cause: '201 keys are ready; 1 of 1 worker is busy, and a run takes 2 ms (median).',
      since: NOW - 10,
      next: 'Give it more workers (reconcile({ workers })), or make a run shorter: see what it waits for.',
    },
  },
  {
    name: 'has a key that waits too long, and nothing works',
    found: ofLoop({ ready: 1, active: 0, oldest: { key: 'default/a', since: NOW - 30_001 } }),
    problem: {
      severity: 'warning',
      what: 'the controller websites has a backlog',
      cause: '1 key is ready and nothing works on it: the controller does not run yet.',
      since: NOW - 30_001,
      next: 'It begins when its caches have synced and, with an election, when this process leads.',
    },
  },
  {
    name: 'has a run that does not end',
    found: ofKey({ state: 'again', since: NOW - 45_000 }),
    problem: {
      severity: 'error',
      what: 'websites: the run of default/a does not end',
      cause: 'A worker has had it for 45 s.',
      since: NOW - 45_000,
      next: 'Find what it awaits. Give the controller a timeoutMs, and pass its signal on to what it calls.',
    },
  },
  {
    name: 'has given a key up',
    found: ofKey({ last: { at: NOW - 9, result: 'error', durationMs: 1, error: 'no such host', isTerminal: true } }),
    problem: {
      severity: 'warning',
      what: 'websites: default/a was given up',
      cause: 'no such host',
      since: NOW - 9,
      next: 'It threw a TerminalError: nothing tries it again before its object, or what it watches, changes. Mend what the error says.',
    },
  },
  {
    name: 'has a key that fails again and again',
    found: ofKey({
      state: 'waiting',
      failures: 22,
      failingSince: NOW - 60_000,
      nextTryAt: NOW + 8000,
      last: { at: NOW - 5, result: 'error', durationMs: 1, error: 'conflict' },
    }),
    problem: {
      severity: 'error',
      what: 'websites: default/a has failed for the 22nd time',
      cause: 'conflict',
      since: NOW - 60_000,
      next: 'It is tried again in 8 s. Each failure doubles the wait. Throw a TerminalError for what no try can mend.',
    },
  },
];

const election = { lease: 'default/websites', identity: 'me', observedAt: NOW - 7000, fenced: none };
const ofManager = (leadership: {
  leader: string;
  isLeader: boolean;
  fenceLeftMs?: number;
}): readonly InspectedProblem[] =>
  managerProblems({ name: 'operator', phase: 'running', leadership: { ...election, ...leadership } }, NOW);

const managers: readonly Case[] = [
  {
    name: 'follows another process',
    found: ofManager({ leader: 'other', isLeader: false }),
    problem: {
      severity: 'note',
      what: 'this process does not lead',
      cause: 'other holds the lease default/websites. Controllers do not run here, and writes are kept back.',
      since: NOW - 7000,
      next: 'Nothing: it takes over when the leader ends, or does not renew its lease in time.',
    },
  },
  {
    name: 'finds nobody who leads',
    found: ofManager({ leader: '', isLeader: false }),
    problem: {
      severity: 'warning',
      what: 'nobody leads yet',
      cause: 'The lease default/websites has no holder, or could not be read. Controllers do not run.',
      next: 'See whether this account may get, create and update leases in apiGroups: ["coordination.k8s.io"].',
    },
  },
  {
    name: 'leads by a lease that was not renewed',
    found: ofManager({ leader: 'me', isLeader: true, fenceLeftMs: 0 }),
    problem: {
      severity: 'error',
      what: 'writes are fenced',
      cause:
        'The lease default/websites was not renewed in time (last seen 7 s ago): another process may lead by now, so nothing is sent.',
      since: NOW - 7000,
      next: 'The process ends its work by itself and should be started anew. See whether the event loop was blocked, or the server away.',
    },
  },
];

describe.each([
  { of: 'an informer', cases: informers },
  { of: 'a handler', cases: handlers },
  { of: 'a controller', cases: controllers },
  { of: 'a manager', cases: managers },
])('what is said of $of', ({ cases }) => {
  it.each(cases)('that $name', ({ found, problem }) => {
    expect(found).toHaveLength(1);
    const [{ subject: _subject, ...said }] = found as [InspectedProblem];
    expect(said).toEqual(problem);
  });
});

it('says nothing of what is within its limits', () => {
  expect([
    ...ofInformer({ handlers: [handler({ busySince: NOW - 10_000, waitingSince: NOW - 10_000, backlog: 999 })] }),
    ...ofInformer({ phase: 'listing', synced: false, since: NOW - 10_000 }),
    ...ofInformer({ disconnectedSince: NOW - 10_000 }),
    ...ofInformer({ staleMs: 60_000 }),
    ...ofLoop({ ready: 200, oldest: { key: 'default/a', since: NOW - 30_000 } }),
    ...ofKey({ state: 'working', since: NOW - 30_000 }),
    ...ofKey({ failures: 2, last: { at: NOW, result: 'error', durationMs: 1, error: 'conflict' } }),
    ...ofManager({ leader: 'me', isLeader: true, fenceLeftMs: 1 }),
  ]).toEqual([]);
});
