import type { KubernetesObject } from '../../api/object.js';
import type { Resource } from '../../api/resource.js';
import type { WriteViews } from '../../api/write-views.js';
import type { ResourceCaller } from '../../client/api-client.js';
import { PendingStatus } from './status-writer.js';
import type { StatusOf, StatusWriter, WholeOf } from './status-types.js';

/** The object whose status {@link writeStatus} writes, and the writer. */
export interface WriteStatusRequest<T extends KubernetesObject> {
  /** The object as it was read, from a cache or from the server. */
  readonly object: T;
  /** The field manager that owns the fields and conditions: the one of the client. */
  readonly fieldManager: string;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Writes the status fields and conditions that `report` sets, for use outside a manager. Behaves like `status` in a reconcile.
 * Fields and conditions of other controllers stay unchanged, even if they changed after the object was read. Sends nothing if
 * nothing differs. Returns whether anything was written.
 *
 * @example
 * await writeStatus(client, widgetResource, { object: widget, fieldManager: 'widget-operator', now: Date.now() }, (status) => {
 *   status.condition('Ready', true, { reason: 'Replicas', message: '3 ready' });
 * });
 */
export async function writeStatus<T extends KubernetesObject, F extends string, W extends WriteViews>(
  client: Pick<ResourceCaller, 'get' | 'apply' | 'patch'>,
  resource: Resource<T, F, W>,
  { object, fieldManager, now }: WriteStatusRequest<T>,
  report: (status: StatusWriter<StatusOf<WholeOf<T, W>>>) => void,
): Promise<boolean> {
  const generation = object.metadata?.generation;
  const status = new PendingStatus({ resource, generation, fieldManager, now: () => now });
  report(status);
  return status.write(client, object);
}
