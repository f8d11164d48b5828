import type { Problem } from '../input/problem.js';
import type { Change } from './compare/change.js';
import type { UsageReport } from './usage/usage.js';

/** How many changes there are of each class; one that breaks both audiences counts in both. */
export interface ChangeCounts {
  readonly total: number;
  readonly breaking: number;
  readonly readers: number;
  readonly writers: number;
  readonly compatible: number;
}

/** One of the two inputs, as it was read. */
export interface SideSummary {
  /** As the user named it. */
  readonly name: string;
  readonly kinds: number;
  readonly files: number;
  /** What could not be read: it is compared as if it were not there. */
  readonly problems: readonly Problem[];
  /** What the comparison cannot see on this side, and why. */
  readonly notes: readonly string[];
}

/** Everything that a comparison found. */
export interface DiffReport {
  readonly old: SideSummary;
  readonly new: SideSummary;
  readonly counts: ChangeCounts;
  /** By group, version and kind; shared definitions last; breaking ones first inside each. */
  readonly changes: readonly Change[];
  /** Where the user's program touches the breaking ones; undefined unless it was asked for. */
  readonly usage?: UsageReport;
  readonly durationMs: number;
}

/** Counts changes by class. */
export function countChanges(changes: readonly Change[]): ChangeCounts {
  const breaking = changes.filter(({ breaks }) => breaks.length > 0).length;
  return {
    total: changes.length,
    breaking,
    readers: changes.filter(({ breaks }) => breaks.includes('readers')).length,
    writers: changes.filter(({ breaks }) => breaks.includes('writers')).length,
    compatible: changes.length - breaking,
  };
}
