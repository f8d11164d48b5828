import type { ConformanceRow } from './row.js';

/** Shared informer, handlers, waiting, factories. */
export const informerRows: readonly ConformanceRow[] = [];
