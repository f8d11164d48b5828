import { count } from '../../count.js';
import type { Change } from '../compare/change.js';
import type { DiffReport } from '../report.js';
import type { Use } from '../usage/usage.js';

/** The changes of one kind, or of the definitions that several kinds share. */
export interface ChangeGroup {
  /** `apps/v1 Deployment`; `Shared types`. */
  readonly title: string;
  readonly changes: readonly GroupedChange[];
}

/** A change with where the user's program touches it. */
export interface GroupedChange {
  readonly change: Change;
  readonly uses: readonly Use[];
}

/** The changes of a report in its order, by kind. `breakingOnly` leaves the others out. */
export function groupChanges(report: DiffReport, breakingOnly: boolean): ChangeGroup[] {
  const uses = new Map<number, Use[]>();
  for (const use of report.usage?.uses ?? []) uses.set(use.change, [...(uses.get(use.change) ?? []), use]);
  const groups = new Map<string, GroupedChange[]>();
  report.changes.forEach((change, index) => {
    if (breakingOnly && change.breaks.length === 0) return;
    const { subject } = change;
    const title = subject === undefined ? 'Shared types' : `${subject.apiVersion} ${subject.kind}`;
    const known = groups.get(title) ?? [];
    known.push({ change, uses: uses.get(index) ?? [] });
    groups.set(title, known);
  });
  return [...groups].map(([title, changes]) => ({ title, changes }));
}

/** `3 breaking (2 for readers, 3 for writers), 14 compatible`. */
export function countsText({ counts }: DiffReport): string {
  if (counts.total === 0) return 'no changes';
  const detail = counts.breaking === 0 ? '' : ` (${counts.readers} for readers, ${counts.writers} for writers)`;
  return `${counts.breaking} breaking${detail}, ${counts.compatible} compatible`;
}

/** `Pod, Deployment, Job and 6 more`. */
export function affectsText({ affects = [] }: Change, limit = 4): string {
  if (affects.length === 0) return '';
  const shown = affects.slice(0, limit).map(({ path }) => path);
  const more = affects.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and in ${more} more` : ''}`;
}

/** Where a change is: the new document if it is there, else the old one. */
export function locationText({ old, new: now, rule }: Change): string {
  const gone = rule.endsWith('removed') && old !== undefined;
  const location = gone ? old : (now ?? old);
  if (location === undefined) return '';
  const document = location.document === undefined ? '' : ` (document ${location.document})`;
  return `${location.file}${document}#${location.pointer}`;
}

/** What was not compared, and why; what could not be read. */
export function remarks(report: DiffReport): string[] {
  return [...report.old.notes, ...report.new.notes, ...(report.usage?.notes ?? [])];
}

/** `3 places in 2 files`. */
export function usesText(report: DiffReport): string {
  const { usage } = report;
  if (usage === undefined) return '';
  const files = new Set(usage.uses.map(({ file }) => file)).size;
  if (usage.uses.length === 0)
    return `nothing in ${count(usage.files, 'file')} of ${usage.tsconfig} touches what breaks`;
  return `${count(usage.uses.length, 'place')} in ${count(files, 'file')} of ${usage.tsconfig} ${
    usage.uses.length === 1 ? 'touches' : 'touch'
  } what breaks`;
}
