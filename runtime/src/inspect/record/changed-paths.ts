import { ownValue } from '../../api/own-value.js';

/** The paths at which two states of an object differ. */
export interface ChangedPaths {
  readonly paths: readonly string[];
  /** How many more there are; counted only as far as was looked. */
  readonly more: number;
}

/** What every write changes, and nobody asks for. */
const NOISE = new Set(['metadata.resourceVersion', 'metadata.managedFields', 'metadata.generation']);

/** So many values are compared: no object may hold up the event loop. */
const MAX_VALUES = 5000;

/**
 * Names what differs, as deep as it can be told: `spec.replicas`, `status.conditions[0].status`. Values are not told. What
 * changes with every write is left out, unless nothing else has changed.
 */
export function changedPaths(before: unknown, after: unknown, limit = 12): ChangedPaths {
  const found: string[] = [];
  const noise: string[] = [];
  const rest: Pair[] = [{ before, after, path: '' }];
  for (let left = MAX_VALUES; left > 0 && rest.length > 0; left -= 1) {
    const pair = rest.pop() as Pair;
    if (Object.is(pair.before, pair.after)) continue;
    if (NOISE.has(pair.path)) noise.push(pair.path);
    else {
      const parts = partsOf(pair);
      if (parts === undefined) found.push(pair.path);
      else rest.push(...parts.reverse());
    }
  }
  const all = found.length === 0 ? noise : found;
  return { paths: all.slice(0, limit).map((path) => path.slice(0, 200)), more: Math.max(0, all.length - limit) };
}

/** Two values at one path. */
interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
}

/** What the two hold, in pairs; undefined where they cannot be compared part by part. */
function partsOf({ before, after, path }: Pair): Pair[] | undefined {
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) return undefined;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].slice(0, MAX_VALUES);
  const isArray = Array.isArray(before);
  return names.map((name) => ({
    before: ownValue(before, name),
    after: ownValue(after, name),
    path: isArray ? `${path}[${name}]` : join(path, name),
  }));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Names that are no identifiers, as those of annotations, are quoted. */
function join(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
