import { UsageError } from '../errors.js';
import type { Changes } from './compare.js';
import type { Manifest } from './manifest.js';

/** Throws when files of a run with other inputs would be removed and the user did not say so. */
export function refuseToPrune(
  before: Manifest | undefined,
  inputs: readonly string[],
  changes: Changes,
  { prune, check, dryRun }: { readonly prune: boolean; readonly check: boolean; readonly dryRun: boolean },
): void {
  if (prune || check || dryRun || before === undefined || changes.remove.length === 0) return;
  if (JSON.stringify(before.inputs) === JSON.stringify(inputs)) return;
  const shown = changes.remove.slice(0, 3).join(', ') + (changes.remove.length > 3 ? ', …' : '');
  throw new UsageError(
    `the output folder was generated from other inputs (${before.inputs.join(', ')}), and ${changes.remove.length} files would ` +
      `be removed (${shown}). Add the other inputs, choose another --out, or say --prune`,
  );
}
