import { contentTypeOf, readDocument } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { invalid } from '../objects/api-status.js';
import { duplicateFields } from '../requests/duplicate-fields.js';
import { unsupportedValue } from '../rules/field-fault.js';
import type { FieldValidation } from '../rules/field-validation.js';

/** The body of a write, and what is to be done about fields in it that the kind does not know. */
export interface WriteBody {
  readonly value: unknown;
  readonly fields: FieldValidation;
}

const MODES = ['', 'Ignore', 'Strict', 'Warn'];

/** Reads the body of a write; `options` names the options of the verb, such as `CreateOptions`. */
export async function readWrite(call: ApiCall, options: string): Promise<WriteBody> {
  const mode = call.query.get('fieldValidation') ?? '';
  if (!MODES.includes(mode)) {
    throw invalid({ group: 'meta.k8s.io', kind: options }, '', [unsupportedValue('fieldValidation', mode, MODES)]);
  }
  const { value, text } = await readDocument(call);
  const isJson = contentTypeOf(call).endsWith('json');
  const checked = isJson && mode !== 'Ignore';
  const fields: FieldValidation = {
    mode: mode === 'Ignore' || mode === 'Strict' ? mode : 'Warn',
    duplicates: checked ? duplicateFields(text) : [],
    warn: (warning) => void call.exchange.warnings.push(warning),
  };
  return { value, fields };
}
