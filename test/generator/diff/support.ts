import { diff } from '../../../generator/index.js';
import type { Change, DiffOptions, DiffReport } from '../../../generator/index.js';
import { Workspace } from '../support/workspace.js';
import { crd, text } from '../support/crds.js';

/** Compares two texts as if each were a file. */
export async function compare(old: string, now: string, options: Partial<DiffOptions> = {}): Promise<DiffReport> {
  const workspace = new Workspace({ 'old.yaml': old, 'new.yaml': now });
  return diff({ old: 'old.yaml', new: 'new.yaml', cwd: workspace.folder, ...options });
}

/** Compares two schemas of the one version of a Widget. */
export function compareSchemas(old: unknown, now: unknown): Promise<DiffReport> {
  return compare(text(crd({ schema: old })), text(crd({ schema: now })));
}

/** `rule path`, a line for each change. */
export function lines(changes: readonly Change[]): string[] {
  return changes.map(({ rule, path }) => `${rule} ${path}`);
}
