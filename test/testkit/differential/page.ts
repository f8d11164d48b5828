import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeDifference } from './compare.js';
import type { Difference } from './compare.js';
import { reasonFor, REASONS } from './reasons.js';
import type { Comparison } from './suite.js';

const PAGE = join(import.meta.dirname, 'differences.md');
const SECTION = /^## (.*)$/;
const ENTRY = /^- `([^`]+)`/;

/** The requests that the page says are answered differently, each with the heading that it stands under. */
export function readPage(): Map<string, string> {
  const entries = new Map<string, string>();
  let section = '';
  for (const line of readFileSync(PAGE, 'utf8').split('\n')) {
    section = SECTION.exec(line)?.[1] ?? section;
    const name = ENTRY.exec(line)?.[1];
    if (name !== undefined) entries.set(name, section);
  }
  return entries;
}

/** The heading that a differing request belongs under. */
export function headingFor(comparison: Comparison): string {
  return reasonFor(comparison).heading;
}

/** Writes the page from what a run has found. */
export function writePage(comparisons: readonly Comparison[]): void {
  const differing = comparisons.filter((comparison) => comparison.differences.length > 0);
  const sections = REASONS.flatMap((reason) => {
    const own = differing.filter((comparison) => reasonFor(comparison) === reason);
    if (own.length === 0) return [];
    return [`## ${reason.heading}`, '', reason.text, '', ...own.map(entryLine), ''];
  });
  writeFileSync(PAGE, [...intro(comparisons.length, differing.length), ...sections].join('\n'));
}

function intro(requests: number, differing: number): string[] {
  return [
    '# Where the simulated API server answers differently',
    '',
    `Written by \`npm run differential -- --write\` from ${requests} requests sent to both servers, ${differing} of which are`,
    'answered differently. The test beside this page fails when a request differs that is not listed here, and when one',
    'is listed that does not differ.',
    '',
  ];
}

function entryLine({ name, differences }: Comparison): string {
  const [first] = differences;
  const more = differences.length > 1 ? ` (and ${differences.length - 1} more)` : '';
  return `- \`${name}\`: ${first === undefined ? '' : inline(first)}${more}`;
}

function inline(difference: Difference): string {
  const text = describeDifference(difference);
  const cut = text.length > 220 ? `${text.slice(0, 220)}…` : text;
  return cut.replaceAll(/[`<>|*_\n]/g, (character) => (character === '\n' ? ' ' : `\\${character}`));
}
