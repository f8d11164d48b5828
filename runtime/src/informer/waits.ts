import { InformerError } from '../api/informer-error.js';
import { compareResourceVersions, isWellFormedResourceVersion } from '../api/resource-version.js';
import { withEitherSignal } from '../async/abort.js';
import type { Clock } from '../async/clock.js';
import { Latch } from '../async/latch.js';
import { withTimeout } from '../async/timeout.js';
import type { InformerStatus } from './informer-status.js';
import { describeUnsynced } from './informer-status.js';
import type { WaitOptions } from './shared-informer.js';
import { StoreWaiters } from './store-waiters.js';

/** What {@link InformerWaits} need to know of their informer. */
export interface InformerWaitsOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly status: () => InformerStatus;
  /** The version that the cache has reached. */
  readonly storeVersion: () => string;
}

/** What one can wait for on an informer: that it has synced, or that its cache has reached some state. All of it ends with the informer. */
export class InformerWaits {
  readonly #options: InformerWaitsOptions;
  readonly #synced = new Latch();
  readonly #store = new StoreWaiters();
  readonly #end = new AbortController();

  constructor(options: InformerWaitsOptions) {
    this.#options = options;
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  synced(): void {
    this.#synced.open();
  }

  /** The cache, or its version, has changed. */
  storeChanged(): void {
    this.#store.look();
  }

  /** The informer has stopped: nothing that is waited for will come any more. Returns what waits are told. */
  end(): Error {
    const reason = new InformerError('CacheSync', `not synced: ${describeUnsynced(this.#options.status())}`);
    this.#end.abort(reason);
    return reason;
  }

  whenSynced(options: WaitOptions): Promise<void> {
    const timedOut = (): Error =>
      new InformerError(
        'CacheSync',
        `timed out after ${options.timeoutMs} ms waiting for ${describeUnsynced(this.#options.status())}`,
      );
    return this.#wait((signal) => this.#synced.wait(signal), options, timedOut);
  }

  forStore(condition: () => boolean, options: WaitOptions): Promise<void> {
    const { name, storeVersion } = this.#options;
    const timedOut = (): Error =>
      new InformerError(
        'StaleCache',
        `${name}: the cache is at version ${storeVersion() || 'none'}, and did not reach what ` +
          `was waited for within ${options.timeoutMs} ms`,
      );
    return this.#wait((signal) => this.#store.wait(condition, signal), options, timedOut);
  }

  forResourceVersion(resourceVersion: string, options: WaitOptions): Promise<void> {
    if (!isWellFormedResourceVersion(resourceVersion)) return Promise.resolve();
    let highest = '';
    return this.forStore(() => {
      const version = this.#options.storeVersion();
      if (!isWellFormedResourceVersion(version)) return false;
      if (highest !== '' && compareResourceVersions(version, highest) < 0) return true;
      highest = version;
      return compareResourceVersions(version, resourceVersion) >= 0;
    }, options);
  }

  #wait(wait: (signal: AbortSignal) => Promise<void>, options: WaitOptions, timedOut: () => Error): Promise<void> {
    const { clock } = this.#options;
    return withEitherSignal([this.#end.signal, options.signal], (signal) =>
      withTimeout(wait, { timeoutMs: options.timeoutMs, signal, clock, timedOut }),
    );
  }
}
