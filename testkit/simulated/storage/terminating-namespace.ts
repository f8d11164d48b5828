import type { ApiObject } from '../objects/api-object.js';

/** A namespace that is marked as deleted. */
export function terminatingNamespace(namespace: ApiObject, now: string): ApiObject {
  const status = { ...(namespace['status'] as object | undefined), phase: 'Terminating' };
  return { ...namespace, metadata: { ...namespace.metadata, deletionTimestamp: now }, status };
}
