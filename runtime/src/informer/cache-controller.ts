import { InformerError } from '../api/informer-error.js';
import type { KubernetesObject } from '../api/object.js';
import type { OnError } from '../api/on-error.js';
import { toError } from '../api/on-error.js';
import { safeOnError } from '../api/safe-on-error.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import type { BatchQueue, PopProcessFunc, ProcessBatch, Queue } from '../queue/queue.js';
import { Reflector } from '../reflector/reflector.js';
import type { ReflectorOptions } from '../reflector/reflector-options.js';
import { onAbort } from '../async/abort.js';
import { TurnBudget, yieldToEventLoop } from '../async/turn.js';

/** After so many changes the loop waits a moment: handlers that are quick enough see them, and have nothing waiting. */
const SEEN_EVERY = 256;

/** What fills the queue: a {@link Reflector}, or several that look like one. */
export interface ReflectorLike {
  run(options: { signal: AbortSignal }): Promise<void>;
  lastSyncResourceVersion(): string;
}

/** What a {@link Controller} is made of. */
export interface Config<T extends KubernetesObject> {
  /** Between the reflector and `process`. Stopping closes it. */
  readonly queue: Queue<T>;
  /** Where the reflector lists and watches. Not needed where `reflector` is given. Default: none; then `reflector` is needed. */
  readonly listerWatcher?: ListerWatcher<T> | undefined;
  /** Takes what is popped. What it throws is reported, and the next is popped. */
  readonly process: PopProcessFunc<T>;
  /** Takes several changes of different objects at once, where the queue can hand them out. Default: `process`, one by one. */
  readonly processBatch?: ProcessBatch<T>['batch'] | undefined;
  /** How often the queue re-delivers what is cached. Default 0: never. */
  readonly fullResyncPeriodMs?: number | undefined;
  /** Asked each time; false skips that resync. Default: always. */
  readonly shouldResync?: (() => boolean) | undefined;
  /** Further options of the reflector. Default: none. */
  readonly reflectorOptions?: ReflectorOptions<T> | undefined;
  /** Instead of a reflector on `listerWatcher`. Default: one over `listerWatcher`. */
  readonly reflector?: ReflectorLike | undefined;
  /** Takes errors that have no caller. Default: one line on stderr. */
  readonly onError?: OnError | undefined;
  /** For messages. Default `controller`. */
  readonly name?: string | undefined;
}

/**
 * Runs a reflector into a queue, and pops the queue into `process`, one thing at a time.
 *
 * @example
 * const queue = new DeltaFIFO<Pod>();
 * const controller = new Controller<Pod>({
 *   queue,
 *   listerWatcher: client.listerWatcher(podResource),
 *   process: (deltas) => console.log(deltas.length),
 * });
 * void controller.run({ signal });
 */
export class Controller<T extends KubernetesObject> {
  readonly #config: Config<T>;
  readonly #reflector: ReflectorLike;
  readonly #onError: OnError;
  readonly #name: string;
  #started = false;

  constructor(config: Config<T>) {
    this.#config = config;
    this.#onError = safeOnError(config.onError);
    this.#name = config.name ?? 'controller';
    this.#reflector = config.reflector ?? newReflector(config);
  }

  /** Runs until the signal aborts and everything has ended. Throws when called a second time. */
  async run({ signal }: { signal: AbortSignal }): Promise<void> {
    if (this.#started) throw new InformerError('AlreadyStarted', `${this.#name}: a controller runs only once`);
    this.#started = true;
    const forgetSignal = onAbort(signal, () => this.#config.queue.close());
    try {
      await Promise.all([this.#reflector.run({ signal }), this.#processLoop(signal)]);
    } finally {
      forgetSignal();
    }
  }

  /** The first list has been processed. */
  hasSynced(): boolean {
    return this.#config.queue.hasSynced();
  }

  lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion();
  }

  /** Pops until the queue is closed. Between two awaits it works off whatever is there, within the budget of a turn. */
  async #processLoop(signal: AbortSignal): Promise<void> {
    const { queue } = this.#config;
    const budget = new TurnBudget(1);
    let unseen = 0;
    while (!signal.aborted && !queue.isClosed()) {
      try {
        const popped = this.#popSome();
        unseen = typeof popped === 'number' && popped > 0 ? unseen + popped : 0;
        if (popped instanceof Promise) await popped;
        else if (popped === 0) await queue.ready();
        else if (unseen >= SEEN_EVERY) {
          unseen = 0;
          await Promise.resolve();
        }
      } catch (thrown) {
        this.#onError(toError(thrown), { stage: 'process', resource: this.#name });
      }
      if (budget.isUsedUp()) await yieldToEventLoop();
    }
  }

  /** How many were popped, or a promise. */
  #popSome(): number | Promise<unknown> {
    const { queue, process, processBatch } = this.#config;
    if (processBatch && isBatchQueue(queue)) return queue.tryPopBatch({ single: process, batch: processBatch });
    const popped = queue.tryPop(process);
    return popped instanceof Promise ? popped : (popped?.length ?? 0);
  }
}

function isBatchQueue<T>(queue: Queue<T>): queue is BatchQueue<T> {
  return 'tryPopBatch' in queue;
}

function newReflector<T extends KubernetesObject>(config: Config<T>): Reflector<T> {
  if (!config.listerWatcher) throw new TypeError('a controller needs a listerWatcher, or a reflector');
  return new Reflector(config.listerWatcher, config.queue, {
    resyncPeriodMs: config.fullResyncPeriodMs,
    shouldResync: config.shouldResync,
    onError: config.onError,
    ...config.reflectorOptions,
  });
}
