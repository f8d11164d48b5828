import {
  Backoff,
  type DeletedObject,
  type KubernetesObject,
  newSharedIndexInformer,
  type ListerWatcher,
  type NamespacedSource,
  realClock,
  type Resource,
  type ResourceEventHandler,
  type SharedIndexInformer,
  type SharedIndexInformerOptions,
} from '@informer-gen/runtime';
import { addEvent, deleteEvent, type HandlerEvent, updateEvent } from '../support/handler-event.js';

/** On a real server nothing can be hurried; everything here takes a second or two at most. */
const giveUpAfterMs = 25_000;

/** An informer that runs, and what its handler was told. Disposing of it waits until it has ended. */
export class RunningInformer<T extends KubernetesObject> implements ResourceEventHandler<T>, AsyncDisposable {
  readonly informer: SharedIndexInformer<T>;
  readonly events: HandlerEvent[] = [];
  /** Errors that had no caller. */
  readonly errors: Error[] = [];
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  readonly #waiters = new Set<() => void>();

  constructor(
    source: ListerWatcher<T> | NamespacedSource<T>,
    resource: Resource<T>,
    options: SharedIndexInformerOptions<T> = {},
  ) {
    // Tests on a real server cannot wait for the usual backoff.
    const backoff = new Backoff({ clock: realClock, initialMs: 20, maxMs: 200 });
    this.informer = newSharedIndexInformer(source, resource, {
      onError: (error) => void this.errors.push(error),
      ...options,
      reflector: { backoff, ...options.reflector },
    });
    this.informer.addEventHandler(this);
    this.informer.onStatus(() => this.#changed());
    this.#ended = this.informer.run({ signal: this.#stop.signal });
  }

  onAdd(object: T, isInInitialList: boolean): void {
    this.#record(addEvent(object, isInInitialList));
  }

  onUpdate(before: T, after: T): void {
    this.#record(updateEvent(before, after));
  }

  onDelete(deleted: DeletedObject<T>): void {
    this.#record(deleteEvent(deleted));
  }

  /** Resolves when all that was there has been told. */
  async synced(): Promise<this> {
    await this.informer.whenSynced({ timeoutMs: giveUpAfterMs });
    await this.until(() => this.events.length >= this.informer.getStore().list().length, 'the initial events');
    return this;
  }

  /** Waits for a condition that an event or a change of status brings about. */
  until(condition: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#waiters.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(check);
        const seen = JSON.stringify({ status: this.informer.status, events: this.events.slice(-20) }, undefined, 1);
        reject(new Error(`did not happen in ${giveUpAfterMs} ms: ${what}\n${seen}`));
      }, giveUpAfterMs);
      this.#waiters.add(check);
      check();
    });
  }

  /** Resolves when a watch is open. (That is no change of phase, so nobody is called back for it.) */
  async watching(): Promise<void> {
    const giveUpAt = performance.now() + giveUpAfterMs;
    const open = (): boolean =>
      this.informer.status.phase === 'watching' && this.informer.status.disconnectedSince === undefined;
    while (!open()) {
      if (performance.now() > giveUpAt) throw new Error(`no watch: ${JSON.stringify(this.informer.status)}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Resolves with the first event, past or still to come, about this object and of this type. */
  async event(type: HandlerEvent['type'], key: string): Promise<HandlerEvent> {
    const find = (): HandlerEvent | undefined => this.events.find((event) => event.type === type && event.key === key);
    await this.until(() => find() !== undefined, `${type} of ${key}`);
    return find() as HandlerEvent;
  }

  /** What the handler was told so far, one word each: `add ns/a`. */
  get told(): string[] {
    return this.events.map(({ type, key }) => `${type} ${key}`);
  }

  /** The names in the cache, in order. */
  get names(): string[] {
    return this.informer
      .getStore()
      .list()
      .map((object) => object.metadata?.name ?? '')
      .sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  #record(event: HandlerEvent): void {
    this.events.push(event);
    this.#changed();
  }

  #changed(): void {
    for (const waiter of this.#waiters) waiter();
  }
}
