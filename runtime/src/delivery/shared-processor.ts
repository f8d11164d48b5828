import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import { isResync } from './notification.js';
import type { KnownOfNotifications, Notification, Notifications } from './notification.js';
import type { Clock } from '../async/clock.js';
import type { HandlerStatus, ProcessorListener } from './processor-listener.js';
import { NotificationBatch } from './notification-batch.js';

/** Hands every notification to every listener, and keeps the time of their resyncs. */
export class SharedProcessor<T extends KubernetesObject> {
  readonly #listeners = new Set<ProcessorListener<T>>();
  readonly #clock: Clock;
  #started = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** How each handler keeps up. */
  get statuses(): readonly HandlerStatus[] {
    return Array.from(this.#listeners, (listener) => listener.status);
  }

  /** Adds a listener, with what it is to see first: all adds of the initial list. */
  add(listener: ProcessorListener<T>, replay: Notifications<T> = []): void {
    this.#listeners.add(listener);
    listener.add(new NotificationBatch(replay, replay.length, this.#clock.now()));
    if (this.#started) listener.start();
  }

  /** False when it was not there. What waits for it is dropped. */
  remove(listener: ProcessorListener<T>): boolean {
    if (!this.#listeners.delete(listener)) return false;
    listener.stop(removed(listener.name));
    return true;
  }

  has(listener: ProcessorListener<T>): boolean {
    return this.#listeners.has(listener);
  }

  start(): void {
    this.#started = true;
    for (const listener of this.#listeners) listener.start();
  }

  /** Drops what waits and resolves when no handler runs any more, but for those that do not end. `reason`: for who waits for a handler to sync. */
  async stop(reason: Error): Promise<void> {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener.stop(reason);
    await Promise.all(listeners.map((listener) => listener.ended()));
  }

  upstreamHasSynced(): void {
    for (const listener of this.#listeners) listener.upstreamHasSynced();
  }

  /**
   * Listeners that are not resyncing now do not get updates that change nothing. The notifications are shared by all
   * listeners, so one costs each of them nothing until it is handled.
   */
  distribute(notifications: Notifications<T>, known?: KnownOfNotifications<T>): void {
    if (notifications.length === 0 || this.#listeners.size === 0) return;
    const initial = known?.initialAdds ?? countInitialAdds(notifications);
    const now = this.#clock.now();
    const all = new NotificationBatch(notifications, initial, now);
    let withoutSyncs: NotificationBatch<T> | undefined;
    for (const listener of this.#listeners) {
      if (listener.syncing) listener.add(all);
      else {
        withoutSyncs ??= new NotificationBatch(known?.changes ?? changesAmong(notifications), initial, now);
        listener.add(withoutSyncs);
      }
    }
  }

  /** Asked at each resync period: marks the listeners that are due, and tells whether any is. */
  shouldResync(): boolean {
    const now = this.#clock.now();
    let any = false;
    for (const listener of this.#listeners) {
      listener.syncing = listener.shouldResync(now);
      if (!listener.syncing) continue;
      any = true;
      listener.determineNextResync(now);
    }
    return any;
  }

  /** The informer's own period has changed: each listener gets what it asked for, within that. */
  resyncCheckPeriodChanged(checkPeriodMs: number): void {
    for (const listener of this.#listeners) {
      listener.resyncPeriodMs = effectiveResyncPeriodMs(listener.requestedResyncPeriodMs, checkPeriodMs);
    }
  }
}

/** Why a handler that is not there any more will not sync. */
export function removed(handlerName: string): Error {
  return new InformerError('Stopped', `the handler ${handlerName} was removed before it had synced`);
}

/** A handler cannot be resynced more often than the informer checks; where the informer never does, not at all. */
export function effectiveResyncPeriodMs(desiredMs: number, checkPeriodMs: number): number {
  if (desiredMs === 0 || checkPeriodMs === 0) return 0;
  return Math.max(desiredMs, checkPeriodMs);
}

function changesAmong<T>(notifications: Notifications<T>): Notification<T>[] {
  const changes: Notification<T>[] = [];
  for (let at = 0; at < notifications.length; at += 1) {
    const notification = notifications.at(at) as Notification<T>;
    if (!isResync(notification)) changes.push(notification);
  }
  return changes;
}

function countInitialAdds<T>(notifications: Notifications<T>): number {
  let count = 0;
  for (let at = 0; at < notifications.length; at += 1) {
    const notification = notifications.at(at) as Notification<T>;
    if (notification.type === 'add' && notification.isInInitialList) count += 1;
  }
  return count;
}
