import type { Comparison } from './suite.js';

/** Why some answers differ. */
export interface Reason {
  readonly heading: string;
  readonly text: string;
  /** Whether the reason explains every difference of the comparison. */
  explains(comparison: Comparison): boolean;
}

const every =
  (pattern: RegExp) =>
  ({ differences }: Comparison): boolean =>
    differences.every(({ path }) => pattern.test(path));

/** In the order of the page; the first that explains a comparison is its reason, the last explains everything. */
export const REASONS: readonly Reason[] = [
  {
    heading: 'Field ownership',
    text: 'Only `metadata.managedFields` differs.',
    explains: every(/^body(\.items\[\d+\])?\.metadata\.managedFields/),
  },
  {
    heading: 'Wording alone',
    text: 'Status, reason and the fields at fault are equal; a message is worded differently.',
    explains: every(/^(warnings|body\.message|body\.details\.causes\[\d+\]\.message)/),
  },
  {
    heading: 'Content',
    text: 'Status and reason are equal; something in the body differs.',
    explains: ({ sameReason }) => sameReason,
  },
  {
    heading: 'Status or reason',
    text: 'One server refuses what the other accepts, or for another reason.',
    explains: () => true,
  },
];

/** The first reason that explains all differences of a comparison. */
export function reasonFor(comparison: Comparison): Reason {
  const found = REASONS.find((reason) => reason.explains(comparison));
  if (found === undefined) throw new Error(`no reason explains ${comparison.name}`);
  return found;
}
