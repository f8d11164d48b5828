import { identityOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import type { Deletable } from '../store/store.js';

/** Something to tell handlers, worked out from the change and what the cache held. */
export type Notification<T> =
  | { readonly type: 'add'; readonly object: T; readonly isInInitialList: boolean }
  | {
      readonly type: 'update';
      readonly before: T;
      readonly after: T;
      /** The content differs, whatever the versions say. Otherwise an update of equal versions is a resync. */
      readonly changed?: boolean;
    }
  | {
      readonly type: 'delete';
      readonly object: Deletable<T>;
      /** What the cache held, where that is not what `object` says. */
      readonly before?: T;
    };

/** Notifications in their order: an array, or what makes each of them when it is asked for. They never change. */
export interface Notifications<T> {
  readonly length: number;
  at(position: number): Notification<T> | undefined;
}

/** What is known of notifications, so that nobody has to look through them: there may be as many as objects. */
export interface KnownOfNotifications<T> {
  /** How many are adds of the initial list. */
  readonly initialAdds: number;
  /** Those that are no resyncs, in the same order. */
  readonly changes: Notifications<T>;
}

/** Takes what one step of processing has to tell, in order. The next step waits for its promise. */
export type Distribute<T> = (notifications: Notifications<T>, known?: KnownOfNotifications<T>) => void | Promise<void>;

/** Whether it tells of nothing new: the same state once more. */
export function isResync<T>(notification: Notification<T>): boolean {
  if (notification.type !== 'update' || notification.changed === true) return false;
  const { before, after } = notification;
  return before === after || versionOf(before) === versionOf(after);
}

function versionOf(object: unknown): string | undefined {
  return identityOf(object as KubernetesObject)?.resourceVersion;
}

/** One notification for each object of a list that never changes; a list of any length costs nothing until it is told. */
export class NotificationOfEach<T> implements Notifications<T> {
  readonly #objects: readonly T[];
  readonly #make: (object: T) => Notification<T>;

  constructor(objects: readonly T[], make: (object: T) => Notification<T>) {
    this.#objects = objects;
    this.#make = make;
  }

  get length(): number {
    return this.#objects.length;
  }

  at(position: number): Notification<T> | undefined {
    return position < this.#objects.length ? this.#make(this.#objects[position] as T) : undefined;
  }
}
