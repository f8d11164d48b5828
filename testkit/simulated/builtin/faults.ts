import type { FieldCause } from '../rules/field-fault.js';
import { goQuote } from '../rules/go-text.js';

export { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from '../rules/field-fault.js';

export type { FieldCause } from '../rules/field-fault.js';

/** A name that refers to nothing. */
export function notFoundValue(field: string, value: string): FieldCause {
  return { reason: 'FieldValueNotFound', message: `Not found: ${goQuote(value)}`, field };
}
