import { DeletedFinalStateUnknown } from '../../../runtime/src/api/deleted.js';
import type { KeyListerGetter } from '../../../runtime/src/queue/delta-fifo.js';
import type { Delta, Deltas } from '../../../runtime/src/queue/delta.js';
import type { Queue } from '../../../runtime/src/queue/queue.js';

/** What the queues' tests queue: a key and something to tell states apart by. */
export interface FifoObject {
  readonly name: string;
  readonly val: unknown;
}

export const obj = (name: string, val: unknown): FifoObject => ({ name, val });

export const nameOf = (object: FifoObject): string => object.name;

/** A tombstone. */
export const gone = (object: FifoObject): DeletedFinalStateUnknown<FifoObject> =>
  new DeletedFinalStateUnknown(object.name, object);

/** What a consumer has stored, as a queue sees it. */
export function known(...objects: FifoObject[]): KeyListerGetter<FifoObject> {
  return {
    listKeys: () => objects.map(nameOf),
    getByKey: (key) => objects.find((object) => object.name === key),
  };
}

/** Pops what is there now; undefined when nothing is. */
export function popNow<T>(queue: Queue<T>): Deltas<T> | undefined {
  return queue.tryPop(() => {}) as Deltas<T> | undefined;
}

/** Pops until the queue is empty: one entry for each pop. */
export function popAll<T>(queue: Queue<T>): Deltas<T>[] {
  const popped: Deltas<T>[] = [];
  for (let deltas = popNow(queue); deltas; deltas = popNow(queue)) popped.push(deltas);
  return popped;
}

/** The `val` of the newest object of each pop, until the queue is empty. */
export function popValues(queue: Queue<FifoObject>): unknown[] {
  return popAll(queue).map((deltas) => valueOf(deltas[deltas.length - 1] as Delta<FifoObject>));
}

function valueOf(delta: Delta<FifoObject>): unknown {
  if (!('object' in delta)) return delta.type;
  return delta.object instanceof DeletedFinalStateUnknown ? delta.object.object?.val : delta.object.val;
}

/** Shorthands for the changes of an object. */
export const added = (object: FifoObject): Delta<FifoObject> => ({ type: 'Added', object });
export const updated = (object: FifoObject): Delta<FifoObject> => ({ type: 'Updated', object });
export const replaced = (object: FifoObject): Delta<FifoObject> => ({ type: 'Replaced', object });
export const sync = (object: FifoObject): Delta<FifoObject> => ({ type: 'Sync', object });
export const deleted = (object: FifoObject | DeletedFinalStateUnknown<FifoObject>): Delta<FifoObject> => ({
  type: 'Deleted',
  object,
});
