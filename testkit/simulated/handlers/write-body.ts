import { contentTypeOf, readDocument } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { duplicateFields } from '../requests/duplicate-fields.js';
import type { FieldValidation } from '../rules/field-validation.js';

/** The body of a write, and what is to be done about fields in it that the kind does not know. */
export interface WriteBody {
  readonly value: unknown;
  readonly fields: FieldValidation;
}

/** Reads the body of a write. */
export async function readWrite(call: ApiCall): Promise<WriteBody> {
  const { value, text, repeated = [] } = await readDocument(call);
  return { value, fields: { ...fieldsOf(call, text), repeated } };
}

/** What is to be done about fields of a body that nobody knows, or that are in its text twice. */
export function fieldsOf(call: ApiCall, text: string): FieldValidation {
  const mode = call.query.get('fieldValidation') ?? '';
  // What was written in this process, by no socket, has no field twice.
  const isForeign = call.exchange.record.httpVersion !== '';
  const checked = isForeign && contentTypeOf(call).endsWith('json') && mode !== 'Ignore';
  return {
    mode: mode === 'Ignore' || mode === 'Strict' ? mode : 'Warn',
    duplicates: checked ? duplicateFields(text) : [],
    warn: (warning) => void call.exchange.warnings.push(warning),
    isUnheard: call.exchange.isUnheard === true,
  };
}
