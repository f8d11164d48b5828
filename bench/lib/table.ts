import type { Goal } from './goal.js';
import type { Column, Row, SuiteResult } from './result.js';

/** The suite's table, its goals, and what failed, for a terminal. */
export function renderResult(result: SuiteResult): string {
  const settings = Object.entries(result.settings).map(([name, value]) => `${name} ${value}`);
  const head = `${result.suite}: ${settings.join(', ')}`;
  const table = renderTable([
    ['', ...result.columns.map(({ title }) => title)],
    ...result.rows.map((row) => cells(row, result.columns)),
  ]);
  const errors = result.rows.flatMap(({ name, errors: list }) => list.map((error) => `! ${name}: ${error}`));
  return [head, '', table, ...errors, ...(result.goals.length > 0 ? ['', renderGoals(result.goals)] : [])].join('\n');
}

function cells(row: Row, columns: readonly Column[]): string[] {
  return [row.name, ...columns.map(({ value, digits = 1 }) => formatNumber(value(row.figures), digits))];
}

function renderGoals(goals: readonly Goal[]): string {
  const withInterval = goals.some(({ interval }) => interval !== undefined);
  const rows = goals.map((goal) => {
    const { section, text, ratio, interval } = goal;
    const digits = withInterval ? 3 : 2;
    const between = interval && `${formatNumber(interval.from, digits)}–${formatNumber(interval.to, digits)}`;
    const intervals = withInterval ? [between ?? '–'] : [];
    return [section, text, formatNumber(ratio, digits), ...intervals, boundOf(goal), verdictOf(goal)];
  });
  const head = ['goal', 'what', 'ratio', ...(withInterval ? ['95 %'] : []), 'wanted', ''];
  return renderTable([head, ...rows]);
}

function boundOf({ atLeast, atMost }: Goal): string {
  if (atLeast !== undefined) return `at least ${bounded(atLeast)}`;
  return atMost === undefined ? '' : `at most ${bounded(atMost)}`;
}

function verdictOf({ ratio, atLeast, atMost, reached }: Goal): string {
  if (ratio === undefined) return 'not measured';
  if (atLeast === undefined && atMost === undefined) return '';
  return reached === undefined ? 'unknown: more rounds' : reached ? 'reached' : 'NOT REACHED';
}

function bounded(value: number | undefined): string {
  return value === undefined ? '' : String(Math.round(value * 100) / 100);
}

/** The first column to the left, numbers to the right. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const isNumber = (text: string): boolean => /^[\d.,–-]+$/.test(text);
  const pad = (text: string, i: number): string => {
    const width = widths[i] ?? 0;
    const right =
      i > 0 &&
      rows.some((row, line) => line > 0 && isNumber(row[i] ?? '')) &&
      !rows.some((row, line) => line > 0 && /[a-z]{3}/i.test(row[i] ?? ''));
    return right ? text.padStart(width) : text.padEnd(width);
  };
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

export function formatNumber(value: number | undefined, digits: number): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
