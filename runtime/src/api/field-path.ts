import { lazyViewOf } from './lazy-view.js';

/** A way into an object, name by name. Positions in arrays are names too: `0`. */
export interface FieldPath {
  readonly names: readonly string[];
  /** The same for every spelling of the path. */
  readonly id: string;
}

/** The path that goes by these names. */
export function fieldPathOf(names: readonly string[]): FieldPath {
  return { names, id: JSON.stringify(names) };
}

/** In brackets a position or a name in quotes; else a name up to the next dot or bracket. */
const SEGMENT = /\[(?:(\d+)|'([^']*)'|"([^"]*)")\]|([^.[\]]*)/y;

/**
 * Reads a path: `spec.nodeName`, `spec.containers[0].image` (or `spec.containers.0.image`), and, for names with dots,
 * `metadata.labels['app.kubernetes.io/name']`, as Kubernetes' downward API has it. Throws a TypeError for anything else.
 */
export function parseFieldPath(path: string): FieldPath {
  const names: string[] = [];
  let at = 0;
  for (;;) {
    SEGMENT.lastIndex = at;
    const inBrackets = path[at] === '[';
    const match = SEGMENT.exec(path);
    if (!match || (inBrackets && match[0] === '')) throw malformed(path, at);
    names.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
    at = SEGMENT.lastIndex;
    if (at === path.length) return fieldPathOf(names);
    if (path[at] === '.') at += 1;
    else if (path[at] !== '[') throw malformed(path, at);
  }
}

function malformed(path: string, at: number): TypeError {
  return new TypeError(
    `the path ${JSON.stringify(path)} cannot be read from position ${at}: write a.b, a[0] or a['name.with/dots']`,
  );
}

/**
 * Returns a function that reads the text of the scalar at a path; undefined where there is none. A lazily decoded object is
 * not decoded for a path that was declared.
 */
export function textReader(path: FieldPath): (object: unknown) => string | undefined {
  return (object) => {
    const lazy = lazyViewOf(object);
    return lazy ? lazy.textAt(path) : textAt(object, path.names);
  };
}

/** Returns the text of the scalar (text, number or boolean) at a path of own fields; undefined where there is none. */
export function textAt(object: unknown, names: readonly string[]): string | undefined {
  let value = object;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    if (name === 'length' && Array.isArray(value)) return undefined;
    value = (value as { readonly [name: string]: unknown })[name];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
