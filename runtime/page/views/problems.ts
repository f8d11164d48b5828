import type { InspectedProblem } from '../../src/inspect/model/inspection.js';
import { h } from '../dom.js';
import type { Node_ } from '../dom.js';
import { age, bytes, clock, count, plural } from '../format.js';
import type { Shown } from '../state.js';

const titles = { error: 'Stuck', warning: 'Late', note: 'Note' } as const;

/** So many are shown at once: what is below must be found, too. */
const SHOWN = 6;
/** What is remembered as opened. */
const MORE = 'problems';

/** What is stuck: cause, since when, and what to do. Or that nothing is. */
export function problemsSection(shown: Shown): Node_ {
  const { inspection } = shown;
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
      problems.slice(0, SHOWN).map((problem) => problemItem(problem, at)),
    ),
    problems.length > SHOWN && moreProblems(problems.slice(SHOWN), shown),
  );
}

function moreProblems(problems: readonly InspectedProblem[], { inspection, state, change }: Shown): Node_ {
  const isOpen = state.open[MORE] ?? false;
  const toggle = (event: Event): void => {
    const { open } = event.target as HTMLDetailsElement;
    if (open !== isOpen) change((now) => ({ open: { ...now.open, [MORE]: open } }));
  };
  return h(
    'details',
    { class: 'more', open: isOpen, ontoggle: toggle },
    h('summary', {}, `${count(problems.length)} more`),
    isOpen &&
      h(
        'ul',
        { class: 'problems' },
        problems.map((problem) => problemItem(problem, inspection.at)),
      ),
  );
}

function verdict(things: number): string {
  return things === 0 ? 'Nothing is stuck.' : `${plural(things, 'thing')} ${things === 1 ? 'needs' : 'need'} a look.`;
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
