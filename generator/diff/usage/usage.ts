import type { LocatedChange } from '../compare-sides.js';

export interface UsageReport {
  readonly tsconfig: string;
}

export async function usageOf(
  tsconfig: string,
  _cwd: string,
  _located: readonly LocatedChange[],
): Promise<UsageReport> {
  return { tsconfig };
}
