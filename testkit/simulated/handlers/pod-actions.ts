import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import { goQuote } from '../rules/go-text.js';
import { readData } from './api-call.js';
import type { ApiCall } from './api-call.js';

/** The object that a request has sent for an action; throws 400 where it is of another kind, or names another pod. */
export async function readAction(
  call: ApiCall,
  name: string,
  action: { readonly kind: string; readonly internal: string },
): Promise<JsonObject> {
  const data = await readData(call);
  const sent = isJsonObject(data) ? data : {};
  const { kind = '', apiVersion = '' } = sent;
  if (kind !== '' && kind !== action.kind) {
    const version = String(apiVersion).split('/').at(-1) ?? '';
    const from = `${version}.${String(kind)}`;
    throw badRequest(
      `${String(kind)} in version ${goQuote(version)} cannot be handled as a ${action.kind}: converting (${from}) to (${action.internal}.${action.kind}): unknown conversion`,
    );
  }
  const metadata = isJsonObject(sent['metadata']) ? sent['metadata'] : {};
  if (metadata['name'] === name) return sent;
  throw badRequest(`name in URL does not match name in ${action.kind} object`);
}

/** The answer to what is done and shows nothing. */
export const SUCCESS = JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });

/** The status of an object with a condition in place of the one of its type. */
export function withCondition(object: JsonObject, condition: JsonObject): JsonObject {
  const status = isJsonObject(object['status']) ? object['status'] : {};
  const present = Array.isArray(status['conditions']) ? (status['conditions'] as JsonObject[]) : [];
  const others = present.filter(({ type }) => type !== condition['type']);
  return { ...status, conditions: [...others, condition] };
}

/** Writes past the rules of updates: what the server itself may change. */
export function storeChange({ cluster, resource }: ApiCall, present: ApiObject, changes: JsonObject): void {
  const { namespace, name = '' } = present.metadata;
  const { key } = cluster.writer.get({ resource, namespace, name });
  cluster.writer.put(resource, key, { ...copyJson(present), ...changes });
}
