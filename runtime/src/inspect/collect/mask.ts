import type { ResourceSpec } from '../../api/resource.js';

/** What stands where something is hidden. */
export const MASKED = '•••••• (masked)';

/** Of a masked object, what is shown as it is: names and versions, nothing that somebody wrote as a value. */
const SHOWN = new Set(['apiVersion', 'kind', 'type', 'immutable']);
const SHOWN_METADATA = new Set([
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'finalizers',
  'ownerReferences',
]);

/** Whether the objects of a resource are masked: Secrets always are, and what the options name, as `keys.example.com`. */
export function isMaskedResource(resource: Pick<ResourceSpec, 'group' | 'plural'>, also: ReadonlySet<string>): boolean {
  const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
  return name === 'secrets' || also.has(name);
}

/** Whether an object says of itself that it is a Secret, wherever it is cached. */
export function isSecret(object: unknown): boolean {
  const { kind, apiVersion } = (object ?? {}) as { readonly kind?: unknown; readonly apiVersion?: unknown };
  return kind === 'Secret' && (apiVersion === 'v1' || apiVersion === undefined);
}

/**
 * The object with its values hidden, whatever its shape: what is not known to be harmless is masked, so that neither a
 * projection, a transform nor an annotation that holds a copy of the whole object shows them. Names of fields stay.
 */
export function mask(object: unknown): unknown {
  if (!isRecord(object)) return MASKED;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (SHOWN.has(name)) return [name, isScalar(value) ? value : maskValues(value)];
      return [name, name === 'metadata' ? maskMetadata(value) : maskValues(value)];
    }),
  );
}

function maskMetadata(metadata: unknown): unknown {
  if (!isRecord(metadata)) return MASKED;
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => {
      if (name === 'managedFields') return [];
      return [[name, SHOWN_METADATA.has(name) ? value : maskValues(value)]];
    }),
  );
}

/** The names of fields one level deep, without their values. */
function maskValues(value: unknown): unknown {
  if (!isRecord(value)) return MASKED;
  return Object.fromEntries(Object.keys(value).map((name) => [name, MASKED]));
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
