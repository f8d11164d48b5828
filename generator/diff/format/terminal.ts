import type { Change } from '../compare/change.js';
import type { DiffReport } from '../report.js';
import { affectsText, countsText, groupChanges, locationText, remarks, usesText } from './groups.js';
import type { GroupedChange } from './groups.js';
import { RULES } from '../compare/rules.js';

/** How the text is made. */
export interface TerminalStyle {
  readonly colours: boolean;
  /** Leaves compatible changes out. */
  readonly breakingOnly: boolean;
}

type Paint = (text: string) => string;

interface Palette {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly green: Paint;
}

function palette(colours: boolean): Palette {
  const paint = (code: number): Paint => (colours ? (text) => `\u001b[${code}m${text}\u001b[0m` : (text) => text);
  return { bold: paint(1), dim: paint(2), red: paint(31), yellow: paint(33), green: paint(32) };
}

/** The report as text for a terminal. */
export function terminalText(report: DiffReport, style: TerminalStyle): string {
  const paint = palette(style.colours);
  const lines = [`${paint.bold(`${clean(report.old.name)} → ${clean(report.new.name)}`)}: ${countsText(report)}`];
  for (const { title, changes } of groupChanges(report, style.breakingOnly)) {
    lines.push('', paint.bold(clean(title)));
    for (const one of changes) lines.push(...changeLines(one, paint));
  }
  const notes = remarks(report);
  if (notes.length > 0) lines.push('', ...notes.map((note) => paint.dim(`note: ${clean(note)}`)));
  const uses = usesText(report);
  if (uses !== '') lines.push('', paint.bold(clean(uses)));
  if (report.counts.total > 0) lines.push('', countsText(report));
  return `${lines.join('\n')}\n`;
}

function changeLines({ change, uses }: GroupedChange, paint: Palette): string[] {
  const lines = [`  ${mark(change, paint)} ${paint.bold(clean(change.path))} ${clean(sentence(change))}`];
  const affects = affectsText(change);
  if (affects !== '') lines.push(paint.dim(`      in ${clean(affects)}`));
  lines.push(paint.dim(`      ${RULES[change.rule].title}, ${clean(locationText(change))}`));
  for (const use of uses) {
    const location = `${use.file}:${use.line}:${use.column}`;
    const doubt = use.certain ? '' : ' (perhaps: the type is shared)';
    lines.push(
      `      ${paint.yellow('»')} ${clean(location)} ${clean(use.how)}${doubt}: ${paint.dim(clean(use.text))}`,
    );
  }
  return lines;
}

/** What a change says after its path, on one line. */
export function sentence({ message, before, after, rule }: Change): string {
  const type = rule === 'field-added' || rule === 'required-field-added' ? after : undefined;
  const gone = rule === 'field-removed' || rule === 'required-field-removed' ? before : undefined;
  const shown = type ?? gone;
  return shown === undefined ? message : `${message} (${shown})`;
}

function mark({ breaks }: Change, paint: Palette): string {
  if (breaks.length === 2) return paint.red('✗ readers, writers');
  if (breaks[0] !== undefined) return paint.red(`✗ ${breaks[0]}`);
  return paint.green('✓');
}

/** Inputs are not trusted: nothing in them may move the cursor or span lines. */
export function clean(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '');
}
