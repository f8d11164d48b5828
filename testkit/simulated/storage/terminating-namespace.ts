import type { ApiObject } from '../objects/api-object.js';
import { forbidden } from '../objects/api-status.js';
import type { ServedResource } from '../resources/served-resource.js';

const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/** Refuses to delete the namespaces without which there is no cluster. */
export function refuseImmortal(resource: ServedResource, name: string): void {
  if (immortal.has(name)) throw forbidden(resource, name, { why: 'this namespace may not be deleted' });
}

/** A namespace that is marked as deleted. */
export function terminatingNamespace(namespace: ApiObject, now: string): ApiObject {
  const status = { ...(namespace['status'] as object | undefined), phase: 'Terminating' };
  return { ...namespace, metadata: { ...namespace.metadata, deletionTimestamp: now }, status };
}
