import type { ListOptions } from '../api/list-options.js';
import type {
  ListerWatcher,
  ListResult,
  RequestContext,
  WatchBatch,
  WatchEvents,
  WatchListExperience,
} from '../source/lister-watcher.js';
import type { ReadingGate } from '../delivery/reading-gate.js';

/**
 * A source that is not read while the gate is held: what has not been read stays with the server, or in the buffers on the
 * way. A watch that was opened on a shared connection is closed instead, and the next gets one of its own.
 *
 * An object that turns out not to be JSON when it is first read ends the watch, and fails the next: what the server has is
 * then listed again.
 */
export class GatedSource<T> implements ListerWatcher<T> {
  readonly #source: ListerWatcher<T>;
  readonly #gate: ReadingGate;
  /** Two for the moment in which one takes over from another. */
  readonly #open = new Set<GatedBatches<T>>();
  /** Why the next watch must not go on from where the last one ended. */
  #failure: Error | undefined;

  constructor(source: ListerWatcher<T>, gate: ReadingGate) {
    this.#source = source;
    this.#gate = gate;
  }

  get watchListSupported(): boolean {
    return this.#source.watchListSupported ?? true;
  }

  get watchListMemory(): WatchListExperience | undefined {
    return this.#source.watchListMemory;
  }

  async list(options: ListOptions, context: RequestContext<T>): Promise<ListResult<T>> {
    if (this.#gate.isHeld) await this.#gate.whenOpen(context.signal);
    this.#failure = undefined;
    return this.#source.list(options, { ...context, onMalformed: this.#onMalformed });
  }

  async watch(options: ListOptions, context: RequestContext<T>): Promise<WatchEvents<T>> {
    const gate = this.#gate;
    if (gate.isHeld) await gate.whenOpen(context.signal);
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure && options.sendInitialEvents !== true) throw failure;
    const ownConnection = gate.mayBeHeld;
    const batches = await this.#source.watch(options, { ...context, ownConnection, onMalformed: this.#onMalformed });
    const { signal } = context;
    const onReturn = (): void => void this.#open.delete(gated);
    const gated = new GatedBatches(batches, { gate, ownConnection, signal, onReturn });
    this.#open.add(gated);
    return gated;
  }

  readonly #onMalformed = (error: Error): void => {
    this.#failure = error;
    for (const batches of this.#open) void batches.return();
  };
}

interface GatedBatchesOptions {
  readonly gate: ReadingGate;
  readonly ownConnection: boolean;
  readonly signal: AbortSignal;
  readonly onReturn: () => void;
}

/** The batches of a watch, none of which is asked for while the gate is held. */
class GatedBatches<T> implements AsyncIterableIterator<WatchBatch<T>>, WatchEvents<T> {
  readonly ping: (() => void) | undefined;
  readonly #batches: AsyncIterator<WatchBatch<T>>;
  readonly #options: GatedBatchesOptions;

  constructor(batches: WatchEvents<T>, options: GatedBatchesOptions) {
    this.ping = batches.ping && (() => batches.ping?.());
    this.#batches = batches[Symbol.asyncIterator]();
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<WatchBatch<T>>> {
    return this.#options.gate.isHeld ? this.#nextWhenOpen() : this.#batches.next();
  }

  async return(): Promise<IteratorResult<WatchBatch<T>>> {
    this.#options.onReturn();
    await this.#batches.return?.();
    return { done: true, value: undefined };
  }

  async #nextWhenOpen(): Promise<IteratorResult<WatchBatch<T>>> {
    const { gate, ownConnection, signal } = this.#options;
    if (!ownConnection) return this.return();
    await gate.whenOpen(signal);
    return this.#batches.next();
  }
}
