/** A mapping that is being read. */
export type Mapping = Record<string, unknown>;

/** Sets a key of a mapping, whatever it is called. */
export function setOwn(mapping: Mapping, key: string, value: unknown): void {
  if (key !== '__proto__') mapping[key] = value;
  else Object.defineProperty(mapping, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Whether a value can be merged. */
export function isListOfMappings(value: unknown): value is readonly Mapping[] {
  return (
    Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry))
  );
}

/** Takes over what other mappings have: of several, the first wins; what is in the mapping already is lost to them. */
export function mergeInto(mapping: Mapping, sources: readonly Mapping[]): void {
  for (const source of [...sources].reverse()) {
    for (const [key, value] of Object.entries(source)) setOwn(mapping, key, value);
  }
}
