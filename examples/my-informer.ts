import {
  DeltaFIFO,
  metaNamespaceKeyFunc,
  newIndexer,
  QueueClosedError,
  Reflector,
  splitMetaNamespaceKey,
} from '@informer-gen/runtime';
import type {
  Deltas,
  HandlerContext,
  Indexer,
  ListerWatcher,
  ObjectDelta,
  ResourceEventHandler,
} from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import type { Pod } from './support/kubernetes.js';
import { podLife } from './support/pods.js';

export const summary = 'an informer in forty lines, made of reflector, DeltaFIFO and indexer';

/** Enough of an informer to see how the parts fit: the reflector puts in, the loop takes out, stores, and tells. */
class MyInformer {
  readonly indexer: Indexer<Pod> = newIndexer<Pod>({});
  readonly #queue = new DeltaFIFO<Pod>({ keyFunction: metaNamespaceKeyFunc, knownObjects: this.indexer });
  readonly #reflector: Reflector<Pod>;
  readonly #handler: ResourceEventHandler<Pod>;

  constructor(source: ListerWatcher<Pod>, handler: ResourceEventHandler<Pod>) {
    this.#reflector = new Reflector(source, this.#queue, { resource: podResource });
    this.#handler = handler;
  }

  async run({ signal }: { signal: AbortSignal }): Promise<void> {
    signal.addEventListener('abort', () => this.#queue.close(), { once: true });
    await Promise.all([this.#reflector.run({ signal }), this.#processLoop({ signal })]);
  }

  async #processLoop(context: HandlerContext): Promise<void> {
    try {
      for (;;) await this.#queue.pop((deltas, isInitial) => this.#process(deltas, isInitial, context));
    } catch (error) {
      if (!(error instanceof QueueClosedError)) throw error;
    }
  }

  /** What the cache holds decides between add and update; the type of the delta only says when to delete. */
  #process(deltas: Deltas<Pod>, isInInitialList: boolean, context: HandlerContext): void {
    for (const { type, object } of deltas as readonly ObjectDelta<Pod>[]) {
      const key = this.#queue.keyOf(object);
      const before = this.indexer.getByKey(key);
      if (type === 'Deleted') {
        this.indexer.delete(object);
        void this.#handler.onDelete?.({ key, lastKnown: before, finalStateUnknown: false }, context);
      } else {
        this.indexer.update(object as Pod);
        if (before) void this.#handler.onUpdate?.(before, object as Pod, context);
        else void this.#handler.onAdd?.(object as Pod, isInInitialList, context);
      }
    }
  }
}

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  const informer = new MyInformer(client.listerWatcher(podResource, { namespace }), {
    onAdd: (pod) => output.print(`OnAdd: ${pod.metadata.name}`),
    onUpdate: (_before, pod) => output.print(`OnUpdate: ${pod.metadata.name}`),
    onDelete: ({ key }) => output.print(`OnDelete: ${splitMetaNamespaceKey(key).name}`),
  });
  void informer.run({ signal });

  const names = { ADDED: 'OnAdd', MODIFIED: 'OnUpdate', DELETED: 'OnDelete' } as const;
  for await (const { event } of podLife(client, { namespace, name: 'nettool' })) {
    await output.printed(`${names[event]}: nettool`);
  }
}
