import { DeletedFinalStateUnknown } from '../api/deleted.js';
import type { DeletedObject } from '../api/deleted.js';
import type { HandlerContext, ResourceEventHandler } from '../api/handler.js';
import { deletionHandlingMetaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type { Deletable } from '../store/store.js';
import type { Notification } from './notification.js';

/** Calls the handler's function for this notification, if it has one. */
export function notify<T>(
  handler: ResourceEventHandler<T>,
  notification: Notification<T>,
  context: HandlerContext,
): void | Promise<void> {
  switch (notification.type) {
    case 'add':
      return handler.onAdd?.(notification.object, notification.isInInitialList, context);
    case 'update':
      return handler.onUpdate?.(notification.before, notification.after, context);
    case 'delete':
      return handler.onDelete?.(deletedObject(notification.object), context);
  }
}

/** What `onDelete` gets for an object or a tombstone. */
export function deletedObject<T>(object: Deletable<T>): DeletedObject<T> {
  if (object instanceof DeletedFinalStateUnknown)
    return { key: object.key, lastKnown: object.object, finalStateUnknown: true };
  return {
    key: deletionHandlingMetaNamespaceKeyFunc(object as KubernetesObject),
    lastKnown: object,
    finalStateUnknown: false,
  };
}
