import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import type { ReflectorLike } from './cache-controller.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import type { Queue } from '../queue/queue.js';
import { RealFIFO } from '../queue/real-fifo.js';
import { Reflector } from '../reflector/reflector.js';
import type { ReflectorOptions } from '../reflector/reflector-options.js';
import { ResyncTimer } from '../reflector/resync-timer.js';
import type { ReflectorStatus } from '../reflector/reflector-status.js';
import { whenAborted } from '../async/abort.js';
import { realClock } from '../async/clock.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';
import { Fifo } from '../collections/fifo.js';
import type { InformerStatus } from './informer-status.js';
import { joinStatuses } from './namespace-statuses.js';

/** How a namespace takes part in an informer of several. */
export interface NamespaceOptions {
  /** The informer counts as synced without it while it is forbidden or missing. Default false. */
  readonly optional?: boolean | undefined;
}

/** The reflector of an informer, or the reflectors of its namespaces. */
export interface InformerReflector extends ReflectorLike {
  readonly status: InformerStatus;
  /** Number of reflectors that {@link status} summarizes. */
  readonly size: number;
  /** The version that a namespace's reflector has reached; `''` before its first list. */
  versionIn(namespace: string): string;
  proveWithin(maxStaleMs: number): void;
}

/** The connection between a {@link NamespacedSource} and the informer that reads it. */
export interface NamespacedSourceConsumer<T extends KubernetesObject> {
  readonly queue: Queue<T>;
  /** Options of each namespace's reflector. */
  readonly options: ReflectorOptions<T>;
  /** Wraps the lister-watcher of a namespace. `relists` returns the relist counts of that namespace's reflector. */
  readonly gated: (
    source: ListerWatcher<T>,
    of: { readonly namespace: string; readonly relists: () => ReflectorStatus['relists'] },
  ) => ListerWatcher<T>;
  /** Called when the phase or the error of a namespace changes. */
  readonly onStatus: (status: ReflectorStatus, namespace: string) => void;
}

interface Attached<T extends KubernetesObject> extends NamespacedSourceConsumer<T> {
  readonly queue: RealFIFO<T>;
}

interface Running {
  readonly stop: AbortController;
  readonly reflector: Pick<Reflector<never>, 'status' | 'proveWithin' | 'lastSyncResourceVersion'>;
  readonly ended: Promise<void>;
}

/**
 * Several namespaces as the source of one informer. Each has a reflector of its own, with its own version, backoff and
 * status, so that one that is forbidden does not take down the others. Namespaces come and go while it runs; the objects
 * of one that goes are deleted from the cache, and handlers are told.
 *
 * @example
 * const source = new NamespacedSource((namespace) => client.listerWatcher(podResource, { namespace }), ['team-a']);
 * const informer = newSharedIndexInformer(source, podResource);
 * void informer.run({ signal });
 * source.add('team-b', { optional: true });
 */
export class NamespacedSource<T extends KubernetesObject> {
  readonly #listerWatcherFor: (namespace: string) => ListerWatcher<T>;
  readonly #namespaces = new Map<string, NamespaceOptions>();
  readonly #running = new Map<string, Running>();
  /** Namespaces whose reflectors are to be started. May contain removed namespaces. */
  readonly #toStart = new Fifo<string>();
  #isStarting = false;
  /** Settles when the namespaces that wait have been started. */
  #starting: Promise<void> = Promise.resolve();
  /** Reflectors that were aborted and have not ended. */
  readonly #ending = new Set<Promise<void>>();
  #attached: Attached<T> | undefined;
  #signal: AbortSignal | undefined;
  #proveWithinMs = Infinity;

  constructor(listerWatcherFor: (namespace: string) => ListerWatcher<T>, namespaces: readonly string[] = []) {
    this.#listerWatcherFor = listerWatcherFor;
    for (const namespace of namespaces) this.add(namespace);
  }

  get namespaces(): string[] {
    return [...this.#namespaces.keys()];
  }

  /** Adds a namespace; nothing happens when it is there already. */
  add(namespace: string, options: NamespaceOptions = {}): void {
    if (namespace === '')
      throw new TypeError('a namespace needs a name: for all namespaces, use an informer without a NamespacedSource');
    if (this.#namespaces.has(namespace)) return;
    this.#namespaces.set(namespace, options);
    this.#attached?.queue.expectScope(namespace);
    if (this.#signal === undefined) return;
    this.#toStart.push(namespace);
    this.#startWaiting(this.#signal);
  }

  /** Removes a namespace, and what it held from the cache. False when it was not there. */
  remove(namespace: string): boolean {
    if (!this.#namespaces.delete(namespace)) return false;
    const running = this.#running.get(namespace);
    if (!this.#attached) return true;
    const { queue } = this.#attached;
    if (!running) {
      queue.forgetScope(namespace);
      return true;
    }
    this.#running.delete(namespace);
    running.stop.abort();
    const gone = running.ended.then(() => {
      if (this.#namespaces.has(namespace)) return;
      queue.forgetScope(namespace);
      queue.scoped(namespace).replace([], running.reflector.status.resourceVersion);
    });
    this.#ending.add(gone);
    void gone.finally(() => this.#ending.delete(gone));
    return true;
  }

  /** Connects the source to the informer that reads it. A source serves one informer. */
  attach(consumer: NamespacedSourceConsumer<T>): InformerReflector {
    const { queue, options } = consumer;
    if (this.#attached)
      throw new InformerError('AlreadyStarted', 'this NamespacedSource feeds an informer already: make another one');
    if (!(queue instanceof RealFIFO)) throw new TypeError('an informer of several namespaces needs the RealFIFO queue');
    this.#attached = { ...consumer, queue };
    for (const namespace of this.#namespaces.keys()) queue.expectScope(namespace);
    if (this.#namespaces.size === 0) queue.forgetScope('');
    const status = (): InformerStatus => this.#status(options.name ?? '');
    const size = (): number => this.#running.size;
    return {
      run: ({ signal }) => this.#run(signal),
      lastSyncResourceVersion: () => '',
      versionIn: (namespace) => this.#running.get(namespace)?.reflector.lastSyncResourceVersion() ?? '',
      proveWithin: (maxStaleMs) => {
        this.#proveWithinMs = Math.min(this.#proveWithinMs, maxStaleMs);
        for (const { reflector } of this.#running.values()) reflector.proveWithin(maxStaleMs);
      },
      get status() {
        return status();
      },
      get size() {
        return size();
      },
    };
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    const { queue, options } = this.#attached as Attached<T>;
    // One timer for all: `shouldResync` marks the handlers that are due, so it must be asked once each period.
    const resync = new ResyncTimer(queue, { ...options, clock: options.clock ?? realClock });
    resync.start();
    for (const namespace of this.#namespaces.keys()) this.#toStart.push(namespace);
    this.#startWaiting(signal);
    await whenAborted(signal);
    resync.stop();
    await this.#starting;
    const budget = new TurnBudget();
    for (const { stop } of this.#running.values()) {
      stop.abort();
      if (budget.isUsedUp()) await yieldToEventLoop();
    }
    await Promise.all([...[...this.#running.values()].map((running) => running.ended), ...this.#ending]);
  }

  /** Starts the reflectors of waiting namespaces, yielding to the event loop. */
  #startWaiting(signal: AbortSignal): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    this.#starting = this.#startInTurns(signal);
  }

  async #startInTurns(signal: AbortSignal): Promise<void> {
    const budget = new TurnBudget();
    while (this.#toStart.length > 0 && !signal.aborted) {
      const next = this.#toStart.shift() as string;
      if (this.#namespaces.has(next) && !this.#running.has(next)) this.#start(next);
      if (budget.isUsedUp()) await yieldToEventLoop();
    }
    this.#isStarting = false;
  }

  #start(namespace: string): void {
    const { queue, options, gated, onStatus } = this.#attached as Attached<T>;
    const source = gated(this.#listerWatcherFor(namespace), { namespace, relists: () => reflector.status.relists });
    const reflector = new Reflector<T>(source, queue.scoped(namespace), {
      ...options,
      resyncPeriodMs: 0,
      namespace,
      onStatus: (status) => {
        this.#letOptionalGo(namespace, status);
        onStatus(status, namespace);
      },
    });
    reflector.proveWithin(this.#proveWithinMs);
    const stop = new AbortController();
    this.#running.set(namespace, { stop, reflector, ended: reflector.run({ signal: stop.signal }) });
  }

  #letOptionalGo(namespace: string, status: ReflectorStatus): void {
    if (this.#isDispensable(namespace, status)) this.#attached?.queue.forgetScope(namespace);
  }

  /** It is optional, and forbidden or missing now. */
  #isDispensable(namespace: string, { lastError }: ReflectorStatus): boolean {
    if (!this.#namespaces.get(namespace)?.optional) return false;
    return lastError?.statusCode === 403 || lastError?.statusCode === 404;
  }

  #status(resource: string): InformerStatus {
    const each = [...this.#running].map(([namespace, { reflector }]) => [namespace, reflector.status] as const);
    const statuses = each.filter((entry) => !this.#isDispensable(...entry)).map(([, status]) => status);
    return { ...joinStatuses(statuses), resource, synced: false, namespaces: Object.fromEntries(each) };
  }
}
