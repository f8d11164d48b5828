import type { KubernetesObject } from '../api/object.js';
import type { Resource } from '../api/resource.js';
import type { SharedIndexInformerOptions } from '../informer/informer-options.js';
import { newSharedIndexInformer } from '../informer/shared-index-informer.js';
import type { SharedIndexInformer } from '../informer/shared-informer.js';
import type { ListerWatcher } from '../source/lister-watcher.js';
import { EventBuffer } from './event-buffer.js';
import type { WatchChange } from './watch-change.js';

/**
 * An informer of its own that reads like a watch. It survives everything an informer does, 410 too; states in between may
 * be skipped, and a deletion that was missed comes as DELETED with the last state known. It runs from the start until it
 * is stopped, and can be iterated once.
 *
 * @example
 * await using watcher = new InformerWatcher(client.listerWatcher(podResource), podResource);
 * for await (const change of watcher) {
 *   console.log(change.type);
 *   break;
 * }
 */
export class InformerWatcher<T extends KubernetesObject> implements AsyncIterable<WatchChange<T>>, AsyncDisposable {
  readonly informer: SharedIndexInformer<T>;
  readonly #events = new EventBuffer<WatchChange<T>>();
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(source: ListerWatcher<T>, resource: Resource<T>, options: SharedIndexInformerOptions<T> = {}) {
    this.informer = newSharedIndexInformer(source, resource, { ...options, resyncPeriodMs: 0 });
    this.informer.addEventHandler({
      onAdd: (object) => this.#events.push({ type: 'ADDED', object }),
      onUpdate: (_before, object) => this.#events.push({ type: 'MODIFIED', object }),
      onDelete: ({ lastKnown }) => {
        if (lastKnown !== undefined) this.#events.push({ type: 'DELETED', object: lastKnown });
      },
    });
    this.#running = this.informer.run({ signal: this.#stop.signal });
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchChange<T>> {
    return this.#events[Symbol.asyncIterator]();
  }

  /** Ends the iteration and resolves when the informer has stopped. */
  async stop(): Promise<void> {
    this.#events.close();
    this.#stop.abort();
    await this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
