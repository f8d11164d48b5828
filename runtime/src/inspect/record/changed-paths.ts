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
  let left = MAX_VALUES;
  const compare = (a: unknown, b: unknown, path: string): void => {
    left -= 1;
    if (left < 0 || Object.is(a, b)) return;
    if (NOISE.has(path)) {
      noise.push(path);
      return;
    }
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) {
      found.push(path);
      return;
    }
    if (Array.isArray(a) && Array.isArray(b)) {
      const length = Math.max(a.length, b.length);
      for (let at = 0; at < length && left > 0; at += 1) compare(a[at], b[at], `${path}[${at}]`);
      return;
    }
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    for (const name of names) {
      if (left <= 0) return;
      compare((a as Fields)[name], (b as Fields)[name], join(path, name));
    }
  };
  compare(before, after, '');
  const all = found.length === 0 ? noise : found;
  return { paths: all.slice(0, limit).map((path) => path.slice(0, 200)), more: Math.max(0, all.length - limit) };
}

type Fields = { readonly [name: string]: unknown };

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Names that are no identifiers, as those of annotations, are quoted. */
function join(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
