import type { LoopView, KeyView, WakeView } from '../../src/inspect/model/inspection.js';
import { h } from '../dom.js';
import type { Child, Node_ } from '../dom.js';
import { age, count, plural, rate, took } from '../format.js';
import type { Shown } from '../state.js';
import { fact, table } from './table.js';

/** Every controller: its queue, its runs, and why each key is where it is. */
export function controllersSection(shown: Shown): Node_ | undefined {
  const { controllers, at } = shown.inspection;
  if (controllers.length === 0) return undefined;
  return h(
    'section',
    { id: 'controllers', 'aria-labelledby': 'controllers-title' },
    h('h2', { id: 'controllers-title' }, 'Controllers', h('span', { class: 'many' }, count(controllers.length))),
    [...controllers]
      .sort((a, b) => Number(isStuck(b, shown)) - Number(isStuck(a, shown)))
      .map((controller) => controllerCard(controller, at)),
  );
}

function isStuck({ name }: LoopView, { inspection }: Shown): boolean {
  return inspection.problems.some(
    ({ subject: { type, id } }) => id === name && (type === 'controller' || type === 'key'),
  );
}

function controllerCard(controller: LoopView, now: number): Node_ {
  const { name, ready, waiting, active, workers, oldest, retries, results, keys, moreKeys } = controller;
  return h(
    'article',
    { key: name, class: 'card', 'data-controller': name },
    h('h3', {}, name),
    h(
      'dl',
      { class: 'facts' },
      fact('Ready', count(ready), ready > workers * 100 ? 'warn' : ''),
      fact('Waiting for their time', count(waiting)),
      fact('Workers busy', `${active} of ${workers}`),
      fact(
        'Oldest key',
        oldest === undefined ? 'none' : `${oldest.key}, ${age(now - oldest.since)}`,
        oldest !== undefined && now - oldest.since > 30_000 ? 'warn' : '',
      ),
      fact('Retries', `${count(retries.count)}, ${rate(retries.perSecond)}`),
      fact('Run takes p50, p99', `${took(controller.took.p50Ms)}, ${took(controller.took.p99Ms)}`),
      fact('Key waits p50, p99', `${took(controller.waited.p50Ms)}, ${took(controller.waited.p99Ms)}`),
      fact('Runs', runs(results)),
    ),
    h('h4', {}, 'Keys, and why'),
    keys.length === 0
      ? h('p', { class: 'none' }, 'No key is queued, and none fails.')
      : table(
          `Keys of ${name}`,
          ['Key', 'State', 'Why', 'Last run', 'Failures', 'Next try'],
          keys.map((key) => ({ key: key.key, class: key.failures >= 3 ? 'failing' : '', cells: cells(key, now) })),
          [4],
        ),
    moreKeys > 0 && h('p', { class: 'none' }, `And ${plural(moreKeys, 'more key')}.`),
  );
}

function runs(results: LoopView['results']): Child {
  const all = Object.entries(results).filter(([, flow]) => flow.count > 0);
  if (all.length === 0) return 'none yet';
  return all.map(([result, flow], at) => [
    at > 0 && ', ',
    h('span', { class: result === 'error' ? 'bad' : '' }, `${count(flow.count)} ${words[result] ?? result}`),
  ]);
}

const words: { readonly [result: string]: string } = {
  success: 'done',
  error: 'failed',
  requeue: 'again',
  requeue_after: 'later',
};

function cells(key: KeyView, now: number): Child[] {
  return [
    key.key,
    state(key, now),
    h(
      'ul',
      { class: 'whys' },
      key.why.slice(0, 3).map((wake) => h('li', {}, why(wake, now))),
    ),
    last(key, now),
    key.failures === 0 ? '0' : h('span', { class: key.failures >= 3 ? 'bad' : '' }, count(key.failures)),
    key.nextTryAt === undefined ? '' : `in ${age(key.nextTryAt - now)}`,
  ];
}

function state({ state: where, since, priority }: KeyView, now: number): Child {
  const long = since === undefined ? '' : ` for ${age(now - since)}`;
  const low = priority !== undefined && priority < 0 ? ', low priority' : '';
  return `${{ ready: 'ready', waiting: 'waits', working: 'in work', again: 'in work, and queued again', idle: 'not queued' }[where]}${long}${low}`;
}

function why({ event, resource, object, mapping, at }: WakeView, now: number): string {
  const what = resource === undefined ? event : `${event} of ${resource}${object === undefined ? '' : ` ${object}`}`;
  const way = mapping === undefined ? '' : ` (${mapping})`;
  return `${what}${way}, ${age(now - at)} ago`;
}

function last({ last: run }: KeyView, now: number): Child {
  if (run === undefined) return 'none seen';
  const ended = `${words[run.result] ?? run.result} ${age(now - run.at)} ago, took ${took(run.durationMs)}`;
  return run.error === undefined
    ? ended
    : [h('span', { class: 'bad error-text' }, run.error), h('span', { class: 'muted' }, ended)];
}
