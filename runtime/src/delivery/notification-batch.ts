import type { Notifications } from './notification.js';
import { retainedBytes } from './retained-bytes.js';

/** Notifications that arrived together; all handlers share them. */
export class NotificationBatch<T> {
  readonly notifications: Notifications<T>;
  /** How many of them are adds of the initial list. */
  readonly initialAdds: number;
  readonly arrivedAt: number;
  #bytes: number | undefined;

  constructor(notifications: Notifications<T>, initialAdds: number, arrivedAt: number) {
    this.notifications = notifications;
    this.initialAdds = initialAdds;
    this.arrivedAt = arrivedAt;
  }

  /** About how much memory they hold on to; worked out when it is first asked for. */
  get bytes(): number {
    return (this.#bytes ??= retainedBytes(this.notifications));
  }
}
