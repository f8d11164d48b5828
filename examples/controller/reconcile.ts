import type { ApiClient } from '@informer-gen/runtime';
import { widgetResource } from './generated/example.com/v1/widgets.js';
import type { Widget } from './generated/example.com/v1/widgets.js';

/**
 * Makes the world what a widget says it should be; in this example, its status is all the world there is. Doing it twice
 * does no harm, and nothing is written when nothing is to be done: an update would come back as an event, for ever.
 */
export async function reconcile(client: ApiClient, widget: Widget): Promise<void> {
  const readyReplicas = widget.spec.replicas ?? 1;
  if (widget.status?.readyReplicas === readyReplicas) return;
  await client.patch(widgetResource, widget.metadata, { status: { readyReplicas } }, { subresource: 'status' });
}
