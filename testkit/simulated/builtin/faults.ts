import type { StatusCause } from '@informer-gen/runtime/client-go';
import { goQuote } from '../rules/go-text.js';

export { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from '../rules/field-fault.js';

/** One wrong field: a cause of a 422. */
export type FieldCause = StatusCause;

/** A name that refers to nothing. */
export function notFoundValue(field: string, value: string): FieldCause {
  return { reason: 'FieldValueNotFound', message: `Not found: ${goQuote(value)}`, field };
}
