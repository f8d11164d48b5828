import type { Column, SuiteResult } from './result.js';
import { formatNumber } from './table.js';

const width = 860;
const labelWidth = 210;
const valueWidth = 80;
const barHeight = 16;
const rowHeight = 22;
const panelGap = 26;

/** Figures where less is better say so; the others are rates. */
const lessIsBetter = /( s|MB|KB|ms|bytes|µs)/;

/** Which columns of a suite are drawn, by the start of their titles; all of them where a suite is not named. */
const drawn: { readonly [suite: string]: readonly string[] } = {
  informer: ['sync s', 'events k/s', 'heap+ext', 'peak MB', 'byIndex'],
  'informer, real API server': ['CPU s', 'sync s'],
};

/**
 * A bar chart of a suite's medians, one panel a figure. The colours work on light and on dark paper, and follow the reader's
 * choice where the viewer tells it.
 */
export function renderBars(result: SuiteResult): string {
  const titles = drawn[result.suite];
  const columns = result.columns.filter(({ title }) => titles?.some((start) => title.startsWith(start)) ?? true);
  let y = 34;
  const panels = columns.flatMap((column) => {
    const panel = renderPanel(result, column, y);
    y += panel.height;
    return panel.height === 0 ? [] : [panel.svg];
  });
  const settings = Object.entries(result.settings).map(([name, value]) => `${name} ${value.toLocaleString('en-US')}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-label="${escape(result.suite)} benchmark">`,
    `<style>${style}</style>`,
    `<text class="note" x="0" y="16">${escape(`${result.suite}: ${settings.join(', ')}; medians`)}</text>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

const style = [
  'text{font:12px system-ui,sans-serif;fill:#57606a}',
  '.title{font-weight:600;fill:#24292f}',
  '.note{font-size:11px}',
  '.peer{fill:#8c959f}',
  '.ours{fill:#2f81f7}',
  '@media(prefers-color-scheme:dark){text{fill:#9da7b3}.title{fill:#e6edf3}.peer{fill:#6e7681}}',
].join('');

function renderPanel({ rows }: SuiteResult, column: Column, top: number): { svg: string; height: number } {
  const values = rows.flatMap(({ id, name, figures }) => {
    const value = column.value(figures);
    return value === undefined || !Number.isFinite(value) ? [] : [{ id, name, value: Math.max(0, value) }];
  });
  if (values.length === 0) return { svg: '', height: 0 };
  const largest = Math.max(...values.map(({ value }) => value), Number.MIN_VALUE);
  const bars = values.map(({ id, name, value }, i) => {
    const y = top + 24 + i * rowHeight;
    const length = Math.max(1, (value / largest) * (width - labelWidth - valueWidth));
    const kind = id.startsWith('ours') ? 'ours' : 'peer';
    return [
      `<text x="${labelWidth - 8}" y="${y + 12}" text-anchor="end">${escape(name)}</text>`,
      `<rect class="${kind}" x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
      `<text x="${(labelWidth + length + 6).toFixed(1)}" y="${y + 12}">${formatNumber(value, column.digits ?? 1)}</text>`,
    ].join('');
  });
  const better = lessIsBetter.test(column.title) && !column.title.includes('/s') ? 'less is better' : 'more is better';
  const title = `<text class="title" x="0" y="${top + 14}">${escape(column.title)} <tspan class="note" font-weight="400">${better}</tspan></text>`;
  return { svg: [title, ...bars].join('\n'), height: 24 + values.length * rowHeight + panelGap };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
