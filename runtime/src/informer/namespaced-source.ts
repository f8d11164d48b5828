import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import type { ReflectorLike } from './controller.js';
import type { ListerWatcher } from '../lister-watcher/lister-watcher.js';
import type { Queue } from '../queue/queue.js';
import { RealFIFO } from '../queue/real-fifo.js';
import { Reflector } from '../reflector/reflector.js';
import type { ReflectorOptions } from '../reflector/reflector-options.js';
import { ResyncTimer } from '../reflector/resync-timer.js';
import type { ReflectorPhase, ReflectorStatus } from '../reflector/status.js';
import { whenAborted } from '../async/abort.js';
import { realClock } from '../async/clock.js';
import type { InformerStatus } from './informer-status.js';

/** How a namespace takes part in an informer of several. */
export interface NamespaceOptions {
  /** The informer counts as synced without it while it is forbidden or missing. Default false. */
  readonly optional?: boolean | undefined;
}

/** What an informer needs of its reflector, or of several. */
export interface InformerReflector extends ReflectorLike {
  readonly status: InformerStatus;
  proveWithin(maxStaleMs: number): void;
}

/** The stages of the informer that reads this source. */
interface Attached<T extends KubernetesObject> {
  readonly queue: RealFIFO<T>;
  readonly options: ReflectorOptions<T>;
  readonly gated: (source: ListerWatcher<T>, namespace: string) => ListerWatcher<T>;
}

interface Running {
  readonly stop: AbortController;
  readonly reflector: { readonly status: ReflectorStatus; proveWithin(maxStaleMs: number): void };
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
  /** Reflectors that were told to stop and have not ended. */
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
    if (this.#signal && !this.#signal.aborted) this.#start(namespace, this.#signal);
  }

  /** Removes a namespace, and what it held from the cache. False when it was not there. */
  remove(namespace: string): boolean {
    if (!this.#namespaces.delete(namespace)) return false;
    const running = this.#running.get(namespace);
    if (!running || !this.#attached) return true;
    this.#running.delete(namespace);
    running.stop.abort();
    const { queue } = this.#attached;
    const gone = running.ended.then(() => {
      if (this.#namespaces.has(namespace)) return;
      queue.forgetScope(namespace);
      queue.scoped(namespace).replace([], running.reflector.status.resourceVersion);
    });
    this.#ending.add(gone);
    void gone.finally(() => this.#ending.delete(gone));
    return true;
  }

  /** For the informer that reads this source, each namespace of it through `gated`. A source serves one. */
  attach(
    queue: Queue<T>,
    options: ReflectorOptions<T>,
    gated: (source: ListerWatcher<T>, namespace: string) => ListerWatcher<T>,
  ): InformerReflector {
    if (this.#attached)
      throw new InformerError('AlreadyStarted', 'this NamespacedSource feeds an informer already: make another one');
    if (!(queue instanceof RealFIFO)) throw new TypeError('an informer of several namespaces needs the RealFIFO queue');
    this.#attached = { queue, options, gated };
    for (const namespace of this.#namespaces.keys()) queue.scoped(namespace);
    if (this.#namespaces.size === 0) queue.forgetScope('');
    const status = (): InformerStatus => this.#status(options.name ?? '');
    return {
      run: ({ signal }) => this.#run(signal),
      lastSyncResourceVersion: () => '',
      proveWithin: (maxStaleMs) => {
        this.#proveWithinMs = Math.min(this.#proveWithinMs, maxStaleMs);
        for (const { reflector } of this.#running.values()) reflector.proveWithin(maxStaleMs);
      },
      get status() {
        return status();
      },
    };
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    const { queue, options } = this.#attached as Attached<T>;
    // One timer for all: `shouldResync` marks the handlers that are due, so it must be asked once each period.
    const resync = new ResyncTimer(queue, { ...options, clock: options.clock ?? realClock });
    resync.start();
    for (const namespace of this.#namespaces.keys()) this.#start(namespace, signal);
    await whenAborted(signal);
    resync.stop();
    for (const running of this.#running.values()) running.stop.abort();
    await Promise.all([...[...this.#running.values()].map((running) => running.ended), ...this.#ending]);
  }

  #start(namespace: string, signal: AbortSignal): void {
    const { queue, options, gated } = this.#attached as Attached<T>;
    const reflector = new Reflector<T>(gated(this.#listerWatcherFor(namespace), namespace), queue.scoped(namespace), {
      ...options,
      resyncPeriodMs: 0,
      namespace,
      onStatus: (status) => {
        this.#letOptionalGo(namespace, status);
        options.onStatus?.(status);
      },
    });
    reflector.proveWithin(this.#proveWithinMs);
    const stop = new AbortController();
    if (signal.aborted) stop.abort();
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
    const phase = worstPhase(statuses);
    const lastError = newest(statuses.map((status) => status.lastError));
    const relists: Record<string, number> = {};
    for (const status of statuses) {
      for (const [reason, count] of Object.entries(status.relists)) relists[reason] = (relists[reason] ?? 0) + count;
    }
    return {
      resource,
      phase,
      since: Math.max(0, ...statuses.filter((status) => status.phase === phase).map((status) => status.since)),
      ...latest('lastEventAt', statuses),
      ...latest('lastByteAt', statuses),
      ...earliest('lastAliveAt', statuses),
      ...earliest('disconnectedSince', statuses),
      resourceVersion: '',
      relists,
      ...(lastError ? { lastError } : {}),
      synced: false,
      namespaces: Object.fromEntries(each),
    };
  }
}

const worstFirst: readonly ReflectorPhase[] = ['backing-off', 'listing', 'idle', 'watching', 'stopped'];

function worstPhase(statuses: readonly ReflectorStatus[]): ReflectorPhase {
  return worstFirst.find((phase) => statuses.some((status) => status.phase === phase)) ?? 'idle';
}

function newest<E extends { readonly at: number }>(errors: readonly (E | undefined)[]): E | undefined {
  return errors.reduce((found, error) => (error && (!found || error.at > found.at) ? error : found), undefined);
}

function earliest<N extends 'disconnectedSince' | 'lastAliveAt'>(
  name: N,
  statuses: readonly ReflectorStatus[],
): { [K in N]?: number } {
  const times = statuses.map((status) => status[name]).filter((time) => time !== undefined);
  return times.length === 0 ? {} : ({ [name]: Math.min(...times) } as { [K in N]: number });
}

function latest<N extends 'lastEventAt' | 'lastByteAt'>(
  name: N,
  statuses: readonly ReflectorStatus[],
): { [K in N]?: number } {
  const times = statuses.map((status) => status[name]).filter((time) => time !== undefined);
  return times.length === 0 ? {} : ({ [name]: Math.max(...times) } as { [K in N]: number });
}
