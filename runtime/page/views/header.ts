import { h } from '../dom.js';
import type { Node_ } from '../dom.js';
import { age, bytes } from '../format.js';
import type { Shown, State } from '../state.js';

const themeNames = { auto: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' } as const;
const nextTheme = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** Name, leadership, the process, and whether the page is live. */
export function header({ state, inspection, change }: Shown): Node_ {
  const { manager, process } = inspection;
  const facts = [
    `pid ${process.pid}`,
    `Node ${process.node}`,
    `up ${age(process.uptimeMs)}`,
    `heap ${bytes(process.heapBytes)}`,
    `event loop ${Math.round(process.loopBusy * 100)} % busy`,
  ];
  return h(
    'header',
    {},
    h(
      'div',
      { class: 'bar' },
      h('h1', {}, h('span', { class: 'eyebrow' }, 'Inspector'), manager?.name ?? 'informers'),
      leadership(inspection),
      h('span', { class: 'spring' }),
      h('span', { class: `connection ${state.connection}`, role: 'status' }, connectionText(state)),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          id: 'theme',
          onclick: () => change((now) => ({ theme: nextTheme[now.theme] })),
        },
        themeNames[state.theme],
      ),
    ),
    h(
      'div',
      { class: 'bar sub' },
      h(
        'nav',
        { 'aria-label': 'Parts of this page' },
        h('a', { href: '#informers' }, 'Informers'),
        inspection.controllers.length > 0 && h('a', { href: '#controllers' }, 'Controllers'),
        h('a', { href: '#events' }, 'Events'),
        h('a', { href: '#cache' }, 'Cache'),
      ),
      h('span', { class: 'spring' }),
      h('span', { class: 'facts' }, facts.join('  ·  ')),
    ),
  );
}

function connectionText({ connection, trouble }: State): string {
  return connection === 'live' ? 'Live' : `Not live: ${trouble || 'connecting'}`;
}

function leadership({ manager }: Shown['inspection']): Node_ | undefined {
  if (manager === undefined) return undefined;
  const { leadership: election } = manager;
  if (election === undefined) return h('span', { class: 'chip' }, `${manager.phase}, no election`);
  const { isLeader, leader, lease, identity, fenceLeftMs } = election;
  const detail = `lease ${lease}, this process is ${identity}`;
  if (!isLeader)
    return h(
      'span',
      { class: 'chip warn', title: detail },
      leader === '' ? 'nobody leads' : `standby: ${leader} leads`,
    );
  const fence =
    fenceLeftMs === undefined
      ? ''
      : fenceLeftMs > 0
        ? `, fence open for ${age(fenceLeftMs)}`
        : ', fenced: nothing is written';
  return h(
    'span',
    { class: `chip ${fenceLeftMs === undefined || fenceLeftMs > 0 ? 'ok' : 'bad'}`, title: detail },
    `leads ${lease}${fence}`,
  );
}
