import type { LoopView, InformerView } from '../../src/inspect/model/inspection.js';
import { h } from '../dom.js';
import type { Child, Node_ } from '../dom.js';
import { shorten } from '../format.js';
import type { Edge, Stage } from './stages.js';
import { stagesOf } from './stages.js';

const BOX = { width: 107, height: 64 } as const;
/** So much room the words on an arrow take. */
const ARROW_PX = 70;
/** So many letters fit into a line of a box that stands beside others. */
const LINE = 15;
/** About how wide a letter is. */
const LETTER_PX = 7;

/** The pipeline of an informer as a picture. */
export function pipeline(
  informer: InformerView,
  controllers: readonly LoopView[],
  view: { readonly width: number; readonly now: number },
): Node_ {
  const { stages, edges } = stagesOf(informer, controllers, view.now);
  // With less room the boxes stand under each other.
  const isWide = view.width >= stages.length * BOX.width + edges.length * ARROW_PX + 2;
  const label = stages.map(({ title, lines }) => `${title}: ${lines.filter(Boolean).join(', ')}`).join('; ');
  const draw = isWide ? across(stages, edges, view.width) : down(stages, edges, view.width);
  return h(
    'svg',
    {
      class: 'pipeline',
      role: 'img',
      'aria-label': `From the server to the reconciles. ${label}.`,
      width: draw.width,
      height: draw.height,
      viewBox: `0 0 ${draw.width} ${draw.height}`,
    },
    ...draw.parts,
  );
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Child[];
}

function across(stages: readonly Stage[], edges: readonly Edge[], width: number): Drawing {
  const gap = (width - 2 - stages.length * BOX.width) / (stages.length - 1);
  const height = BOX.height + 2;
  const x = (at: number): number => 1 + at * (BOX.width + gap);
  return {
    width,
    height,
    parts: [
      edges.map((edge, at) => {
        const [from, to, y] = [x(at) + BOX.width, x(at + 1), height / 2];
        const middle = (from + to) / 2;
        return h(
          'g',
          { class: edgeClass(edge) },
          h('title', {}, edge.title),
          h('path', { d: `M${from + 3} ${y}H${to - 4}` }),
          h('path', { class: 'tip', d: `M${to - 9} ${y - 4}l5 4l-5 4` }),
          h('text', { x: middle, y: y - 8, class: 'rate' }, edge.rate),
          h('text', { x: middle, y: y + 18, class: 'detail' }, edge.detail),
        );
      }),
      stages.map((stage, at) => box(stage, { x: x(at), y: 1, width: BOX.width, height: BOX.height })),
    ],
  };
}

function down(stages: readonly Stage[], edges: readonly Edge[], width: number): Drawing {
  const [boxHeight, gap] = [42, 26];
  const y = (at: number): number => 1 + at * (boxHeight + gap);
  return {
    width,
    height: y(stages.length - 1) + boxHeight + 1,
    parts: [
      edges.map((edge, at) => {
        const [from, to, x] = [y(at) + boxHeight, y(at + 1), 24];
        return h(
          'g',
          { class: edgeClass(edge) },
          h('title', {}, edge.title),
          h('path', { d: `M${x} ${from + 2}V${to - 3}` }),
          h('path', { class: 'tip', d: `M${x - 4} ${to - 8}l4 5l4 -5` }),
          h(
            'text',
            { x: x + 14, y: (from + to) / 2 + 4, class: 'aside' },
            [edge.rate, edge.detail].filter(Boolean).join('  ·  '),
          ),
        );
      }),
      stages.map((stage, at) => row(stage, { x: 1, y: y(at), width: width - 2, height: boxHeight })),
    ],
  };
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function box({ title, lines, tone }: Stage, place: Rectangle): Node_ {
  const { x, y } = place;
  return h(
    'g',
    { class: `stage ${tone}` },
    h('rect', { ...place, rx: 7 }),
    h('title', {}, [title, ...lines].filter(Boolean).join(', ')),
    h('circle', { cx: x + place.width - 8, cy: y + 14, r: 3.5 }),
    h('text', { x: x + 10, y: y + 18, class: 'title' }, title),
    h('text', { x: x + 10, y: y + 37 }, shorten(lines[0], LINE)),
    h('text', { x: x + 10, y: y + 53, class: 'second' }, shorten(lines[1], LINE)),
  );
}

function row({ title, lines, tone }: Stage, place: Rectangle): Node_ {
  const { x, y, width, height } = place;
  return h(
    'g',
    { class: `stage ${tone}` },
    h('rect', { ...place, rx: 7 }),
    h('title', {}, [title, ...lines].filter(Boolean).join(', ')),
    h('circle', { cx: x + 14, cy: y + height / 2, r: 4 }),
    h('text', { x: x + 28, y: y + height / 2 + 4, class: 'title' }, title),
    h(
      'text',
      { x: x + width - 12, y: y + height / 2 + 4, class: 'end' },
      shorten(lines.filter(Boolean).join(', '), Math.floor((width - 130) / LETTER_PX)),
    ),
  );
}

function edgeClass({ rate, isBroken }: Edge): string {
  return `edge${isBroken ? ' broken' : ''}${rate === '' ? ' none' : ''}`;
}
