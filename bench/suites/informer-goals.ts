import { eventsPerSecond } from '../lib/columns.js';
import { type Goal, goal } from '../lib/goal.js';
import type { Row } from '../lib/result.js';
import type { Numbers } from '../lib/stats.js';

export interface GoalInputs {
  readonly events: number;
  /** What an object weighs as JSON without managedFields. */
  readonly strippedBytes: number;
}

type Figures = { readonly [id: string]: Numbers };

/** The ratios of the informer benchmark, in the order of bench/README.md. */
export function informerGoals(rows: readonly Row[], inputs: GoalInputs): Goal[] {
  const of: Figures = Object.fromEntries(rows.map(({ id, figures }) => [id, figures]));
  return [
    ...syncGoals(of),
    ...eventGoals(of, inputs.events),
    ...memoryGoals(of),
    ...lazyGoals(of, inputs),
    ...projectedGoals(of, inputs.events),
    ...readGoals(of),
    ...loopGoals(of),
  ];
}

/** How many times as fast as `other` to sync. */
function syncSpeed(of: Figures, ours: string, other: string): { of: number | undefined; by: number | undefined } {
  return { of: of[other]?.['syncMs'], by: of[ours]?.['syncMs'] };
}

function syncGoals(of: Figures): Goal[] {
  const section = '1 sync';
  const slowness = { of: of['ours']?.['syncMs'], by: of['floor']?.['syncMs'] };
  return [
    goal({ section, text: 'full objects, time beside the Node floor', ...slowness, atMost: 1.08 }),
    goal({ section, text: 'full objects, speed beside kube-rs', ...syncSpeed(of, 'ours', 'kube-rs'), atLeast: 1 }),
    goal({
      section,
      text: 'the default, speed beside the Node floor',
      ...syncSpeed(of, 'ours-stripped', 'floor'),
      atLeast: 1.3,
    }),
    goal({
      section,
      text: 'the default, speed beside kube-rs',
      ...syncSpeed(of, 'ours-stripped', 'kube-rs'),
      atLeast: 1.4,
    }),
  ];
}

function eventGoals(of: Figures, events: number): Goal[] {
  const section = '2 events';
  const speed = (ours: string, other: string): { of: number | undefined; by: number | undefined } => {
    return { of: eventsPerSecond(of[ours] ?? {}, events), by: eventsPerSecond(of[other] ?? {}, events) };
  };
  return [
    goal({ section, text: 'full objects, rate beside the Node floor', ...speed('ours', 'floor'), atLeast: 0.93 }),
    goal({ section, text: 'full objects, rate beside kube-rs', ...speed('ours', 'kube-rs'), atLeast: 1 }),
    goal({
      section,
      text: 'full objects, rate beside client-go typed JSON',
      ...speed('ours', 'client-go'),
      atLeast: 4,
    }),
    goal({
      section,
      text: 'the default, rate beside the Node floor',
      ...speed('ours-stripped', 'floor'),
      atLeast: 1.3,
    }),
    goal({ section, text: 'the default, rate beside kube-rs', ...speed('ours-stripped', 'kube-rs'), atLeast: 1.4 }),
  ];
}

function memoryGoals(of: Figures): Goal[] {
  const section = '3 memory';
  const beside = (ours: string, figure: string): { of: number | undefined; by: number | undefined } => {
    return { of: of[ours]?.[figure], by: of['client-go']?.[figure] };
  };
  const names = {
    ours: 'full objects',
    'ours-stripped': 'the default',
    'ours-lazy': 'lazy',
    'ours-projected': 'projected',
  };
  const peaks = Object.entries(names).flatMap(([id, name]) => {
    const sync = { of: of[id]?.['peakRss'], by: of[id]?.['steadyRss'] };
    const relist = { of: of[id]?.['relistPeakRss'], by: of[id]?.['relistSteadyRss'] };
    return [
      goal({ section, text: `${name}, peak RSS while syncing to steady`, ...sync, atMost: 1.3 }),
      goal({ section, text: `${name}, peak RSS of a relist to steady`, ...relist, atMost: 1.3 }),
    ];
  });
  return [
    goal({
      section,
      text: 'full objects, heap+external beside client-go typed',
      ...beside('ours', 'heapPerObject'),
      atMost: 1,
    }),
    goal({ section, text: 'full objects, RSS beside client-go typed', ...beside('ours', 'rssPerObject'), atMost: 1 }),
    goal({
      section,
      text: 'the default, heap+external beside client-go typed',
      ...beside('ours-stripped', 'heapPerObject'),
      atMost: 0.5,
    }),
    goal({
      section,
      text: 'the default, RSS beside client-go typed',
      ...beside('ours-stripped', 'rssPerObject'),
      atMost: 0.5,
    }),
    ...peaks,
  ];
}

function lazyGoals(of: Figures, { events, strippedBytes }: GoalInputs): Goal[] {
  const section = '4 lazy';
  const rate = (id: string): number | undefined => eventsPerSecond(of[id] ?? {}, events);
  return [
    goal({ section, text: 'sync, speed beside the Node floor', ...syncSpeed(of, 'ours-lazy', 'floor'), atLeast: 3 }),
    goal({ section, text: 'events, rate beside the Node floor', of: rate('ours-lazy'), by: rate('floor'), atLeast: 3 }),
    goal({
      section,
      text: 'heap+external beside the stripped bytes',
      of: of['ours-lazy']?.['heapPerObject'],
      by: strippedBytes,
      atMost: 1.15,
    }),
  ];
}

function projectedGoals(of: Figures, events: number): Goal[] {
  const section = '4 projected';
  const rate = (id: string): number | undefined => eventsPerSecond(of[id] ?? {}, events);
  const id = 'ours-projected';
  return [
    goal({ section, text: 'sync, speed beside the Node floor', ...syncSpeed(of, id, 'floor'), atLeast: 2 }),
    goal({ section, text: 'events, rate beside the Node floor', of: rate(id), by: rate('floor'), atLeast: 2 }),
    goal({ section, text: 'heap+external to 700 bytes', of: of[id]?.['heapPerObject'], by: 700, atMost: 1 }),
  ];
}

function readGoals(of: Figures): Goal[] {
  const section = '5 reads';
  const rate = (figure: string): { of: number | undefined; by: number | undefined } => {
    return { of: of['ours']?.[figure], by: of['client-go']?.[figure] };
  };
  return [
    goal({ section, text: 'get, rate beside client-go', ...rate('getPerSecond'), atLeast: 1 }),
    goal({ section, text: 'byIndex, rate beside client-go', ...rate('byIndexPerSecond'), atLeast: 5 }),
    goal({ section, text: 'namespace list, rate beside client-go', ...rate('namespaceListPerSecond'), atLeast: 5 }),
  ];
}

function loopGoals(of: Figures): Goal[] {
  const p99 = of['ours']?.['loopDelayP99Ms'];
  return [
    goal({
      section: '6 event loop',
      text: 'full objects, delay p99 while syncing to 50 ms',
      of: p99,
      by: 50,
      atMost: 1,
    }),
  ];
}
