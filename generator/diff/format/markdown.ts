import { codeSpan } from '../../markdown.js';
import type { Change } from '../compare/change.js';
import type { DiffReport } from '../report.js';
import { classOf } from '../compare/change.js';
import { affectsText, countsText, groupChanges, locationText, remarks, usesText } from './groups.js';
import type { GroupedChange } from './groups.js';
import { clean, sentence } from './terminal.js';
import { RULES } from '../compare/rules.js';
import type { Use } from '../usage/usage.js';

/** The longest comment that pull requests of common forges take, with room to spare. */
const MOST_COMPATIBLE = 200;

/** The report as Markdown for a pull request: what breaks in the open, the rest folded away. */
export function markdownText(report: DiffReport, { breakingOnly }: { readonly breakingOnly: boolean }): string {
  const lines = [
    `## API changes: ${code(report.old.name)} → ${code(report.new.name)}`,
    '',
    `**${countsText(report)}**`,
    ...remarks(report).flatMap((note) => ['', `> ${plain(note)}`]),
    ...usageLines(report),
  ];
  const groups = groupChanges(report, breakingOnly);
  const breaking = groups.flatMap(({ title, changes }) => {
    const rows = changes.filter(({ change }) => change.breaks.length > 0);
    return rows.length === 0 ? [] : ['', `### ${plain(title)}`, '', ...table(rows)];
  });
  if (breaking.length > 0) lines.push(...breaking);
  const compatible = groups.flatMap(({ changes }) => changes).filter(({ change }) => change.breaks.length === 0);
  if (compatible.length > 0) lines.push('', ...folded(compatible));
  return `${lines.join('\n')}\n`;
}

function table(rows: readonly GroupedChange[]): string[] {
  const head = ['| | what | change | where |', '|---|---|---|---|'];
  return [...head, ...rows.map(({ change }) => `| ${cells(change).join(' | ')} |`)];
}

function cells(change: Change): string[] {
  const affects = affectsText(change, 3);
  const message = `${RULES[change.rule].title}: ${plain(sentence(change))}`;
  return [
    classOf(change).replace('breaks ', '⚠ '),
    code(change.path),
    affects === '' ? message : `${message}<br>in ${plain(affects)}`,
    code(locationText(change)),
  ];
}

function folded(rows: readonly GroupedChange[]): string[] {
  const shown = rows.slice(0, MOST_COMPATIBLE);
  const items = shown.map(({ change }) => {
    const where = change.subject === undefined ? '' : `${plain(change.subject.apiVersion)} `;
    return `- ${where}${code(change.path)} ${plain(sentence(change))}`;
  });
  const more = rows.length > shown.length ? [`- … and ${rows.length - shown.length} more`] : [];
  return ['<details>', `<summary>${rows.length} compatible changes</summary>`, '', ...items, ...more, '', '</details>'];
}

function usageLines(report: DiffReport): string[] {
  const { usage, changes } = report;
  if (usage === undefined) return [];
  const row = (use: Use): string => {
    const doubt = use.certain ? '' : ' (perhaps: the type is shared)';
    const change = changes[use.change];
    return `- ${code(`${use.file}:${use.line}:${use.column}`)} ${plain(use.how)}${doubt}: ${code(change?.path ?? '')}, ${plain(
      change?.message ?? '',
    )}`;
  };
  return [
    '',
    '### In this program',
    '',
    `${plain(usesText(report))}.`,
    ...(usage.uses.length > 0 ? [''] : []),
    ...usage.uses.map(row),
  ];
}

/** Text that nothing in it can leave: no markup, no table cell, no mention, no line end. */
function plain(text: string): string {
  return clean(text)
    .replace(/[\\`*_{}[\]|#~]/g, (character) => `\\${character}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b');
}

/** Inline code in a list or a table. */
function code(text: string): string {
  return codeSpan(clean(text).replaceAll('|', '\\|'));
}
