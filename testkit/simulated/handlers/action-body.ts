import { decodeKind } from '../builtin/decode-kind.js';
import type { NamedKind } from '../builtin/decode-kind.js';
import { structOfKind } from '../builtin/go-types.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { ApiStatusError, badRequest } from '../objects/api-status.js';
import { reportFields } from '../rules/field-validation.js';
import { goQuote } from '../rules/go-text.js';
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
  checkKind(sent, named);
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

function checkKind({ kind = '', apiVersion = '' }: JsonObject, named: NamedKind): void {
  if (kind === '' || kind === named.kind) return;
  // Whatever is no kind of the server is left to the decoder.
  const [version = '', group = ''] = String(apiVersion).split('/').reverse();
  if (structOfKind(group, version, String(kind)) === undefined) return;
  const internal = named.group.split('.')[0] || 'core';
  throw badRequest(
    `${String(kind)} in version ${goQuote(version)} cannot be handled as a ${named.kind}: converting (${version}.${String(kind)}) to (${internal}.${named.kind}): unknown conversion`,
  );
}
