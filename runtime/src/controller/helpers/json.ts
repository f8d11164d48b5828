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
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => equalJson(each, b[at]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const present = (object: JsonObject): string[] => Object.keys(object).filter((name) => object[name] !== undefined);
  const names = present(a);
  return (
    names.length === present(b).length && names.every((name) => Object.hasOwn(b, name) && equalJson(a[name], b[name]))
  );
}

/** One text for values that are the same in JSON. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${fields.join(',')}}`;
}
