import type { LoopView, Durations, Flow, InformerView } from '../../src/inspect/model/inspection.js';
import { age, ago, bytes, count, plural, rate, shortPlural, took } from '../format.js';

export type Tone = 'ok' | 'warn' | 'bad' | 'none';

/** A box of the picture. */
export interface Stage {
  readonly title: string;
  readonly lines: readonly [string, string];
  readonly tone: Tone;
}

/** An arrow of the picture, to the next box. */
export interface Edge {
  /** How many a second. */
  readonly rate: string;
  /** How many, or how late. */
  readonly detail: string;
  /** What the two say, in words. */
  readonly title: string;
  readonly isBroken: boolean;
}

/** The boxes of an informer's pipeline, from the server to the reconciles, and the arrows between. */
export function stagesOf(
  informer: InformerView,
  controllers: readonly LoopView[],
  now: number,
): { readonly stages: readonly Stage[]; readonly edges: readonly Edge[] } {
  const fed = controllers.filter(({ name }) => informer.feeds.includes(name));
  const { received, told, storing, handlers } = informer;
  const toldFlow = sum([told.adds, told.updates, told.deletes]);
  const isCut = informer.disconnectedSince !== undefined;
  const waited = worst(handlers.map((handler) => handler.lag));
  return {
    stages: [
      serverStage(informer, now),
      reflectorStage(informer, now),
      queueStage(informer),
      cacheStage(informer),
      listenersStage(informer, now),
      ...workStages(fed),
    ],
    edges: [
      edge(
        `${bytes(Math.round(informer.receivedBytes.perSecond))}/s`,
        bytes(informer.receivedBytes.count),
        'what came from the server',
        isCut,
      ),
      edge(
        rate(received.perSecond),
        shortPlural(received.count, 'event'),
        'objects of lists and events of watches',
        isCut,
      ),
      edge(rate(received.perSecond), `in ${took(storing.p99Ms)}`, 'to the cache, and how long a batch takes (p99)'),
      edge(
        rate(toldFlow.perSecond),
        `lag ${took(waited)}`,
        'told to handlers, and how long an event waits for a call (p99)',
      ),
      ...workEdges(fed),
    ],
  };
}

function serverStage({ disconnectedSince, lastError, lastAliveAt }: InformerView, now: number): Stage {
  const alive = lastAliveAt === undefined ? 'no sign of life' : `alive ${ago(now - lastAliveAt)}`;
  if (lastError !== undefined && disconnectedSince !== undefined)
    return {
      title: 'API server',
      lines: [
        lastError.statusCode === undefined ? 'no answer' : `answers ${lastError.statusCode}`,
        `on ${lastError.verb}`,
      ],
      tone: 'bad',
    };
  return {
    title: 'API server',
    lines: [disconnectedSince === undefined ? 'watch open' : 'no watch', alive],
    tone: disconnectedSince === undefined ? 'ok' : 'warn',
  };
}

function reflectorStage({ phase, since, retryAt }: InformerView, now: number): Stage {
  const next = retryAt === undefined ? `for ${age(now - since)}` : `again in ${age(retryAt - now)}`;
  const tones: { readonly [phase: string]: Tone } = { watching: 'ok', listing: 'warn', 'backing-off': 'bad' };
  return { title: 'Reflector', lines: [phase, next], tone: tones[phase] ?? 'none' };
}

function queueStage({ queued, heldUp }: InformerView): Stage {
  if (heldUp !== undefined) return { title: 'Queue', lines: ['held up', `by ${heldUp.by[0] ?? ''}`], tone: 'bad' };
  return { title: 'Queue', lines: [plural(queued, 'change'), 'waiting'], tone: queued > 1000 ? 'warn' : 'ok' };
}

function cacheStage({ objects, bytes: size, synced }: InformerView): Stage {
  return {
    title: 'Cache',
    lines: [plural(objects, 'object'), synced ? bytes(size) : 'not synced'],
    tone: synced ? 'ok' : 'bad',
  };
}

function listenersStage({ handlers }: InformerView, now: number): Stage {
  const waiting = handlers.reduce((all, each) => all + each.backlog, 0);
  const stuck = handlers.find(({ busySince }) => busySince !== undefined && now - busySince > 10_000);
  const failed = handlers.reduce((all, each) => all + each.errors.perSecond, 0);
  const lines = [plural(handlers.length, 'handler'), waiting === 0 ? 'none waits' : `${count(waiting)} wait`] as const;
  if (handlers.length === 0) return { title: 'Listeners', lines: ['no handler', ''], tone: 'none' };
  return { title: 'Listeners', lines, tone: stuck ? 'bad' : waiting >= 1000 || failed > 0 ? 'warn' : 'ok' };
}

function workStages(fed: readonly LoopView[]): Stage[] {
  if (fed.length === 0)
    return [
      { title: 'Work queues', lines: ['none', ''], tone: 'none' },
      { title: 'Reconciles', lines: ['none', ''], tone: 'none' },
    ];
  const total = (of: (each: LoopView) => number): number => fed.reduce((all, each) => all + of(each), 0);
  const [ready, waiting] = [total((each) => each.ready), total((each) => each.waiting)];
  const [active, workers] = [total((each) => each.active), total((each) => each.workers)];
  const failing = total((each) => each.keys.filter((key) => key.failures >= 3).length);
  return [
    {
      title: fed.length === 1 ? 'Work queue' : `${fed.length} queues`,
      lines: [`${count(ready)} ready`, `${count(waiting)} later`],
      tone: ready > workers * 100 ? 'warn' : 'ok',
    },
    {
      title: 'Reconciles',
      lines: [
        `${active} of ${workers} busy`,
        failing === 0 ? 'none fails' : plural(failing, 'key') + (failing === 1 ? ' fails' : ' fail'),
      ],
      tone: failing > 0 ? 'bad' : 'ok',
    },
  ];
}

function workEdges(fed: readonly LoopView[]): Edge[] {
  if (fed.length === 0) return [edge('', '', ''), edge('', '', '')];
  const added = sum(fed.map((each) => each.added));
  const runs = sum(fed.flatMap((each) => Object.values(each.results)));
  return [
    edge(rate(added.perSecond), shortPlural(added.count, 'key'), 'keys that became ready'),
    edge(
      rate(runs.perSecond),
      `lag ${took(worst(fed.map((each) => each.waited)))}`,
      'runs, and how long a key waits for a worker (p99)',
    ),
  ];
}

function edge(perSecond: string, detail: string, title: string, isBroken = false): Edge {
  return { rate: perSecond, detail, title, isBroken };
}

function sum(flows: readonly Flow[]): Flow {
  return {
    count: flows.reduce((all, each) => all + each.count, 0),
    perSecond: flows.reduce((all, each) => all + each.perSecond, 0),
  };
}

function worst(durations: readonly Durations[]): number {
  return Math.max(0, ...durations.map((each) => each.p99Ms));
}
