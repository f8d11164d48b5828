import { isResync } from '../delivery/notification.js';
import type { Distribute, Notification } from '../delivery/notification.js';

/** A handler's queue takes each part whole; an array of so many grows in microseconds. */
const PART_LENGTH = 8192;

interface Part<T> {
  readonly notifications: Notification<T>[];
  /** Undefined while there is no resync among them: then they are all changes. */
  changes: Notification<T>[] | undefined;
  initialAdds: number;
}

/** What a whole list has to tell: gathered over many turns of the event loop, then told in one without being looked through. */
export class GatheredNotifications<T> {
  readonly #parts: Part<T>[] = [];

  push(notification: Notification<T>): void {
    let part = this.#parts.at(-1);
    if (part === undefined || part.notifications.length === PART_LENGTH) {
      this.#parts.push((part = { notifications: [], changes: undefined, initialAdds: 0 }));
    }
    if (isResync(notification)) part.changes ??= part.notifications.slice();
    else part.changes?.push(notification);
    part.notifications.push(notification);
    if (notification.type === 'add' && notification.isInInitialList) part.initialAdds += 1;
  }

  /** Tells all of it, in order; in this turn of the event loop, unless whom it is told asks for time. */
  tell(distribute: Distribute<T>): void | Promise<void> {
    return this.#tellFrom(0, distribute);
  }

  #tellFrom(first: number, distribute: Distribute<T>): void | Promise<void> {
    for (let at = first; at < this.#parts.length; at += 1) {
      const { notifications, changes = notifications, initialAdds } = this.#parts[at] as Part<T>;
      const told = distribute(notifications, { initialAdds, changes });
      if (told) return told.then(() => this.#tellFrom(at + 1, distribute));
    }
  }
}
