/** One informer over many namespaces, beside several informers over a part of them each. */
import { column, columns } from '../lib/columns.js';
import { nodeContender } from '../lib/contenders.js';
import { goal } from '../lib/goal.js';
import { LoadServer } from '../lib/load-server.js';
import type { Options } from '../lib/options.js';
import type { SuiteResult } from '../lib/result.js';
import { runRounds } from '../lib/rounds.js';

/** The share of the namespaces that is read alone, and that each of several informers reads. */
const SHARES = 10;
const DEFAULT_NAMESPACES = 5000;
const PODS_PER_NAMESPACE = 10;

export async function namespacesSuite({ objects: given, rounds }: Options): Promise<SuiteResult> {
  const namespaces = given ?? DEFAULT_NAMESPACES;
  const objects = namespaces * PODS_PER_NAMESPACE;
  await using server = await LoadServer.start({ objects, bytes: 1000, namespaces });
  const share = namespaces / SHARES;
  const runs = [
    { id: 'share', name: `1 informer over ${share} namespaces`, namespaces: share, informers: 1 },
    { id: 'shares', name: `${SHARES} informers over ${share} namespaces each`, namespaces, informers: SHARES },
    { id: 'all', name: `1 informer over ${namespaces} namespaces`, namespaces, informers: 1 },
  ];
  const contenders = await Promise.all(
    runs.map(async ({ id, name, ...run }) => {
      const args = [server.url, String(run.namespaces), '0', String(run.informers)];
      return await nodeContender({ id, name, client: 'namespaces', args });
    }),
  );
  const rows = await runRounds(contenders, { rounds, timeoutMs: 300_000 });
  const figure = (id: string, name: string): number | undefined => rows.find((row) => row.id === id)?.figures[name];
  const ratio = (text: string, name: string): ReturnType<typeof goal> =>
    goal({ section: '11 namespaces', text, of: figure('all', name), by: figure('shares', name), atMost: 1.5 });
  return {
    suite: 'namespaces',
    settings: { namespaces, objects, rounds },
    rows,
    columns: [
      column('sync ms', 'syncMs'),
      column('CPU ms', 'syncCpuMs'),
      columns.loopP99,
      columns.ownMax,
      column('heap+ext KB/namespace', 'heapPerNamespace', { scale: 1000 }),
      column('connections', 'connections', { digits: 0 }),
      column('status ms', 'statusMs', { digits: 2 }),
      column('stop ms', 'stopMs'),
    ],
    goals: [
      ratio(`${namespaces} namespaces, sync time of one informer beside ${SHARES}`, 'syncMs'),
      ratio(`${namespaces} namespaces, CPU time of one informer beside ${SHARES}`, 'syncCpuMs'),
      goal({
        section: '11 namespaces',
        text: 'longest delay less GC to 20 ms',
        of: figure('all', 'ownDelayMaxMs'),
        by: 20,
        atMost: 1,
      }),
    ],
  };
}
