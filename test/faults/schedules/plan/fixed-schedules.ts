import type { Fault } from './fault.js';
import { durationOf } from './fault.js';
import type { Schedule } from './schedule.js';

/** One fault after the other, with time in between for informers to heal and for some writes. */
function inTurn(faults: readonly Fault[], pauseMs = 900): Schedule['steps'] {
  let atMs = 500;
  return faults.map((fault) => {
    const step = { atMs, fault };
    atMs += durationOf(fault) + pauseMs;
    return step;
  });
}

const common = { servers: 1, watchCache: true, writesPerSecond: 25, tailMs: 500 } as const;

/** What every change is held to. Together they have every type of fault. */
export const FIXED_SCHEDULES: readonly Schedule[] = [
  {
    ...common,
    name: 'a network that breaks',
    seed: 1,
    steps: inTurn([
      { type: 'cut' },
      { type: 'refuse', forMs: 700 },
      { type: 'hang', forMs: 700 },
      { type: 'half-open', direction: 'both', forMs: 1200, endsWith: 'cut' },
      { type: 'half-open', direction: 'to-client', forMs: 700, endsWith: 'cut' },
      { type: 'goaway' },
      { type: 'cut' },
    ]),
  },
  {
    ...common,
    name: 'a network that garbles',
    seed: 2,
    steps: inTurn([
      { type: 'truncate' },
      { type: 'corrupt', everyBytes: 3001, forMs: 1500 },
      { type: 'slow', bytesPerSecond: 12_000, forMs: 1500 },
      { type: 'delay', delayMs: 150, forMs: 1500 },
      { type: 'truncate' },
      { type: 'corrupt', everyBytes: 701, forMs: 1000 },
    ]),
  },
  {
    ...common,
    name: 'servers that die',
    seed: 3,
    steps: inTurn([
      { type: 'stop-api-server', signal: 'SIGKILL', server: 0, forMs: 500 },
      { type: 'kill-etcd', forMs: 500 },
      { type: 'suspend-api-server', server: 0, forMs: 1500 },
      { type: 'stop-api-server', signal: 'SIGTERM', server: 0, forMs: 0 },
      { type: 'suspend-etcd', forMs: 1000 },
    ]),
  },
  {
    ...common,
    name: 'history that expires and a resource that goes',
    seed: 4,
    steps: inTurn([
      { type: 'expire-history', forMs: 500 },
      { type: 'recreate-crd', forMs: 500 },
      { type: 'cut' },
      { type: 'suspend-reader', forMs: 8000 },
    ]),
  },
  {
    ...common,
    name: 'rights, tokens and certificates',
    seed: 5,
    steps: inTurn([
      { type: 'revoke-rights', forMs: 1000 },
      { type: 'revoke-token', forMs: 1000 },
      { type: 'rotate-serving-certificate' },
      { type: 'cut' },
      { type: 'answer', status: 503, retryAfterSeconds: 1, forMs: 700 },
      { type: 'answer', status: 429, forMs: 700 },
      { type: 'expire-client-certificate', forMs: 800 },
    ]),
  },
  {
    ...common,
    name: 'two API servers without a watch cache behind a balancer',
    seed: 6,
    servers: 2,
    watchCache: false,
    steps: inTurn([
      { type: 'stop-api-server', signal: 'SIGKILL', server: 0, forMs: 500 },
      { type: 'cut' },
      { type: 'suspend-api-server', server: 1, forMs: 1500 },
      { type: 'expire-history', forMs: 500 },
      { type: 'stop-api-server', signal: 'SIGTERM', server: 1, forMs: 300 },
    ]),
  },
];
