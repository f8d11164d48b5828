import { type ConformanceRow, notPorted, ported, testsOf } from './row.js';

/** The tests of a Go file: some in files of their own, all others in `rest`. */
function spread(file: string, rest: string, own: { readonly [ours: string]: readonly string[] }): ConformanceRow[] {
  const others = testsOf(file).filter((goTest) => !Object.values(own).flat().includes(goTest));
  const rows = Object.entries(own).flatMap(([ours, goTests]) => ported(file, ours, goTests));
  return [...rows, ...ported(file, rest, others)];
}

export const queueRows: readonly ConformanceRow[] = [
  ...spread('delta_fifo_test.go', 'queue/delta-fifo.conformance.test.ts', {
    'queue/delta-fifo-lists.conformance.test.ts': [
      'TestDeltaFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue',
      'TestDeltaFIFO_ReplaceMakesDeletions',
      'TestDeltaFIFO_ReplaceMakesDeletionsReplaced',
      'TestDeltaFIFO_ReplaceDeltaType',
      'TestDeltaFIFO_Resync',
      'TestDeltaFIFO_ResyncNonExisting',
      'TestDeltaFIFO_UpdateResyncRace',
    ],
  }),
  ...spread('the_real_fifo_test.go', 'queue/real-fifo.conformance.test.ts', {
    'queue/real-fifo-lists.conformance.test.ts': [
      'TestRealFIFO_replaceWithDeleteDeltaIn',
      'TestRealFIFOW_ReplaceMakesDeletionsForObjectsOnlyInQueue',
      'TestRealFIFO_ReplaceMakesDeletions',
      'TestRealFIFO_ReplaceMakesDeletionsReplaced',
    ],
    'queue/real-fifo-batches.conformance.test.ts': [
      'TestRealFIFO_PopMultipleDeltaInBatch',
      'TestRealFIFO_PopBrokenItemsInBatch',
      'TestRealFIFO_ReplaceAtomic',
      'TestRealFIFO_ReplaceAtomicPop',
      'TestRealFIFO_ResyncAtomic',
    ],
  }),
  ...testsOf('fifo_test.go').map((goTest) =>
    notPorted('fifo_test.go', goTest, 'client-go keeps FIFO only for its own tests; there is no such queue here'),
  ),
];
