import { type ConformanceRow, notPorted, ported, testsOf, wholeFile } from './row.js';

const batches = [
  'TestRealFIFO_PopMultipleDeltaInBatch',
  'TestRealFIFO_PopBrokenItemsInBatch',
  'TestRealFIFO_ReplaceAtomic',
  'TestRealFIFO_ReplaceAtomicPop',
  'TestRealFIFO_ResyncAtomic',
];
const isSingle = (goTest: string): boolean => !batches.includes(goTest);

export const queueRows: readonly ConformanceRow[] = [
  ...wholeFile('delta_fifo_test.go', 'delta-fifo.test.ts'),
  ...ported('the_real_fifo_test.go', 'real-fifo-batches.test.ts', batches),
  ...ported('the_real_fifo_test.go', 'real-fifo.test.ts', testsOf('the_real_fifo_test.go').filter(isSingle)),
  ...testsOf('fifo_test.go').map((goTest) =>
    notPorted('fifo_test.go', goTest, 'client-go keeps FIFO only for its own tests; there is no such queue here'),
  ),
];
