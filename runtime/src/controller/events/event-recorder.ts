import os from 'node:os';

import { ApiError, isAlreadyExists, isNotFound } from '../../api/api-error.js';
import { InformerError, isInformerError } from '../../api/informer-error.js';
import type { KubernetesObject } from '../../api/object.js';
import type { OnError } from '../../api/on-error.js';
import { toError } from '../../api/on-error.js';
import type { Resource } from '../../api/resource.js';
import { safeOnError } from '../../api/safe-on-error.js';
import type { Clock, Timer } from '../../async/clock.js';
import { calendarTime, realClock, sleep } from '../../async/clock.js';
import { raceWithAbort } from '../../async/abort.js';
import { withTimeout } from '../../async/timeout.js';
import type { ResourceCaller } from '../../client/api-client.js';
import { toMicroTime } from '../helpers/times.js';
import { EventNames } from './event-names.js';
import type { EventNote, EventObject, EventReference, EventSeries } from './event-object.js';
import { eventResource, newEvent, referenceTo, seriesKey } from './event-object.js';

/** The calls of a client that a recorder makes. */
export type EventClient = Pick<ResourceCaller, 'create' | 'patch'>;

/** How events are recorded. */
export interface EventRecorderOptions {
  /** Writes the events. */
  readonly client: EventClient;
  /** A qualified name, such as `acme.dev/website-operator` or `website-operator`. */
  readonly controller: string;
  /** Which process of that controller. Default: `<controller>-<hostname>`. */
  readonly instance?: string | undefined;
  /** How many events may wait to be sent; more are dropped. Default 1000. */
  readonly maxPending?: number | undefined;
  /** How long disposing waits for what is still to be sent. Default 5000. */
  readonly flushTimeoutMs?: number | undefined;
  /** Told of events that were refused or dropped. Default: one line on stderr. */
  readonly onError?: OnError | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Returns numbers in [0, 1): for names of events and waits before retries. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}

/** A server that cannot be reached is tried this often, and so long apart. */
const MAX_TRIES = 12;
const RETRY_MS = 10_000;
/** A series that was silent for so long is over. */
const FINISH_MS = 6 * 60_000;
/** The server forgets events; those of a series that goes on are written again. */
const REFRESH_MS = 30 * 60_000;
const FLUSH_MS = 5000;

/** An event that may happen again. */
interface Entry {
  readonly event: EventObject;
  series: { count: number; lastObservedMs: number; sentCount: number } | undefined;
  /** When it happened last, by the clock that does not jump. */
  seenAt: number;
}

/**
 * Records events of events.k8s.io/v1 about objects, by client-go's rules: the first of its kind is created, the second
 * makes it a series, and further ones are counted and written from time to time. Recording never blocks and never fails:
 * what cannot be sent is dropped and reported. Disposing sends what is left, for five seconds at the most unless told otherwise.
 *
 * @example
 * await using recorder = new EventRecorder({ client, controller: 'widget-operator' });
 * recorder.record(widgetResource, widget, { reason: 'Painted', note: 'it is red now' });
 */
export class EventRecorder implements AsyncDisposable {
  readonly #options: EventRecorderOptions;
  readonly #clock: Clock;
  readonly #onError: OnError;
  readonly #instance: string;
  readonly #names: EventNames;
  readonly #entries = new Map<string, Entry>();
  /** What is being sent, by series: one after the other, so that no patch overtakes its create. */
  readonly #sending = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #pending = 0;
  #finishTimer: Timer | undefined;
  #refreshTimer: Timer | undefined;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#onError = safeOnError(options.onError);
    this.#names = new EventNames(options.random ?? Math.random);
    this.#instance = options.instance ?? `${options.controller}-${os.hostname()}`;
  }

  /** Records what happened to an object of this resource. */
  record(resource: Resource, object: KubernetesObject, note: EventNote): void {
    this.recordFor(referenceTo(resource, object), note);
  }

  /** The same for an object of which only a reference is known. */
  recordFor(regarding: EventReference, note: EventNote): void {
    if (this.#closing.signal.aborted) return;
    try {
      this.#record(regarding, note);
    } catch (thrown) {
      // A program without types may say what no event can be made of.
      this.#report('record', toError(thrown));
    }
  }

  #record(regarding: EventReference, note: EventNote): void {
    const seenAt = this.#clock.now();
    const timeMs = calendarTime(this.#clock);
    const { controller } = this.#options;
    const name = this.#names.next(regarding.name, timeMs);
    const event = newEvent(regarding, note, { controller, instance: this.#instance, timeMs, name });
    const key = seriesKey(event);
    const known = this.#entries.get(key);
    if (known?.series !== undefined) {
      known.series.count += 1;
      known.series.lastObservedMs = timeMs;
      known.seenAt = seenAt;
      return;
    }
    if (this.#pending >= (this.#options.maxPending ?? 1000)) return this.#report(key, droppedError());
    if (known === undefined) {
      this.#entries.set(key, { event, series: undefined, seenAt });
      this.#send(key, event, undefined);
    } else {
      known.series = { count: 2, lastObservedMs: timeMs, sentCount: 0 };
      known.seenAt = seenAt;
      this.#sendSeries(key, known);
    }
    this.#startTimers();
  }

  /** Sends everything that was not sent yet, counts of series included; rejects when that takes longer. */
  async flush({ timeoutMs = FLUSH_MS }: { readonly timeoutMs?: number } = {}): Promise<void> {
    for (const [key, entry] of this.#entries) this.#sendSeries(key, entry);
    const timedOut = (): Error => new InformerError('Unresponsive', `events were not sent within ${timeoutMs} ms`);
    const sent = Promise.all(this.#sending.values());
    await withTimeout((signal) => raceWithAbort(sent, signal), { timeoutMs, clock: this.#clock, timedOut });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#finishTimer?.cancel();
    this.#refreshTimer?.cancel();
    if (this.#closing.signal.aborted) return;
    try {
      await this.flush({ timeoutMs: this.#options.flushTimeoutMs ?? FLUSH_MS });
    } catch (thrown) {
      this.#report('flush', toError(thrown));
    }
    this.#closing.abort(new InformerError('Stopped', 'the recorder of events was disposed of'));
  }

  #startTimers(): void {
    this.#finishTimer ??= this.#every(
      FINISH_MS,
      () => this.#finish(),
      () => (this.#finishTimer = undefined),
    );
    this.#refreshTimer ??= this.#every(
      REFRESH_MS,
      () => this.#refresh(),
      () => (this.#refreshTimer = undefined),
    );
  }

  /** One timer, set again by the next event: a recorder with nothing to remember has none. */
  #every(delayMs: number, work: () => void, forget: () => void): Timer {
    const timer = this.#clock.after(delayMs, () => {
      forget();
      work();
      if (this.#entries.size > 0) this.#startTimers();
    });
    timer.unref?.();
    return timer;
  }

  /** Forgets what has not happened for a while; a series is written a last time. */
  #finish(): void {
    const now = this.#clock.now();
    for (const [key, entry] of this.#entries) {
      if (now - entry.seenAt < FINISH_MS) continue;
      this.#sendSeries(key, entry);
      this.#entries.delete(key);
    }
  }

  #refresh(): void {
    for (const [key, entry] of this.#entries) {
      if (entry.series !== undefined) entry.series.sentCount = 0;
      this.#sendSeries(key, entry);
    }
  }

  #sendSeries(key: string, { event, series }: Entry): void {
    if (series === undefined || series.count === series.sentCount) return;
    series.sentCount = series.count;
    this.#send(key, event, { count: series.count, lastObservedTime: toMicroTime(series.lastObservedMs) });
  }

  #send(key: string, event: EventObject, series: EventSeries | undefined): void {
    this.#pending += 1;
    const before = this.#sending.get(key) ?? Promise.resolve();
    const sending = before
      .then(() => this.#trySending(event, series))
      .catch((thrown: unknown) => this.#report(key, toError(thrown)))
      .then(() => {
        this.#pending -= 1;
        if (this.#sending.get(key) === sending) this.#sending.delete(key);
      });
    this.#sending.set(key, sending);
  }

  async #trySending(event: EventObject, series: EventSeries | undefined): Promise<void> {
    const { random = Math.random } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#write(event, series);
      } catch (thrown) {
        const mayPass = isTransient(thrown) || (series !== undefined && isAlreadyExists(thrown));
        if (!mayPass || attempt >= MAX_TRIES || this.#closing.signal.aborted) throw thrown;
      }
      await sleep(RETRY_MS * (1 + 0.25 * random()), { clock: this.#clock, signal: this.#closing.signal });
    }
  }

  async #write(event: EventObject, series: EventSeries | undefined): Promise<void> {
    const { client } = this.#options;
    const { namespace, name = '' } = event.metadata ?? {};
    const { signal } = this.#closing;
    if (series === undefined) {
      await client.create(eventResource, event, { signal });
      return;
    }
    try {
      await client.patch(eventResource, { namespace, name }, { series }, { type: 'strategic', signal });
    } catch (thrown) {
      // The server has forgotten it.
      if (!isNotFound(thrown)) throw thrown;
      await client.create(eventResource, { ...event, series }, { signal });
    }
  }

  #report(key: string, error: Error): void {
    this.#onError(error, { stage: 'events', resource: 'events.events.k8s.io', key });
  }
}

/** What a server answered is final; a server that did not answer may do so later. */
function isTransient(thrown: unknown): boolean {
  return !(thrown instanceof ApiError) && !isInformerError(thrown, 'Fenced', 'ClientClosed', 'Stopped');
}

function droppedError(): InformerError {
  return new InformerError('TooLarge', 'an event was dropped: too many wait to be sent');
}
