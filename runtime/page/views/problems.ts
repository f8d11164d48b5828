import type { InspectedProblem } from '../../src/inspect/model/inspection.js';
import { h } from '../dom.js';
import type { Node_ } from '../dom.js';
import { age, bytes, clock, plural } from '../format.js';
import type { Shown } from '../state.js';

const titles = { error: 'Stuck', warning: 'Late', note: 'Note' } as const;

/** What is stuck: cause, since when, and what to do. Or that nothing is. */
export function problemsSection({ inspection }: Shown): Node_ {
  const { problems, at } = inspection;
  const serious = problems.filter(({ severity }) => severity !== 'note');
  return h(
    'section',
    { id: 'problems', 'aria-label': 'What is stuck' },
    h(
      'div',
      { role: 'status', class: `verdict ${tone(problems)}` },
      h('strong', {}, verdict(serious.length)),
      h('span', {}, summary(inspection)),
    ),
    h(
      'ul',
      { class: 'problems' },
      problems.map((problem) => problemItem(problem, at)),
    ),
  );
}

function verdict(count: number): string {
  return count === 0 ? 'Nothing is stuck.' : `${plural(count, 'thing')} ${count === 1 ? 'needs' : 'need'} a look.`;
}

function tone(problems: readonly InspectedProblem[]): string {
  if (problems.some(({ severity }) => severity === 'error')) return 'bad';
  return problems.some(({ severity }) => severity === 'warning') ? 'warn' : 'ok';
}

function summary({ informers, controllers }: Shown['inspection']): string {
  const synced = informers.filter((each) => each.synced).length;
  const objects = informers.reduce((sum, each) => sum + each.objects, 0);
  const size = informers.reduce((sum, each) => sum + each.bytes, 0);
  const caches =
    informers.length === 0 ? 'No informer yet' : `${synced} of ${plural(informers.length, 'informer')} synced`;
  const parts = [caches, `${plural(objects, 'object')} in about ${bytes(size)}`];
  if (controllers.length > 0) parts.push(plural(controllers.length, 'controller'));
  return parts.join('  ·  ');
}

function problemItem(problem: InspectedProblem, now: number): Node_ {
  const { severity, what, cause, since, next, subject } = problem;
  const key = [subject.type, subject.id, subject.name ?? ''].join(' ');
  return h(
    'li',
    { key, class: `problem ${severity}`, 'data-subject': key },
    h(
      'p',
      { class: 'what' },
      h('span', { class: 'tag' }, titles[severity]),
      h('strong', {}, what),
      since !== undefined &&
        h(
          'span',
          { class: 'since', title: new Date(since).toISOString() },
          `for ${age(now - since)}, since ${clock(since)}`,
        ),
    ),
    h('p', { class: 'cause' }, h('span', { class: 'label' }, 'Cause'), h('span', {}, cause)),
    h('p', { class: 'next' }, h('span', { class: 'label' }, 'Next step'), h('span', {}, next)),
  );
}
