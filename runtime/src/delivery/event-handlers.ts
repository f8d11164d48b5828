import type { Observers } from '../observe/observers.js';
import type { ObservedInformer } from '../observe/subjects.js';
import type { ResourceEventHandler } from '../api/handler.js';
import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import { noneNegative } from '../async/check-number.js';
import type { Clock } from '../async/clock.js';
import type { BacklogOptions, BacklogPolicy } from './backlog-options.js';
import { backlogLimits } from './backlog-options.js';
import { behind } from './behind.js';
import { HandlerRegistration } from './handler-registration.js';
import type { Notification } from './notification.js';
import { NotificationOfEach } from './notification.js';
import type { HandlerStatus } from './processor-listener.js';
import { ProcessorListener } from './processor-listener.js';
import { ReadingGate } from './reading-gate.js';
import { effectiveResyncPeriodMs, SharedProcessor } from './shared-processor.js';

const MIN_RESYNC_PERIOD_MS = 1000;

/** What {@link EventHandlers} need to know of their informer. */
export interface EventHandlersOptions {
  /** The informer's, for messages. */
  readonly name: string;
  readonly clock: Clock;
  readonly observation: { readonly observers: Observers; readonly subject: ObservedInformer };
  /** How often a handler is resynced that does not say. */
  readonly resyncPeriodMs: number;
  /** A handler failed, or is behind. */
  readonly onError: (error: Error, handlerName: string) => void;
}

/** What a handler that is added finds. */
export interface FoundByHandler<T> {
  /** What it is to be told of first. */
  readonly cached: readonly T[];
  readonly hasStarted: boolean;
  readonly hasSynced: boolean;
}

/** The handlers of an informer: adds and removes them, and settles how often each is resynced. */
export class EventHandlers<T extends KubernetesObject> {
  readonly processor: SharedProcessor<T>;
  /** Shut while a handler that may hold up the informer is too far behind. */
  readonly gate: ReadingGate = new ReadingGate();
  readonly #options: EventHandlersOptions;
  #resyncCheckPeriodMs: number;

  constructor(options: EventHandlersOptions) {
    this.#options = options;
    this.processor = new SharedProcessor(options.clock);
    this.#resyncCheckPeriodMs = options.resyncPeriodMs;
  }

  /** How often the reflector asks whether a handler is due: the shortest period of all, until the start. */
  get resyncCheckPeriodMs(): number {
    return this.#resyncCheckPeriodMs;
  }

  add(
    handler: ResourceEventHandler<T>,
    options: AddEventHandlerOptions,
    found: FoundByHandler<T>,
  ): ResourceEventHandlerRegistration {
    noneNegative(options, 'resyncPeriodMs', 'timeoutMs');
    const { clock, observation, onError, resyncPeriodMs } = this.#options;
    const requestedMs = this.#requestedResyncPeriodMs(options.resyncPeriodMs ?? resyncPeriodMs, found.hasStarted);
    const listener = new ProcessorListener<T>(handler, {
      name: options.name ?? nameOf(handler, this.processor.size),
      requestedResyncPeriodMs: requestedMs,
      resyncPeriodMs: effectiveResyncPeriodMs(requestedMs, this.#resyncCheckPeriodMs),
      clock,
      limits: backlogLimits(options.backlog),
      timeoutMs: options.timeoutMs,
      gate: this.gate,
      observation,
      onError,
      onBehind: (status) => onError(behind(status, this.processor.statuses), status.name),
    });
    const add = (object: T): Notification<T> => ({ type: 'add', object, isInInitialList: true });
    this.processor.add(listener, new NotificationOfEach(found.cached, add));
    if (found.hasSynced) listener.upstreamHasSynced();
    return new HandlerRegistration(listener, this.processor);
  }

  /** The registration as ours; throws for that of another informer. */
  own(registration: ResourceEventHandlerRegistration): HandlerRegistration<T> {
    if (registration instanceof HandlerRegistration && registration.belongsTo(this.processor))
      return registration as HandlerRegistration<T>;
    throw new InformerError('ForeignRegistration', `${this.#options.name}: that registration is not of this informer`);
  }

  /** A handler may shorten the informer's own period until that has started; afterwards the informer's is the limit. */
  #requestedResyncPeriodMs(wishedMs: number, hasStarted: boolean): number {
    if (wishedMs === 0) return 0;
    const requestedMs = Math.max(wishedMs, MIN_RESYNC_PERIOD_MS);
    if (requestedMs >= this.#resyncCheckPeriodMs) return requestedMs;
    if (hasStarted) return this.#resyncCheckPeriodMs;
    this.#resyncCheckPeriodMs = requestedMs;
    this.processor.resyncCheckPeriodChanged(requestedMs);
    return requestedMs;
  }
}

function nameOf<T>(handler: ResourceEventHandler<T>, position: number): string {
  const constructorName = (handler.constructor as { name?: string } | undefined)?.name;
  return constructorName && constructorName !== 'Object' ? constructorName : `#${position}`;
}

/** Options of `addEventHandler` of an informer. */
export interface AddEventHandlerOptions {
  /**
   * How often the handler gets an update for everything cached. At least a second; before the informer starts a shorter
   * period than its own shortens it for the informer, later it is raised to the informer's. Default: the informer's.
   */
  readonly resyncPeriodMs?: number | undefined;
  /** For error messages. Default: the handler's class, or a number. */
  readonly name?: string | undefined;
  /**
   * How much may wait for the handler, and what happens beyond that: see {@link BacklogPolicy}. Passing the limits is
   * reported once, with every policy. Default `coalesce`.
   */
  readonly backlog?: BacklogPolicy | BacklogOptions | undefined;
  /**
   * How long an async call may take. Then its signal aborts, that is reported, and the next event follows, also when the
   * call never settles. Default: forever.
   */
  readonly timeoutMs?: number | undefined;
}

/** A handler that was added to an informer. Disposing it removes the handler; `using` does so at the end of its block. */
export interface ResourceEventHandlerRegistration extends Disposable, AsyncDisposable {
  readonly name: string;
  /** The handler has been called for, and is done with, everything that was cached when it was added or first synced. */
  hasSynced(): boolean;
  /**
   * Resolves with {@link hasSynced}; rejects with the signal's reason, or saying why it never will: the handler was removed,
   * or the informer has stopped.
   */
  whenSynced(options?: { signal?: AbortSignal }): Promise<void>;
  /** How many events wait for the handler. */
  readonly backlog: number;
  /** How far it is behind: the same as in the informer's status. */
  readonly handlerStatus: HandlerStatus;
  /**
   * Removes the handler: the same as `removeEventHandler` of the informer with this registration. What waits for it
   * is dropped; a call that runs is not waited for.
   */
  remove(): void;
}
