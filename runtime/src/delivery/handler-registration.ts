import type { KubernetesObject } from '../api/object.js';
import type { HandlerStatus, ProcessorListener } from './processor-listener.js';
import type { ResourceEventHandlerRegistration } from './event-handlers.js';
import type { SharedProcessor } from './shared-processor.js';
import { removed } from './shared-processor.js';

/** A listener and the processor it was added to. */
export class HandlerRegistration<T extends KubernetesObject> implements ResourceEventHandlerRegistration {
  readonly #listener: ProcessorListener<T>;
  readonly #processor: SharedProcessor<T>;

  constructor(listener: ProcessorListener<T>, processor: SharedProcessor<T>) {
    this.#listener = listener;
    this.#processor = processor;
  }

  get name(): string {
    return this.#listener.name;
  }

  get backlog(): number {
    return this.#listener.status.backlog;
  }

  get handlerStatus(): HandlerStatus {
    return this.#listener.status;
  }

  hasSynced(): boolean {
    return this.#listener.hasSynced();
  }

  whenSynced(options: { signal?: AbortSignal } = {}): Promise<void> {
    return this.#listener.whenSynced(options.signal);
  }

  belongsTo(processor: unknown): boolean {
    return this.#processor === processor;
  }

  remove(): void {
    this.#processor.remove(this.#listener);
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.remove();
    this.#listener.stop(removed(this.name));
    await this.#listener.ended();
  }
}
