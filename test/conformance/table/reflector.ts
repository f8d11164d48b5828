import type { ConformanceRow } from './row.js';

/** Reflector, WatchList, data consistency, pager. */
export const reflectorRows: readonly ConformanceRow[] = [];
