import { type ConformanceRow, notPorted, testsOf, wholeFile } from './row.js';

export const queueRows: readonly ConformanceRow[] = [
  ...wholeFile('delta_fifo_test.go', 'delta-fifo.test.ts'),
  ...wholeFile('the_real_fifo_test.go', 'real-fifo.test.ts'),
  ...testsOf('fifo_test.go').map((goTest) =>
    notPorted('fifo_test.go', goTest, 'client-go keeps FIFO only for its own tests; there is no such queue here'),
  ),
];
