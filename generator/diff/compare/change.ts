import type { Problem } from '../../input/problem.js';
import type { Audience, RuleName } from './rules.js';
import type { UsageReport } from '../usage/usage.js';

/** Where a changed thing stands in one of the two inputs. */
export interface ChangePlace {
  /** As the user named it, or as the manifest or the cluster does. */
  readonly file: string;
  /** From 1; absent where the file is one document. */
  readonly document?: number;
  /** A JSON pointer into the document. */
  readonly pointer: string;
}

/** A kind of one version: `{ apiVersion: 'apps/v1', kind: 'Deployment' }`. */
export interface KindRef {
  readonly apiVersion: string;
  readonly kind: string;
}

/** How a kind leads to a changed definition. */
export interface Affected extends KindRef {
  /** The shortest way from the kind: `Pod.spec.containers[].image`. */
  readonly path: string;
}

/** One difference between two versions of an API. */
export interface Change {
  readonly rule: RuleName;
  /** Whose code it breaks; empty for a compatible change. */
  readonly breaks: readonly Audience[];
  /** The kind whose version changed; undefined for a definition that several kinds share. */
  readonly subject: KindRef | undefined;
  /** The way of types to what changed: `Widget.spec.parts[].name`; of a shared definition, from its own name. */
  readonly path: string;
  /** One sentence, plain text. */
  readonly message: string;
  /** The type, value or name before and after, where there is one. */
  readonly before?: string;
  readonly after?: string;
  /** What to use instead. */
  readonly replacement?: Replacement;
  /** Undefined where the old input has nothing of it. */
  readonly old?: ChangePlace;
  /** Undefined where the new input has nothing of it. */
  readonly new?: ChangePlace;
  /** The kinds that a shared definition is part of, in the old input, or the new one for what is new. */
  readonly affects?: readonly Affected[];
}

/** What stands in for a removed or deprecated version. */
export interface Replacement extends KindRef {
  /** Who says so: Kubernetes or the CRD's author, or nobody, and the new input merely has the same kind in that version. */
  readonly by: 'author' | 'same kind';
  /** In the author's or our own words; `''` for none. */
  readonly note: string;
}

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

/** `breaks readers and writers`, `breaks readers`, `breaks writers` or `compatible`. */
export function classOf({ breaks }: Pick<Change, 'breaks'>): string {
  return breaks.length === 0 ? 'compatible' : `breaks ${breaks.join(' and ')}`;
}
