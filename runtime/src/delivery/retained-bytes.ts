import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { objectBytes } from '../api/object-bytes.js';
import type { Notification, Notifications } from './notification.js';

/** What an entry takes by itself. */
const ENTRY_BYTES = 64;
/** So many notifications of a batch are measured; the rest are taken to be like them. */
const SAMPLE = 32;

/**
 * Estimates the memory that waiting notifications hold on to: the states that the cache has replaced or dropped. The newest
 * state of an object is the cache's, and costs them nothing.
 */
export function retainedBytes<T>(notifications: Notifications<T>): number {
  const { length } = notifications;
  const step = Math.max(1, length / SAMPLE);
  let sampled = 0;
  for (let at = 0; at < Math.min(SAMPLE, length); at += 1)
    sampled += notificationBytes(notifications.at(Math.floor(at * step)) as Notification<T>);
  return Math.round(sampled * step);
}

/** The same of one notification. */
export function notificationBytes<T>(notification: Notification<T>): number {
  switch (notification.type) {
    case 'add':
      return ENTRY_BYTES;
    case 'update':
      return ENTRY_BYTES + (notification.before === notification.after ? 0 : objectBytes(notification.before));
    case 'delete':
      return ENTRY_BYTES + deletionBytes(notification);
  }
}

function deletionBytes<T>({ object, before }: Extract<Notification<T>, { type: 'delete' }>): number {
  const final = object instanceof DeletedFinalStateUnknown ? object.object : object;
  return objectBytes(final) + (before === undefined || before === final ? 0 : objectBytes(before));
}
