import { controllerRows } from './table/controller.js';
import { helperRows } from './table/helpers.js';
import { informerRows } from './table/informer.js';
import { queueRows } from './table/queues.js';
import { reflectorRows } from './table/reflector.js';
import type { ConformanceRow } from './table/row.js';
import { storeRows } from './table/stores.js';
import { typedRows } from './table/typed.js';

/** Each client-go test that the runtime answers for, and where it does. `table.test.ts` checks it. */
export const conformanceTable: readonly ConformanceRow[] = [
  ...queueRows,
  ...storeRows,
  ...controllerRows,
  ...reflectorRows,
  ...informerRows,
  ...typedRows,
  ...helperRows,
];
