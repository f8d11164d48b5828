import { DeltaFIFO } from '../queue/delta-fifo.js';
import type { Queue, TransformError, TransformFunc } from '../queue/queue.js';
import { RealFIFO } from '../queue/real-fifo.js';
import type { ObjectIndexer } from '../store/indexer.js';

/** Which queue stands between reflector and cache: see {@link RealFIFO} and {@link DeltaFIFO}. */
export type QueueKind = 'RealFIFO' | 'DeltaFIFO';

/** What an informer's queue needs to know. */
export interface NewQueueOptions<T> {
  /** Default `RealFIFO`. */
  readonly kind?: QueueKind | undefined;
  readonly indexer: ObjectIndexer<T>;
  readonly transform?: TransformFunc<T> | undefined;
  readonly onTransformError?: ((error: TransformError) => void) | undefined;
}

/** The queue of an informer whose cache is `indexer`. */
export function newQueue<T>(options: NewQueueOptions<T>): Queue<T> & { readonly length: number } {
  const { indexer, kind = 'RealFIFO' } = options;
  const shared = {
    keyFunction: (object: T) => indexer.keyOf(object),
    cache: indexer,
    transform: options.transform,
    onTransformError: options.onTransformError,
  };
  if (kind === 'DeltaFIFO') return new DeltaFIFO<T>({ ...shared, knownObjects: indexer, emitDeltaTypeReplaced: true });
  return new RealFIFO<T>(shared);
}
