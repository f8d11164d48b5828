import { decodeKind } from '../builtin/decode-kind.js';
import type { NamedKind } from '../builtin/decode-kind.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { ApiStatusError, badRequest } from '../objects/api-status.js';
import { reportFields } from '../rules/field-validation.js';
import type { ApiCall } from './api-call.js';
import { readWrite } from './write-body.js';

/** What a request asks for that stores no object of its kind. */
export interface ActionBody {
  readonly sent: JsonObject;
  /** As the Go struct of the kind has it. */
  readonly decoded: JsonObject;
}

/** Reads the body of such a request: values of the wrong type are refused, unknown fields are told of or refused. */
export async function readAction(call: ApiCall, named: NamedKind): Promise<ActionBody> {
  const { value, fields } = await readWrite(call);
  const sent = isJsonObject(value) ? value : {};
  const { object, unknown } = decodeKind(named, sent);
  try {
    reportFields(fields, unknown);
  } catch (error) {
    if (!(error instanceof ApiStatusError)) throw error;
    const { kind, version } = named;
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
  }
  return { sent, decoded: object };
}
