import { metaNamespaceKeyFunc } from '@informer-gen/runtime';
import type { KubernetesObject, ListerWatcher, WatchBatch, WatchEvent } from '@informer-gen/runtime';

/**
 * A defect to put into an informer: `drop-update` and `drop-delete` lose one event of a watch, `repeat` delivers the state
 * before once more. A checker that does not find it finds nothing.
 */
export type Sabotage = 'drop-update' | 'drop-delete' | 'repeat';

/** So many events of the type are left alone first. */
const SPARED = 4;

/** The same source with one defect, once. */
export function sabotaged<T extends KubernetesObject>(source: ListerWatcher<T>, sabotage: Sabotage): ListerWatcher<T> {
  const spoil = spoilerOf<T>(sabotage);
  return {
    watchListSupported: source.watchListSupported ?? true,
    watchListMemory: source.watchListMemory,
    list: (options, context) => source.list(options, context),
    watch: async (options, context) => spoiled(await source.watch(options, context), spoil),
  };
}

async function* spoiled<T>(
  batches: AsyncIterable<WatchBatch<T>>,
  spoil: (event: WatchEvent<T>) => readonly WatchEvent<T>[],
): AsyncIterable<WatchBatch<T>> {
  for await (const batch of batches) yield batch.flatMap(spoil);
}

function spoilerOf<T extends KubernetesObject>(sabotage: Sabotage): (event: WatchEvent<T>) => readonly WatchEvent<T>[] {
  const before = new Map<string, WatchEvent<T>>();
  const type = sabotage === 'drop-delete' ? 'DELETED' : 'MODIFIED';
  let met = 0;
  let done = false;
  return (event) => {
    if (event.type !== type) return [event];
    const key = metaNamespaceKeyFunc(event.object);
    const earlier = before.get(key);
    before.set(key, event);
    met += 1;
    if (done || met <= SPARED || (sabotage === 'repeat' && earlier === undefined)) return [event];
    done = true;
    return sabotage === 'repeat' && earlier !== undefined ? [event, earlier] : [];
  };
}
