import { column, columns, eventsColumn } from '../lib/columns.js';
import { contender, type InformerId, informerIds } from '../lib/contenders.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import { buildClientGo, buildKubeRs } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { type Contender, runRounds } from '../lib/rounds.js';
import { informerGoals } from './informer-goals.js';

/** Who takes part: kube-rs only when it is asked for. */
function participants({ only, kubeRs }: Options): readonly InformerId[] {
  return only ?? informerIds.filter((id) => id !== 'kube-rs' || kubeRs);
}

/** A: many pods by WatchList over plain HTTP, then as many changes; then reads; then, for ours, a relist. */
export async function informerSuite(options: Options): Promise<SuiteResult> {
  const { objects = 50_000, events = objects, rounds } = options;
  const ids = participants(options);
  // Built before anything is measured.
  if (ids.some((id) => id.startsWith('client-go'))) await buildClientGo();
  if (ids.includes('kube-rs')) await buildKubeRs();
  await using server = await LoadServer.start({ objects });
  const { full, stripped } = await server.objectBytes();
  const { url } = server;
  const main: Contender[] = [];
  const relists: Contender[] = [];
  for (const id of ids) {
    main.push(await contender(id, { url, objects, events }));
    if (!id.startsWith('ours')) continue;
    const clones = options.against === undefined ? [undefined] : [undefined, options.against];
    for (const clone of clones) {
      if (clone !== undefined) main.push(await contender(id, { url, objects, events, clone }));
      const env = { BENCH_RELIST: '1', BENCH_READS: '0' };
      const relist = await contender(id, { url, objects, events: 0, env, ...(clone !== undefined && { clone }) });
      relists.push({ ...relist, name: `${relist.name} (relist)` });
    }
  }
  const found = await runRounds([...main, ...relists], { rounds });
  const rows = withRelists(found.slice(0, main.length), found.slice(main.length));
  return {
    suite: 'informer',
    settings: {
      objects,
      events,
      rounds,
      'bytes per object': Math.round(full),
      'without managedFields': Math.round(stripped),
    },
    rows,
    columns: informerColumns(events),
    goals: informerGoals(rows, { events, strippedBytes: stripped }),
  };
}

/** What a relist took joins the row of the same client. */
function withRelists(rows: readonly Row[], relists: readonly Row[]): Row[] {
  return rows.map((row) => {
    const relist = relists.find(({ id }) => id === row.id);
    if (relist === undefined) return row;
    const figures = Object.entries(relist.figures).filter(([name]) => name.startsWith('relist'));
    return {
      ...row,
      figures: { ...row.figures, ...Object.fromEntries(figures) },
      errors: [...row.errors, ...relist.errors],
    };
  });
}

function informerColumns(events: number): SuiteResult['columns'] {
  const { syncSeconds, syncCpuSeconds, eventsCpuSeconds, heapKilobytes, rssKilobytes, peakMegabytes, steadyMegabytes } =
    columns;
  const {
    relistPeakMegabytes,
    scanMillions,
    byIndexThousands,
    namespaceThousands,
    getMillions,
    loopP99,
    loopMax,
    ownMax,
    gcMax,
  } = columns;
  return [
    syncSeconds,
    syncCpuSeconds,
    eventsColumn(events),
    eventsCpuSeconds,
    heapKilobytes,
    rssKilobytes,
    peakMegabytes,
    steadyMegabytes,
    column('relist s', 'relistMs', { scale: 1000, digits: 2 }),
    relistPeakMegabytes,
    scanMillions,
    byIndexThousands,
    namespaceThousands,
    getMillions,
    loopP99,
    loopMax,
    ownMax,
    gcMax,
  ];
}
