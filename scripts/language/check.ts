import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isReadable } from './readable-text.js';
import { findingsIn, MAX_SUBJECT, RULES } from './rules.js';
import type { Finding } from './rules.js';

/** File with the count of each rule. */
export const COUNTS_FILE = 'scripts/language/counts.json';
const SHOWN_WITHOUT_HISTORY = 20;

interface Stored {
  /** Last commit whose subject is exempt. The date is used where a shallow clone lacks it. */
  readonly commitsAfter: { readonly commit: string; readonly date: string };
  readonly counts: { readonly [rule: string]: number };
}

/** Returns every finding in the tracked and the new files of a clone, or in those under `paths`. */
export function findingsOf(root: string, paths: readonly string[] = []): Finding[] {
  const list = (...flags: string[]): string[] =>
    git(root, ['ls-files', '-z', '--cached', '--others', ...flags, '--', ...paths]).split('\0');
  // The formatter skips generated, recorded and golden files; and templates, which are written by hand.
  const skipped = new Set(list('--ignored', '--exclude-from=.prettierignore').filter((file) => !file.endsWith('.hbs')));
  const files = list('--exclude-standard').filter((file) => isReadable(file) && !skipped.has(file));
  return files.flatMap((file) =>
    existsSync(join(root, file)) ? findingsIn(file, readFileSync(join(root, file), 'utf8')) : [],
  );
}

/** Compares a clone with its stored counts, which `update` lowers. Returns lines to print. */
export function checkLanguage(root: string, update = false): { failed: boolean; lines: string[] } {
  const stored = JSON.parse(readFileSync(join(root, COUNTS_FILE), 'utf8')) as Stored;
  const found = findingsOf(root);
  const lines = subjectProblems(root, stored.commitsAfter);
  let failed = lines.length > 0;
  const counts: { [rule: string]: number } = {};
  for (const rule of Object.keys(RULES)) {
    const all = found.filter((one) => one.rule === rule);
    const limit = stored.counts[rule] ?? 0;
    const summary = `${rule}: ${all.length}, stored ${limit}`;
    counts[rule] = Math.min(all.length, limit);
    if (all.length < limit) lines.push(`${summary}; ${update ? 'lowered' : 'run with --update to lower it'}`);
    if (all.length <= limit) continue;
    failed = true;
    const recent = newSinceStored(root, all);
    const isSorted = recent.length > 0;
    lines.push(`${summary}; ${isSorted ? 'new since then:' : 'new ones are unknown without the history of git:'}`);
    lines.push(...(isSorted ? recent : all.slice(0, SHOWN_WITHOUT_HISTORY)).map(describe));
  }
  if (update) writeFileSync(join(root, COUNTS_FILE), `${JSON.stringify({ ...stored, counts }, undefined, 2)}\n`);
  return { failed, lines };
}

/** Formats a finding: position, rule and line, and below them the suggestion. */
export function describe({ file, line, rule, excerpt }: Finding): string {
  return `${file}:${line}: ${rule}: ${excerpt.slice(0, 120)}\n    ${RULES[rule]?.[1]}`;
}

/** Returns the findings whose line did not exist, in any file, when the counts were stored. */
function newSinceStored(root: string, found: readonly Finding[]): Finding[] {
  const base = git(root, ['log', '-1', '--format=%H', '--', COUNTS_FILE]).trim() || 'HEAD';
  const filesOf = (...args: string[]): string[] =>
    git(root, [...args, '-z'])
      .split('\0')
      .filter(isReadable);
  const removed = new Map<string, number>();
  const key = ({ rule, excerpt }: Finding): string => `${rule} ${excerpt}`;
  for (const file of filesOf('diff', '--name-only', '--no-renames', '--diff-filter=MD', base))
    for (const one of findingsIn(file, git(root, ['show', `${base}:${file}`])))
      removed.set(key(one), (removed.get(key(one)) ?? 0) + 1);
  const changed = new Set([...filesOf('diff', '--name-only', base), ...filesOf('ls-files', '--others')]);
  return found.filter((one) => {
    if (!changed.has(one.file)) return false;
    const left = removed.get(key(one)) ?? 0;
    removed.set(key(one), left - 1);
    return left <= 0;
  });
}

/** Checks the subjects of the commits after the given one. Those of merges are exempt, as git writes them. */
function subjectProblems(root: string, { commit, date }: Stored['commitsAfter']): string[] {
  const isPresent = !git(root, ['cat-file', '--batch-check'], `${commit}\n`).endsWith('missing\n');
  const range = isPresent ? `${commit}..HEAD` : `--since=${date}`;
  const subjects = git(root, ['log', '--no-merges', '--format=%h %s', range, '--']).split('\n');
  return subjects.flatMap((line) => {
    const [, hash = '', subject = ''] = /^(\S+) (?!Merge )(.*)$/.exec(line) ?? [];
    const length = [...subject].length;
    const tooLong = `commit ${hash}: subject: ${subject}\n    has ${length} characters; write at most ${MAX_SUBJECT}`;
    return [...(length > MAX_SUBJECT ? [tooLong] : []), ...findingsIn(`commit ${hash}`, subject).map(describe)];
  });
}

function git(root: string, args: readonly string[], input = ''): string {
  return execFileSync('git', args, { cwd: root, input, encoding: 'utf8', maxBuffer: 1 << 28 });
}
