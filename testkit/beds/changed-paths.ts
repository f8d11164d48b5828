import { isJsonObject } from '../simulated/objects/api-object.js';

/** A value in an object that differs from the one before. */
export interface ChangedPath {
  /** `.status.conditions[0].message`. */
  readonly path: string;
  /** Undefined where the value was missing. */
  readonly before: unknown;
  readonly after: unknown;
}

/** These follow from every change. */
const DERIVED: ReadonlySet<string> = new Set([
  '.metadata.resourceVersion',
  '.metadata.generation',
  '.metadata.managedFields',
]);

/** The paths at which two objects differ, as deep as possible, without those that the server writes. */
export function changedPaths(before: unknown, after: unknown): ChangedPath[] {
  const found: ChangedPath[] = [];
  compare(before, after, '', found);
  return found;
}

/** `.status.ready: 98 → 99`. */
export function describeChangedPath({ path, before, after }: ChangedPath): string {
  return `${path}: ${shortJson(before)} → ${shortJson(after)}`;
}

function compare(before: unknown, after: unknown, path: string, found: ChangedPath[]): void {
  if (Object.is(before, after) || DERIVED.has(path)) return;
  if (isJsonObject(before) && isJsonObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[name], after[name], `${path}${fieldOf(name)}`, found);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    before.forEach((value, at) => compare(value, after[at], `${path}[${at}]`, found));
  } else {
    found.push({ path, before, after });
  }
}

function fieldOf(name: string): string {
  return /^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

const MAX_LENGTH = 80;

function shortJson(value: unknown): string {
  const text = value === undefined ? '(nothing)' : JSON.stringify(value);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}
