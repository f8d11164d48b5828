import type { FieldFault } from '../objects/api-status.js';
import { invalid } from '../objects/api-status.js';
import { dryRunFaults } from '../storage/deletion.js';
import { goQuote } from '../rules/go-text.js';
import { remembered } from '../objects/remembered.js';
import type { ApiCall } from './api-call.js';

/** The options of a write that are in its URL. */
export interface WriteQuery {
  readonly dryRun: boolean;
  /** As asked for, or the product in the User-Agent. */
  readonly manager: string;
}

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

const MAX_MANAGER_BYTES = 128;
const fieldValidations: readonly string[] = ['', 'Ignore', 'Strict', 'Warn'];

/** Reads the options of a write; throws 422 for those that the API server refuses. */
export function writeQueryOf({ query, exchange }: ApiCall, kind: OptionsKind, isApply = false): WriteQuery {
  const manager = query.get('fieldManager') ?? '';
  const dryRun = query.getAll('dryRun');
  const faults = [
    ...(kind === 'PatchOptions' ? patchFaults(query, manager, isApply) : []),
    ...managerFaults(manager),
    ...dryRunFaults(dryRun),
    ...fieldValidationFaults(query.get('fieldValidation') ?? ''),
  ];
  if (faults.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', faults);
  return { dryRun: dryRun.length > 0, manager: manager || productOf(exchange.record.headers['user-agent'] ?? '') };
}

function patchFaults(query: URLSearchParams, manager: string, isApply: boolean): FieldFault[] {
  if (isApply) {
    if (manager !== '') return [];
    const message = 'Required value: is required for apply patch';
    return [{ field: 'fieldManager', reason: 'FieldValueRequired', message }];
  }
  if (!query.has('force')) return [];
  const message = 'Forbidden: may not be specified for non-apply patch';
  return [{ field: 'force', reason: 'FieldValueForbidden', message }];
}

const managerFaults: (manager: string) => readonly FieldFault[] = remembered((manager) => {
  const field = 'fieldManager';
  const faults: FieldFault[] = [];
  if (Buffer.byteLength(manager) > MAX_MANAGER_BYTES) {
    const message = `Too long: may not be more than ${MAX_MANAGER_BYTES} bytes`;
    faults.push({ field, reason: 'FieldValueTooLong', message });
  }
  let position = 0;
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      const message = `Invalid value: ${goQuote(manager)}: invalid character U+${code} (at position ${position})`;
      faults.push({ field, reason: 'FieldValueInvalid', message });
    }
    position += Buffer.byteLength(character);
  }
  return faults;
});

function fieldValidationFaults(value: string): FieldFault[] {
  if (fieldValidations.includes(value)) return [];
  const supported = fieldValidations.map((each) => JSON.stringify(each)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`;
  return [{ field: 'fieldValidation', reason: 'FieldValueNotSupported', message }];
}

/** `kubectl` of `kubectl/v1.36 (linux)`, without what cannot be printed, and no longer than a manager may be. */
const productOf: (userAgent: string) => string = remembered((userAgent) => {
  const product = userAgent.split('/')[0] ?? '';
  let name = '';
  for (const character of product) {
    if (!isPrintable(character)) continue;
    if (Buffer.byteLength(name + character) > MAX_MANAGER_BYTES) break;
    name += character;
  }
  return name;
});

function isPrintable(character: string): boolean {
  return character === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character);
}
