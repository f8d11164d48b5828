import type { FieldSet } from './field-set.js';
import { managerKey } from './managed-entries.js';
import type { ManagedEntry } from './managed-entries.js';

/** Fields of a manager that another one wants to change. */
export interface FieldConflict {
  readonly entry: ManagedEntry;
  readonly fields: FieldSet;
}

/** One field in conflict, as a cause of a Status. */
export interface ConflictCause {
  readonly reason: 'FieldManagerConflict';
  readonly message: string;
  readonly field: string;
}

/** Thrown when an apply would change fields of others; message and causes are those of the API server. */
export class ApplyConflictError extends Error {
  override readonly name = 'ApplyConflictError';
  readonly causes: readonly ConflictCause[];
  readonly conflicts: readonly FieldConflict[];

  constructor(conflicts: readonly FieldConflict[]) {
    const sorted = [...conflicts].sort((a, b) => (managerKey(a.entry) < managerKey(b.entry) ? -1 : 1));
    const causes = sorted.flatMap(({ entry, fields }) =>
      [...fields.paths()].map((field) => ({
        reason: 'FieldManagerConflict' as const,
        message: `conflict with ${managerText(entry)}`,
        field,
      })),
    );
    super(conflictMessage(sorted, causes));
    this.causes = causes;
    this.conflicts = sorted;
  }
}

function conflictMessage(conflicts: readonly FieldConflict[], causes: readonly ConflictCause[]): string {
  const [first] = causes;
  if (causes.length === 1 && first) return `Apply failed with 1 conflict: ${first.message}: ${first.field}`;
  const listed = conflicts.flatMap(({ entry, fields }) => [
    `conflicts with ${managerText(entry)}:`,
    ...[...fields.paths()].map((path) => `- ${path}`),
  ]);
  return `Apply failed with ${causes.length} conflicts: ${listed.join('\n')}`;
}

function managerText({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const name = JSON.stringify(manager) + (subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`);
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}
