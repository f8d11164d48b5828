import type { Manager } from '@informer-gen/runtime/controller';
import { describeUnsynced } from '@informer-gen/runtime/client-go';
import type { InformerStatus } from '@informer-gen/runtime';
import type { BedRun } from './bed-run.js';
import type { BedWorld } from './bed-world.js';

/** Something that has not come to its end. */
export interface OpenWork {
  /** For messages: `website default/a is running`. */
  readonly text: string;
  /**
   * `clock`: for virtual time, as it has a timer pending there, or a request that the simulated server holds back. `machine`: for
   * something that ends by itself. `unknown`: for either.
   */
  readonly waitsFor: 'clock' | 'machine' | 'unknown';
  /** The simulated server holds a request back, and no timer will end that. */
  readonly hangs?: boolean;
  /** May stay pending indefinitely. A test can freeze or refuse a watch, and the bed still counts as idle. */
  readonly mayStay?: boolean;
}

/** Finds everything between the server and the end of a run: keys, runs, requests, events and handlers. */
export function workInTransit(world: BedWorld, manager: Manager, isStarting: boolean): OpenWork[] {
  const { requests, tracker } = world;
  const runs = [...tracker.active];
  const ofRuns = new Set(runs.flatMap((run) => [...run.requests]));
  const others = requests.open.filter((request) => !ofRuns.has(request));
  return [
    ...runs.map((run) => openRun(world, run)),
    ...openQueues(manager, runs),
    ...others.map(({ text }): OpenWork => ({ text: `${text} is not answered`, waitsFor: timeOf(world) })),
    ...openInformers(world, manager, isStarting),
    ...(isStarting ? [{ text: 'the manager is starting', waitsFor: 'unknown' } as const] : []),
  ];
}

function openRun(world: BedWorld, run: BedRun): OpenWork {
  const [request] = run.requests;
  const text = `${run.name} is running${request === undefined ? '' : `, and ${request.text} is not answered`}`;
  if (request !== undefined)
    return { text, waitsFor: timeOf(world), hangs: world.kind === 'simulated' && run.timers === 0 };
  return { text, waitsFor: run.timers > 0 ? 'clock' : 'unknown' };
}

/** Keys that no worker has taken. While there are runs, they wait for those. */
function openQueues(manager: Manager, runs: readonly BedRun[]): OpenWork[] {
  const { busy } = manager.activity();
  if (busy <= runs.length || runs.length > 0) return [];
  return [{ text: busy === 1 ? '1 key is queued' : `${busy} keys are queued`, waitsFor: 'unknown' }];
}

function openInformers(world: BedWorld, manager: Manager, isStarting: boolean): OpenWork[] {
  return manager.inspect().informers.flatMap(({ status }): OpenWork[] => {
    const { phase, queued = 0, handlers = [], resource } = status;
    if (phase === 'idle' || phase === 'stopped') return [];
    const open: OpenWork[] = handlers
      .filter(({ backlog, busySince }) => backlog > 0 || busySince !== undefined)
      .map(({ name }) => ({ text: `the handler ${name} of ${resource} is at work`, waitsFor: 'unknown' }));
    if (queued > 0) open.push({ text: `${queued} changes of ${resource} are not in the cache`, waitsFor: 'unknown' });
    return [...open, ...openSource(world, status, isStarting)];
  });
}

/** A list or a watch that is not there yet. Once the manager runs, a test may refuse them, or hold them back. */
function openSource(world: BedWorld, status: InformerStatus, isStarting: boolean): OpenWork[] {
  const { phase, synced, namespaces } = status;
  const phases = namespaces === undefined ? [phase] : Object.values(namespaces).map((each) => each.phase);
  if (synced && phases.every((each) => each === 'watching')) return [];
  const mayStay = synced || (!isStarting && phases.includes('backing-off'));
  // On the machine's time, the next try is not waited for: the cache is compared with the server.
  if (mayStay && world.kind === 'real') return [];
  return [{ text: describeUnsynced(status), waitsFor: timeOf(world), mayStay }];
}

function timeOf({ kind }: BedWorld): 'clock' | 'machine' {
  return kind === 'simulated' ? 'clock' : 'machine';
}
