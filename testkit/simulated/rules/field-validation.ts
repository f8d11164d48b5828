import type { JsonObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';

/** What is done about fields that a kind does not know, or that are there twice. */
export interface FieldValidation {
  readonly mode: 'Ignore' | 'Warn' | 'Strict';
  /** Paths of fields that the body of the request has more than once. */
  readonly duplicates: readonly string[];
  /** What YAML has in a map more than once, as Go's library says it. Default: nothing. */
  readonly repeated?: readonly string[];
  /** Whether the object is the result of a patch: then it is the patch that is refused. Default false. */
  readonly isPatched?: boolean;
  /** The patch that the object is the result of, where it is a strategic one. */
  readonly strategicPatch?: JsonObject | undefined;
  /** Objects in each other, as deep as a patch that is no strategic one has gone. */
  readonly touched?: unknown;
  /** Takes what the answer is to warn of. */
  readonly warn: (text: string) => void;
  /** True: nobody reads what is warned of. Default false. */
  readonly isUnheard?: boolean;
}

/** What a write without a request does: unknown fields go without a word. */
export const ignoreUnknownFields: FieldValidation = {
  mode: 'Ignore',
  duplicates: [],
  warn: () => undefined,
  isUnheard: true,
};

/** Refuses, or warns of, what the reading of an object has found. */
export function reportFields(
  { mode, duplicates, repeated = [], warn }: FieldValidation,
  unknown: readonly string[],
): void {
  if (mode === 'Ignore') return;
  if (mode === 'Warn') repeated.forEach(warn);
  const faults = [
    ...(mode === 'Strict' && repeated.length > 0 ? [repeatedFault(repeated)] : []),
    ...duplicates.map((path) => `duplicate field "${path}"`),
    ...unknown.map((path) => `unknown field "${path}"`),
  ];
  if (mode === 'Warn') return faults.forEach(warn);
  if (faults.length === 0) return;
  throw badRequest(`strict decoding error: ${faults.join(', ')}`);
}

/** How Go's library refuses maps that have keys twice. */
export function repeatedFault(repeated: readonly string[]): string {
  return `yaml: unmarshal errors:\n  ${repeated.join('\n  ')}`;
}
