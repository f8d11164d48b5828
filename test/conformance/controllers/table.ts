import { consistencyRows } from './consistency.js';
import { electionRows } from './election.js';
import { eventRows } from './events.js';
import { helperRows } from './helpers.js';
import { loopRows } from './loop.js';
import { managerRows } from './manager.js';
import type { ControllerRow } from './row.js';

/**
 * The tests of controller-runtime (v0.25.2), client-go (v0.37.2), apimachinery (v0.37.2) and Kubernetes (v1.36.3) for
 * controllers whose behaviour the runtime promises. Only names: each is proven again in our own code. `table.test.ts`
 * checks it.
 */
export const controllerTable: readonly ControllerRow[] = [
  ...loopRows,
  ...managerRows,
  ...electionRows,
  ...eventRows,
  ...helperRows,
  ...consistencyRows,
];
