import { describeStep, durationOf } from './fault.js';
import type { Fault, Step } from './fault.js';
import { Random } from './random.js';

/** What happens in one run, all of it: the same schedule makes the same run, as far as real servers allow. */
export interface Schedule {
  readonly name: string;
  /** Also decides what the writer writes. */
  readonly seed: number;
  /** API servers on one etcd, behind a balancer. */
  readonly servers: 1 | 2;
  /** False: lists and watches go to etcd, which feels a compaction at once. */
  readonly watchCache: boolean;
  readonly writesPerSecond: number;
  /** In order of time. */
  readonly steps: readonly Step[];
  /** How long the writer goes on behind the last fault. */
  readonly tailMs: number;
}

/** What random schedules are made of. */
export interface ScheduleOptions {
  readonly seed: number;
  /** How many faults. Default: 3 to 6, by the seed. */
  readonly faults?: number | undefined;
  /** Also connections that go silent and are never cut, which informers take up to 90 s to notice. Default true. */
  readonly silences?: boolean | undefined;
}

/** Every type of fault, made with random details. */
const makers: { readonly [type in Fault['type']]: (random: Random, servers: 1 | 2) => Fault & { type: type } } = {
  cut: () => ({ type: 'cut' }),
  refuse: (random) => ({ type: 'refuse', forMs: random.integer(200, 2500) }),
  hang: (random) => ({ type: 'hang', forMs: random.integer(200, 2500) }),
  'half-open': (random) => ({
    type: 'half-open',
    direction: random.pick(['to-client', 'to-server', 'both']),
    forMs: random.integer(500, 3000),
    endsWith: random.chance(0.15) ? 'nothing' : 'cut',
  }),
  slow: (random) => ({ type: 'slow', bytesPerSecond: random.integer(2, 40) * 1000, forMs: random.integer(1000, 3000) }),
  delay: (random) => ({ type: 'delay', delayMs: random.integer(20, 400), forMs: random.integer(1000, 3000) }),
  truncate: () => ({ type: 'truncate' }),
  corrupt: (random) => ({
    type: 'corrupt',
    everyBytes: random.integer(500, 20_000),
    forMs: random.integer(500, 2500),
  }),
  goaway: () => ({ type: 'goaway' }),
  answer: (random) => ({
    type: 'answer',
    status: random.pick([401, 403, 404, 429, 500, 502, 503, 504]),
    retryAfterSeconds: random.chance(0.4) ? 1 : undefined,
    forMs: random.integer(300, 2000),
  }),
  'stop-api-server': (random, servers) => ({
    type: 'stop-api-server',
    signal: random.pick(['SIGKILL', 'SIGTERM']),
    server: random.integer(0, servers - 1),
    forMs: random.integer(0, 1500),
  }),
  'suspend-api-server': (random, servers) => ({
    type: 'suspend-api-server',
    server: random.integer(0, servers - 1),
    forMs: random.integer(500, 3000),
  }),
  'kill-etcd': (random) => ({ type: 'kill-etcd', forMs: random.integer(0, 1500) }),
  'suspend-etcd': (random) => ({ type: 'suspend-etcd', forMs: random.integer(300, 2000) }),
  'expire-history': (random) => ({ type: 'expire-history', forMs: random.integer(300, 1500) }),
  'recreate-crd': (random) => ({ type: 'recreate-crd', forMs: random.integer(0, 1500) }),
  'rotate-serving-certificate': () => ({ type: 'rotate-serving-certificate' }),
  'revoke-rights': (random) => ({ type: 'revoke-rights', forMs: random.integer(300, 2000) }),
  'revoke-token': (random) => ({ type: 'revoke-token', forMs: random.integer(300, 2000) }),
  'expire-client-certificate': (random) => ({ type: 'expire-client-certificate', forMs: random.integer(300, 2000) }),
  'suspend-reader': (random) => ({ type: 'suspend-reader', forMs: random.integer(500, 9000) }),
};

/** Every type of fault that there is. */
export const FAULT_TYPES = Object.keys(makers) as readonly Fault['type'][];

/** Network faults: these alone go together with others. */
const NETWORK_TYPES: ReadonlySet<Fault['type']> = new Set<Fault['type']>([
  'cut',
  'refuse',
  'hang',
  'half-open',
  'slow',
  'delay',
  'truncate',
  'corrupt',
  'goaway',
  'answer',
]);

/** The schedule of a seed: the same for ever, as long as this file is not changed. */
export function randomSchedule({ seed, faults, silences = true }: ScheduleOptions): Schedule {
  const random = new Random(seed);
  const servers = random.chance(0.25) ? 2 : 1;
  const watchCache = !random.chance(0.15);
  const count = faults ?? random.integer(3, 6);
  const steps: Step[] = [];
  let atMs = random.integer(300, 1000);
  while (steps.length < count) {
    const fault = makers[random.pick(FAULT_TYPES)](random, servers);
    if (steps.some((step) => step.fault.type === fault.type && onlyOnce.has(fault.type))) continue;
    steps.push({ atMs, fault: silences ? fault : withoutSilence(fault) });
    atMs += nextAfter(fault, random);
  }
  return {
    name: `random ${seed}`,
    seed,
    servers,
    watchCache,
    writesPerSecond: random.integer(15, 40),
    steps,
    tailMs: 500,
  };
}

/** The certificate of the beginning expires once. */
const onlyOnce: ReadonlySet<Fault['type']> = new Set<Fault['type']>(['expire-client-certificate']);

/** Usually the next fault waits for this one; one of the network may go on behind the beginning of another. */
function nextAfter(fault: Fault, random: Random): number {
  const pauseMs = random.integer(300, 2000);
  if (NETWORK_TYPES.has(fault.type) && random.chance(0.3)) return Math.round(durationOf(fault) / 2);
  return durationOf(fault) + pauseMs;
}

function withoutSilence(fault: Fault): Fault {
  return fault.type === 'half-open' ? { ...fault, endsWith: 'cut' } : fault;
}

/** Whether nothing tells the informers that a connection is dead. */
export function hasSilence({ steps }: Schedule): boolean {
  return steps.some(({ fault }) => fault.type === 'half-open' && fault.endsWith === 'nothing');
}

/** A schedule in a few lines. */
export function describeSchedule(schedule: Schedule): string {
  const { name, seed, servers, watchCache, writesPerSecond, steps } = schedule;
  const settings = `seed ${seed}, ${servers} API server(s), watch cache ${watchCache ? 'on' : 'off'}, ${writesPerSecond} writes/s`;
  return [`${name}: ${settings}`, ...steps.map((step) => `  ${describeStep(step)}`)].join('\n');
}
