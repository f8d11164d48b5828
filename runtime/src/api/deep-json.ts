/**
 * JSON values that are nested so deeply that a recursive function, `JSON.stringify` included, overflows the call stack. That is from
 * a few thousand levels; the API server accepts 10,000. The functions here do not recurse. They are slower than those that do, and
 * are used only after those have overflowed: see {@link atAnyDepth}.
 */

/** Maximum depth of JSON that the API server decodes (`maxNestingDepth` of Go's encoding/json, and of sigs.k8s.io/json). */
const MAX_DEPTH = 10_000;

/** Returns what the recursive function returns or, if it overflows the call stack, what the other one does. */
export function atAnyDepth<R>(recursive: () => R, iterative: () => R): R {
  try {
    return recursive();
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return iterative();
  }
}

/** Throws for a value that no API server accepts, such as one that contains itself: a walk of that would not end. */
export function assertDepth(depth: number): void {
  if (depth > MAX_DEPTH)
    throw new RangeError(
      `a JSON value is nested deeper than ${MAX_DEPTH} levels, which the API server refuses; check whether it contains itself`,
    );
}

/** `JSON.stringify`, at any depth that the API server accepts. */
export function toJson(value: unknown): string {
  return atAnyDepth(
    () => JSON.stringify(value),
    () => deepJson(value),
  );
}

/** Returns a deep copy of a JSON value. */
export function deepCopy(root: unknown, { dropNulls = false }: { readonly dropNulls?: boolean } = {}): unknown {
  const open: { readonly from: object; readonly to: object; readonly depth: number }[] = [];
  const copied = (value: unknown, depth: number): unknown => {
    if (!isContainer(value)) return value;
    assertDepth(depth);
    const to = Array.isArray(value) ? [] : {};
    open.push({ from: value, to, depth });
    return to;
  };
  const result = copied(root, 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { from, to, depth } = next;
    if (Array.isArray(from)) for (const child of from) (to as unknown[]).push(copied(child, depth + 1));
    else
      for (const [name, child] of Object.entries(from))
        if (!dropNulls || child !== null) setOwn(to, name, copied(child, depth + 1));
  }
  return result;
}

/** The text of a JSON value, as `JSON.stringify` writes it; with `sorted`, the names of each object in order. */
export function deepJson(root: unknown, { sorted = false }: { readonly sorted?: boolean } = {}): string {
  const parts: string[] = [];
  const open: Level[] = [];
  const write = (value: unknown): void => {
    const shown = withToJson(value);
    if (!isContainer(shown)) return void parts.push(JSON.stringify(shown) ?? 'null');
    assertDepth(open.length + 1);
    const isList = Array.isArray(shown);
    const names = isList ? undefined : Object.keys(shown).filter((name) => isWritten((shown as Fields)[name]));
    if (sorted) names?.sort();
    parts.push(isList ? '[' : '{');
    open.push({ value: shown as Fields, names, length: names?.length ?? (shown as unknown[]).length, at: 0 });
  };
  write(root);
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value, names, length, at } = level;
    if (at === length) {
      parts.push(names === undefined ? ']' : '}');
      open.pop();
      continue;
    }
    level.at += 1;
    const name = names?.[at];
    if (at > 0) parts.push(',');
    if (name !== undefined) parts.push(JSON.stringify(name), ':');
    write(value[name ?? at]);
  }
  return parts.join('');
}

/** A value inside another. */
export interface DeepValue {
  readonly value: unknown;
  /** Name or index in the value around it; undefined at the root. */
  readonly step: string | number | undefined;
  readonly parent: DeepValue | undefined;
  readonly depth: number;
}

/** Goes through a JSON value in the order of its text, each object and list before its members. */
export function* deepValues(root: unknown): Generator<DeepValue, void> {
  const open: DeepValue[] = [{ value: root, step: undefined, parent: undefined, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const { value, depth } = next;
    if (!isContainer(value)) continue;
    assertDepth(depth);
    const parent = next;
    const steps: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
    for (const step of steps.reverse()) open.push({ value: (value as Fields)[step], step, parent, depth: depth + 1 });
  }
}

/** Sets an own property of an object. Assigning to `__proto__` would change the prototype instead. */
export function setOwn(object: object, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else (object as { [name: string]: unknown })[name] = value;
}

type Fields = { readonly [name: string]: unknown };

/** An object or list that is being written. */
interface Level {
  readonly value: Fields;
  /** Undefined for a list. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  at: number;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function withToJson(value: unknown): unknown {
  if (!isContainer(value) || !('toJSON' in value) || typeof value.toJSON !== 'function') return value;
  return (value as { toJSON(): unknown }).toJSON();
}

/** Returns true if JSON can represent the value of a field. */
function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
