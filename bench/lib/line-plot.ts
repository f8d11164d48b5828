/** One line of a panel. */
export interface Line {
  readonly name: string;
  /** In order of x; undefined where there is no value. */
  readonly values: readonly (number | undefined)[];
}

/** Lines that share an axis. */
export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** A plot of several panels over the same x. */
export interface LinePlot {
  readonly title: string;
  /** What x counts, as written below the last panel. */
  readonly xTitle: string;
  readonly x: readonly number[];
  readonly panels: readonly Panel[];
}

const WIDTH = 860;
const LEFT = 70;
const RIGHT = 120;
const PANEL_HEIGHT = 110;
const PANEL_GAP = 40;
const TOP = 30;
const COLOURS = ['#2f81f7', '#8c959f', '#d29922', '#f85149'] as const;

const STYLE = [
  'text{font:11px system-ui,sans-serif;fill:#57606a}',
  '.title{font-size:12px;font-weight:600;fill:#24292f}',
  '.axis{stroke:#8c959f;stroke-width:0.5}',
  'polyline{fill:none;stroke-width:1.2}',
  '@media(prefers-color-scheme:dark){text{fill:#9da7b3}.title{fill:#e6edf3}}',
].join('');

/** Draws it. The colours work on light and on dark paper. */
export function renderLines({ title, xTitle, x, panels }: LinePlot): string {
  const height = TOP + panels.length * (PANEL_HEIGHT + PANEL_GAP) + 10;
  const last = x.at(-1) ?? 0;
  const label = `<text x="${LEFT}" y="${height - 12}">0</text><text x="${WIDTH - RIGHT}" y="${height - 12}" text-anchor="end">${last.toFixed(0)} ${escape(xTitle)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(title)}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="0" y="16">${escape(title)}</text>`,
    ...panels.map((panel, i) => renderPanel(panel, x, TOP + i * (PANEL_HEIGHT + PANEL_GAP))),
    label,
    '</svg>',
    '',
  ].join('\n');
}

function renderPanel({ title, lines }: Panel, x: readonly number[], top: number): string {
  const largest = Math.max(
    ...lines.flatMap(({ values }) => values.filter((value) => value !== undefined)),
    Number.MIN_VALUE,
  );
  const bottom = top + 16 + PANEL_HEIGHT;
  const lastX = x.at(-1) ?? 1;
  const drawn = lines.map(({ name, values }, i) => {
    const points = values.flatMap((value, at) => {
      if (value === undefined) return [];
      const px = LEFT + ((x[at] ?? 0) / lastX) * (WIDTH - LEFT - RIGHT);
      return [`${px.toFixed(1)},${(bottom - (value / largest) * PANEL_HEIGHT).toFixed(1)}`];
    });
    const colour = COLOURS[i % COLOURS.length];
    return [
      `<polyline stroke="${colour}" points="${points.join(' ')}"/>`,
      `<text x="${WIDTH - RIGHT + 8}" y="${top + 28 + i * 14}" style="fill:${colour}">${escape(name)}</text>`,
    ].join('');
  });
  return [
    `<text class="title" x="${LEFT}" y="${top + 10}">${escape(title)}</text>`,
    `<text x="${LEFT - 6}" y="${top + 26}" text-anchor="end">${shortNumber(largest)}</text>`,
    `<text x="${LEFT - 6}" y="${bottom}" text-anchor="end">0</text>`,
    `<line class="axis" x1="${LEFT}" y1="${bottom}" x2="${WIDTH - RIGHT}" y2="${bottom}"/>`,
    ...drawn,
  ].join('\n');
}

function shortNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
