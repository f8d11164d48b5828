/** What every projection keeps, as the documentation has it. */
export const IDENTITY: readonly (readonly string[])[] = [
  ['apiVersion'],
  ['kind'],
  ...['name', 'namespace', 'uid', 'resourceVersion', 'generation', 'deletionTimestamp', 'finalizers'].map((name) => [
    'metadata',
    name,
  ]),
  ...['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'].map((name) => [
    'metadata',
    'ownerReferences',
    name,
  ]),
];

/** Parse, then pick: what a projection is held to. Written for being read, and shares nothing with what it checks. */
export function parseThenPick(text: string, paths: readonly (readonly string[])[]): unknown {
  const parsed = JSON.parse(text) as { metadata?: unknown };
  const named = paths.some(([first, second]) => (first === 'metadata' || first === '*') && second === 'managedFields');
  if (!named) removeManagedFields(parsed.metadata);
  return picked(parsed, paths);
}

function removeManagedFields(metadata: unknown): void {
  if (Array.isArray(metadata)) metadata.forEach(removeManagedFields);
  else if (typeof metadata === 'object' && metadata !== null) Reflect.deleteProperty(metadata, 'managedFields');
}

function picked(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => picked(element, paths));
  const entries = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const below = paths.filter(([first]) => first === name || first === '*').map(([, ...rest]) => rest);
    return below.length === 0 ? [] : [[name, picked(field, below)]];
  });
  return Object.fromEntries(entries);
}
