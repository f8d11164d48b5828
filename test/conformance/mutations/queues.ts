import type { Mutation } from './mutation.js';

const deltaFifo = 'runtime/src/queue/delta-fifo.ts';
const realFifo = 'runtime/src/queue/real-fifo.ts';

export const queueMutations: readonly Mutation[] = [
  {
    name: 'the newest key is popped first',
    file: deltaFifo,
    find: 'const key = this.#queue.shift();',
    replace:
      'const key = this.#queue.take(Infinity).reverse().map((each, at) => (at > 0 && this.#queue.push(each), each))[0];',
    kills: ['TestDeltaFIFO_basic', 'TestDeltaFIFO_detectLineJumpers'],
  },
  {
    name: 'a change takes the place of the one before',
    file: deltaFifo,
    find: 'deltas.push(delta);',
    replace: 'deltas[deltas.length - 1] = delta;',
    kills: ['TestDeltaFIFO_addUpdate', 'TestDeltaFIFO_replaceWithDeleteDeltaIn'],
  },
  {
    name: 'the deletion of an unknown key is queued',
    file: deltaFifo,
    find: 'if (!this.#items.has(key) && this.#options.knownObjects?.getByKey(key) === undefined) return;',
    replace: '',
    kills: ['TestDeltaFIFO_enqueueingNoLister', 'TestDeltaFIFO_enqueueingWithLister'],
  },
  {
    name: 'known objects are not asked about deletions',
    file: deltaFifo,
    find: '&& this.#options.knownObjects?.getByKey(key) === undefined) return;',
    replace: ') return;',
    kills: ['TestDeltaFIFO_enqueueingWithLister', 'TestDeltaFIFO_replaceWithDeleteDeltaIn'],
  },
  {
    name: 'both of two deletions stay',
    file: deltaFifo,
    find: 'dropDoubleDeletion(deltas);',
    replace: '',
    kills: ['TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue', 'TestDeltaFIFO_ReplaceMakesDeletions'],
  },
  {
    name: 'the older of two deletions stays though it is a tombstone',
    file: deltaFifo,
    find: 'if (before.object instanceof DeletedFinalStateUnknown) deltas[deltas.length - 1] = newest;',
    replace: '',
    kills: ['TestDeltaFIFO_ReplaceMakesDeletions'],
  },
  {
    name: 'a list does not look at queued keys',
    file: deltaFifo,
    find: 'for (const [key, deltas] of this.#items) {',
    replace: 'for (const [key, deltas] of [] as [string, ObjectDelta<T>[]][]) {',
    kills: ['TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue', 'TestDeltaFIFO_ReplaceMakesDeletions'],
  },
  {
    name: 'a list does not look at known keys',
    file: deltaFifo,
    find: 'for (const key of known?.listKeys() ?? []) {',
    replace: 'for (const key of [] as string[]) {',
    kills: [
      'TestDeltaFIFO_ReplaceMakesDeletions',
      'TestDeltaFIFO_ReplaceMakesDeletionsReplaced',
      'TestDeltaFIFO_HasSyncedCorrectOnDeletion',
    ],
  },
  {
    name: 'lists always give Sync',
    file: deltaFifo,
    find: "this.#options.emitDeltaTypeReplaced ? 'Replaced' : 'Sync'",
    replace: "'Sync' as ObjectDelta<T>['type']",
    kills: ['TestDeltaFIFO_ReplaceMakesDeletionsReplaced', 'TestDeltaFIFO_ReplaceDeltaType'],
  },
  {
    name: 'a resync pays no heed to what is queued',
    file: deltaFifo,
    find: 'if (object === undefined || this.#items.has(key)) continue;',
    replace: 'if (object === undefined) continue;',
    kills: ['TestDeltaFIFO_UpdateResyncRace', 'TestDeltaFIFO_ResyncNonExisting'],
  },
  {
    name: 'the first list counts its objects and not its keys',
    file: deltaFifo,
    find: 'this.#initial.expect(this.#items.size);',
    replace: 'this.#initial.expect(objects.length);',
    kills: ['TestDeltaFIFO_HasSynced', 'TestDeltaFIFO_HasSyncedCorrectOnDeletion'],
  },
  {
    name: 'an add before the first list does not sync the queue',
    file: deltaFifo,
    find: `    this.#populate();
    this.#enqueue('Added', object, { digest });`,
    replace: "    this.#enqueue('Added', object, { digest });",
    kills: ['TestDeltaFIFO_HasSynced'],
  },
  {
    name: 'closing wakes nobody',
    file: deltaFifo,
    find: `    this.#closed = true;
    this.#wakeup.wake();`,
    replace: '    this.#closed = true;',
    kills: ['TestDeltaFIFO_PopShouldUnblockWhenClosed'],
  },
  {
    name: 'tombstones are transformed',
    file: deltaFifo,
    find: 'if (object instanceof DeletedFinalStateUnknown) return this.#append(key, { type, object });',
    replace: '',
    kills: ['TestDeltaFIFO_transformer'],
  },
  {
    name: 'a batch holds a key twice',
    file: realFifo,
    find: 'if (keys.add(key).size === length) break;',
    replace: '',
    kills: ['TestRealFIFO_PopMultipleDeltaInBatch'],
  },
  {
    name: 'a batch reaches past the first list',
    file: realFifo,
    find: 'if (this.#initial.pending > 0 && length >= this.#initial.pending) break;',
    replace: '',
    kills: ['TestRealFIFO_PopMultipleDeltaInBatch'],
  },
  {
    name: 'a batch is as long as the queue',
    file: realFifo,
    find: 'Math.min(this.#options.batchSize ?? 1000, this.#items.length)',
    replace: 'this.#items.length',
    kills: ['TestRealFIFO_PopMultipleDeltaInBatch'],
  },
  {
    name: 'a change without a key does not end its batch',
    file: realFifo,
    find: 'if (key === undefined) return length + 1;',
    replace: 'if (key === undefined) { length++; continue; }',
    kills: ['TestRealFIFO_PopBrokenItemsInBatch'],
  },
  {
    name: 'a list is taken apart',
    file: realFifo,
    find: "    if (this.#atomic) this.#append({ type: 'ReplacedAll'",
    replace: `    if (this.#atomic) for (const object of ready.objects) this.#append({ type: 'Replaced', object });
    else if (this.#atomic) this.#append({ type: 'ReplacedAll'`,
    kills: ['TestRealFIFO_ReplaceAtomic', 'TestRealFIFO_ReplaceAtomicPop'],
  },
  {
    name: 'bookmarks are dropped',
    file: realFifo,
    find: "if (this.#atomic) this.#append({ type: 'Bookmark', resourceVersion });",
    replace: '',
    kills: ['TestRealFIFO_ReplaceAtomic'],
  },
  {
    name: 'a resync with atomic events does nothing',
    file: realFifo,
    find: "if (this.#atomic) return this.#append({ type: 'SyncAll' });",
    replace: 'if (this.#atomic) return;',
    kills: ['TestRealFIFO_ResyncAtomic'],
  },
  {
    name: 'a resync goes before what is queued',
    file: realFifo,
    find: "if (this.#atomic) return this.#append({ type: 'SyncAll' });",
    replace:
      "if (this.#atomic) return ([{ type: 'SyncAll' } as const, ...this.#items.take(Infinity)] as Delta<T>[]).forEach((delta) => this.#items.push(delta));",
    kills: ['TestRealFIFO_ResyncAtomic'],
  },
  {
    name: 'a whole list counts as synced before it was processed',
    file: realFifo,
    find: 'this.#initial.expect(this.#items.length - before);',
    replace: '',
    kills: ['TestRealFIFO_ReplaceAtomicPop', 'TestRealFIFO_HasSynced', 'TestRealFIFO_HasSyncedCorrectOnDeletion'],
  },
];
