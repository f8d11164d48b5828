import { deletionHandlingMetaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import { SegmentedMap } from '../collections/segmented-map.js';
import { coalesce } from './coalesce.js';
import type { Waiting } from './coalesce.js';
import type { Notification } from './notification.js';
import { notificationBytes } from './retained-bytes.js';

/** What waits for one object, between those that came before and after it. */
interface Entry<T> {
  readonly key: string;
  /** When the first of what was coalesced into it arrived. */
  readonly since: number;
  /** Never empty. */
  waiting: Waiting<T>;
  bytes: number;
  previous: Entry<T> | undefined;
  next: Entry<T> | undefined;
}

/** How a step changed the number of waiting notifications, and of adds of the initial list among them. */
export interface Change {
  readonly notifications: number;
  readonly initialAdds: number;
}

/** One entry for each object, in the order in which something first waited for it. Every step costs the same, however many there are. */
export class CoalescedEntries<T extends KubernetesObject> {
  /** An entry is here exactly when it is in the chain from #first to #last. */
  readonly #byKey = new SegmentedMap<Entry<T>>();
  #first: Entry<T> | undefined;
  #last: Entry<T> | undefined;
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get oldestAt(): number | undefined {
    return this.#first?.since;
  }

  /** Takes a notification in; of what waits for its object only the result stays. */
  add(notification: Notification<T>, arrivedAt: number): Change {
    const key = keyOf(notification);
    const entry = this.#byKey.get(key);
    const before: Waiting<T> = entry?.waiting ?? [];
    const after = coalesce(before, notification);
    if (after.length === 0) {
      if (entry) this.#remove(entry);
    } else this.#set(entry ?? this.#append(key, arrivedAt), after);
    return {
      notifications: after.length - before.length,
      initialAdds: initialAdds(after) - initialAdds(before),
    };
  }

  next(): Notification<T> | undefined {
    const entry = this.#first;
    if (entry === undefined) return undefined;
    const [next, later] = entry.waiting;
    if (later === undefined) this.#remove(entry);
    else this.#set(entry, [later]);
    return next;
  }

  clear(): void {
    while (this.#first) this.#remove(this.#first);
  }

  #append(key: string, since: number): Entry<T> {
    const entry: Entry<T> = { key, since, waiting: [], bytes: 0, previous: this.#last, next: undefined };
    if (this.#last) this.#last.next = entry;
    else this.#first = entry;
    this.#last = entry;
    this.#byKey.set(key, entry);
    return entry;
  }

  #set(entry: Entry<T>, waiting: Waiting<T>): void {
    const bytes = waiting.reduce((sum, each) => sum + notificationBytes(each), 0);
    this.#bytes += bytes - entry.bytes;
    entry.waiting = waiting;
    entry.bytes = bytes;
  }

  #remove(entry: Entry<T>): void {
    const { previous, next } = entry;
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    this.#byKey.delete(entry.key);
    this.#bytes -= entry.bytes;
  }
}

function keyOf<T extends KubernetesObject>(notification: Notification<T>): string {
  return deletionHandlingMetaNamespaceKeyFunc(
    notification.type === 'update' ? notification.after : notification.object,
  );
}

function initialAdds<T>(waiting: Waiting<T>): number {
  return waiting.filter((each) => each.type === 'add' && each.isInInitialList).length;
}
