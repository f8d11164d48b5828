import Handlebars from 'handlebars';
import { readTemplate } from '../../package-files.js';
import { classOf } from '../compare/change.js';
import type { Change } from '../compare/change.js';
import type { DiffReport } from '../report.js';
import { countsText, groupChanges, locationText, remarks, usesText } from './groups.js';
import type { GroupedChange } from './groups.js';
import { RULES } from '../compare/rules.js';
import type { Rule } from '../compare/rules.js';

/** The report as one HTML page that asks for nothing from anywhere. */
export function htmlText(report: DiffReport, { breakingOnly }: { readonly breakingOnly: boolean }): string {
  return Handlebars.compile(readTemplate('diff'), { strict: false, preventIndent: true })(viewOf(report, breakingOnly));
}

function viewOf(report: DiffReport, breakingOnly: boolean): Record<string, unknown> {
  const groups = groupChanges(report, breakingOnly).map(({ title, changes }, i) => {
    const [apiVersion, kind] = title.split(' ');
    const isShared = title === 'Shared types';
    const breaking = changes.filter(({ change }) => change.breaks.length > 0).length;
    return {
      id: `g${i}`,
      kind: isShared ? title : kind,
      apiVersion: isShared ? 'definitions that several kinds hold' : apiVersion,
      isOpen: breaking > 0,
      breaking,
      compatible: changes.length - breaking,
      changes: changes.map(changeView),
    };
  });
  const { counts, usage } = report;
  return {
    old: report.old.name,
    new: report.new.name,
    summary: countsText(report),
    counts,
    kinds: `${report.old.kinds} kinds before, ${report.new.kinds} after`,
    isEmpty: groups.length === 0,
    groups,
    remarks: remarks(report),
    usage: usage === undefined ? undefined : { text: usesText(report), touched: usage.uses.length > 0 },
    rules: rulesUsed(report),
  };
}

function changeView({ change, uses }: GroupedChange): Record<string, unknown> {
  const { breaks, path, message, before, after, affects = [] } = change;
  const classes = breaks.length === 0 ? ['compatible'] : [...breaks];
  const cut = Math.max(path.lastIndexOf('.'), 0);
  return {
    classes: classes.join(' '),
    badges: classes,
    isTouched: uses.length > 0,
    head: path.slice(0, cut),
    tail: path.slice(cut),
    title: RULES[change.rule].title,
    message,
    ...(before !== undefined || after !== undefined ? { texts: { before, after } } : {}),
    location: locationText(change),
    why: RULES[change.rule].why,
    affects: affects.map(({ apiVersion, path: way }) => ({ apiVersion, path: way })),
    affected: affects.length,
    uses: uses.map((use) => ({ ...use, location: `${use.file}:${use.line}:${use.column}` })),
    search: searchText(change),
  };
}

function searchText({ path, message, subject, rule }: Change): string {
  return [path, message, subject?.apiVersion ?? '', subject?.kind ?? '', RULES[rule].title].join(' ').toLowerCase();
}

function rulesUsed({ changes }: DiffReport): (Pick<Rule, 'title' | 'why'> & { classes: string })[] {
  const used = [...new Set(changes.map(({ rule }) => rule))].sort();
  return used.map((rule) => {
    const { title, why } = RULES[rule];
    return { title, why, classes: classOf(RULES[rule]) };
  });
}
