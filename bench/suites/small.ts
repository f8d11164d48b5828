/** Suites that are one or two clients at several settings. */
import { column, columns, eventsColumn } from '../lib/columns.js';
import { contender, type InformerId, nodeContender } from '../lib/contenders.js';
import { goal } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import { buildClientGo } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';

const withoutReads = { BENCH_READS: '0' };

/** Our workqueue beside client-go's. */
export async function workqueueSuite({ objects: items = 1_000_000, rounds }: Options): Promise<SuiteResult> {
  const keys = Math.min(items, 10_000);
  const numbers = [String(items), String(keys)];
  const contenders: Contender[] = [
    await nodeContender({ id: 'ours', name: 'informer-gen', client: 'workqueue', args: ['-', ...numbers] }),
    { id: 'client-go', name: 'client-go', command: [await buildClientGo(), 'workqueue', ...numbers] },
  ];
  const rows = await runRounds(contenders, { rounds });
  const millions = { scale: 1e6, digits: 2 };
  return {
    suite: 'workqueue',
    settings: { items, keys, rounds },
    rows,
    columns: [
      column('add, get, done M/s', 'oneByOnePerSecond', millions),
      column(`${keys} waiting M/s`, 'batchedPerSecond', millions),
      column('added twice M/s', 'deduplicatedPerSecond', millions),
      column('awaited M/s', 'awaitedPerSecond', millions),
    ],
    goals: [],
  };
}

/** Reads of the cache, beside client-go's. */
export async function listersSuite({ objects = 50_000, rounds }: Options): Promise<SuiteResult> {
  const rows = await onLoadServer(['ours', 'ours-stripped', 'client-go', 'client-node'], { objects, rounds });
  const { scanMillions, byIndexThousands, namespaceThousands, getMillions } = columns;
  const goals = (['getPerSecond', 'byIndexPerSecond', 'namespaceListPerSecond'] as const).map((figure, i) => {
    const text = `${['get', 'byIndex', 'namespace list'][i]}, rate beside client-go`;
    return goal({
      section: '5 reads',
      text,
      of: figureOf(rows, 'ours', figure),
      by: figureOf(rows, 'client-go', figure),
      atLeast: i === 0 ? 1 : 5,
    });
  });
  const shown = [scanMillions, byIndexThousands, namespaceThousands, getMillions];
  return { suite: 'listers', settings: { objects, rounds }, rows, columns: shown, goals };
}

/** What a handler that comes late costs. */
export async function replaySuite({ objects = 100_000, rounds }: Options): Promise<SuiteResult> {
  const env = { ...withoutReads, BENCH_REPLAY: '1' };
  const rows = await onLoadServer(['ours', 'ours-lazy', 'client-go'], { objects, rounds, bytes: 1000, env });
  return {
    suite: 'replay',
    settings: { objects, rounds },
    rows,
    columns: [
      column('replay ms', 'replayMs'),
      column('CPU ms', 'replayCpuMs'),
      { title: 'objects M/s', digits: 2, value: ({ replayMs }) => replayMs && objects / replayMs / 1000 },
      column('loop p99 ms', 'replayLoopDelayP99Ms'),
      column('loop max ms', 'replayLoopDelayMaxMs'),
    ],
    goals: [],
  };
}

/** What each handler adds to an event. */
export async function handlersSuite({ objects = 2_000, events = 20_000, rounds }: Options): Promise<SuiteResult> {
  await buildClientGo();
  await using server = await LoadServer.start({ objects });
  const contenders: Contender[] = [];
  for (const id of ['ours', 'client-go'] as const) {
    for (const handlers of [1, 10, 100]) {
      const env = { ...withoutReads, BENCH_HANDLERS: String(handlers) };
      const { name, ...rest } = await contender(id, { url: server.url, objects, events, env });
      contenders.push({ ...rest, id: `${id}-${handlers}`, name: `${name}, ${handlers} handlers` });
    }
  }
  const rows = await runRounds(contenders, { rounds });
  const micros = {
    title: 'CPU µs/event',
    value: ({ eventsCpuMs }: Row['figures']) => eventsCpuMs && (eventsCpuMs * 1000) / events,
  };
  return {
    suite: 'handlers',
    settings: { objects, events, rounds },
    rows,
    columns: [eventsColumn(events), micros, column('loop p99 ms', 'eventsLoopDelayP99Ms')],
    goals: [],
  };
}

/** Many informers in one process, beside client-node's. */
export async function informersSuite({ objects = 500, rounds }: Options): Promise<SuiteResult> {
  await using server = await LoadServer.start({ objects, bytes: 1000 });
  const runs = [
    ['ours', 1],
    ['ours', 100],
    ['ours', 1000],
    ['client-node', 1],
    ['client-node', 100],
  ] as const;
  const contenders = await Promise.all(
    runs.map(async ([variant, informers]) => {
      const name = `${variant === 'ours' ? 'informer-gen' : 'client-node'}, ${informers} informers`;
      const args = [server.url, String(informers), '0', variant];
      return await nodeContender({ id: `${variant}-${informers}`, name, client: 'many-informers', args });
    }),
  );
  const rows = await runRounds(contenders, { rounds, timeoutMs: 120_000 });
  const beside = (figure: string): { of: number | undefined; by: number | undefined } => {
    return { of: figureOf(rows, 'ours-100', figure), by: figureOf(rows, 'client-node-100', figure) };
  };
  const section = '8 informers';
  return {
    suite: 'informers',
    settings: { objects, rounds },
    rows,
    columns: [
      column('start ms', 'startMs'),
      column('CPU ms', 'startCpuMs'),
      column('heap+ext KB/informer', 'heapPerInformer', { scale: 1000 }),
      column('RSS KB/informer', 'rssPerInformer', { scale: 1000 }),
      columns.peakMegabytes,
      column('connections', 'connections', { digits: 0 }),
    ],
    goals: [
      goal({ section, text: '100 informers, start time beside client-node', ...beside('startMs'), atMost: 1 }),
      goal({ section, text: '100 informers, connections beside client-node', ...beside('connections'), atMost: 0.1 }),
    ],
  };
}

/** Delay of the event loop while syncing; collection pauses apart. */
export async function stallSuite({ objects = 50_000, rounds }: Options): Promise<SuiteResult> {
  const ids: readonly InformerId[] = ['floor', 'ours', 'ours-stripped', 'ours-lazy', 'client-node'];
  const rows = await onLoadServer(ids, { objects, rounds, env: withoutReads });
  const { syncSeconds, loopP99, loopMax, ownMax, gcMax, gcTotal } = columns;
  const section = '6 event loop';
  const goals = rows
    .filter(({ id }) => id.startsWith('ours'))
    .flatMap(({ name, figures: { loopDelayP99Ms, ownDelayMaxMs } }) => [
      goal({ section, text: `${name}, delay p99 to 50 ms`, of: loopDelayP99Ms, by: 50, atMost: 1 }),
      goal({ section, text: `${name}, longest delay less GC to 20 ms`, of: ownDelayMaxMs, by: 20, atMost: 1 }),
    ]);
  return {
    suite: 'stall',
    settings: { objects, rounds },
    rows,
    columns: [syncSeconds, loopP99, loopMax, ownMax, gcMax, gcTotal],
    goals,
  };
}

interface LoadRun {
  readonly objects: number;
  readonly rounds: number;
  readonly bytes?: number;
  readonly env?: { readonly [name: string]: string };
}

async function onLoadServer(ids: readonly InformerId[], { objects, rounds, bytes, env }: LoadRun): Promise<Row[]> {
  if (ids.includes('client-go')) await buildClientGo();
  await using server = await LoadServer.start({ objects, ...(bytes !== undefined && { bytes }) });
  const load = { url: server.url, objects, events: 0, ...(env && { env }) };
  return await runRounds(await Promise.all(ids.map((id) => contender(id, load))), { rounds });
}

function figureOf(rows: readonly Row[], id: string, figure: string): number | undefined {
  return rows.find((row) => row.id === id)?.figures[figure];
}
