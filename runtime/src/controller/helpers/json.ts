import { assertDepth, atAnyDepth, deepJson } from '../../api/deep-json.js';

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

/** Whether a value is a JSON object: no list, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values are the same in JSON: keys in any order, and a field that is undefined is one that is not there. */
export function equalJson(a: unknown, b: unknown): boolean {
  return atAnyDepth(
    () => isEqual(a, b),
    () => isDeepEqual(a, b),
  );
}

function isEqual(a: unknown, b: unknown): boolean {
  return membersOf(a, b, isEqual);
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  const open = [{ a, b, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    assertDepth(next.depth);
    const depth = next.depth + 1;
    if (!membersOf(next.a, next.b, (x, y) => open.push({ a: x, b: y, depth }) > 0)) return false;
  }
  return true;
}

/** Returns true if two values have the same form, and each pair of their members passes. */
function membersOf(a: unknown, b: unknown, passes: (a: unknown, b: unknown) => boolean): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => passes(each, b[at]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const present = (object: JsonObject): string[] => Object.keys(object).filter((name) => object[name] !== undefined);
  const names = present(a);
  return (
    names.length === present(b).length && names.every((name) => Object.hasOwn(b, name) && passes(a[name], b[name]))
  );
}

/** One text for values that are the same in JSON. */
export function canonicalJson(value: unknown): string {
  return atAnyDepth(
    () => canonical(value),
    () => deepJson(value, { sorted: true }),
  );
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${fields.join(',')}}`;
}
