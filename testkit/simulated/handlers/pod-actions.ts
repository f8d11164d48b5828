import { copyJson, isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import type { ApiCall } from './api-call.js';

/** Throws 400 where what is sent for an action is about another pod, or about none. */
export function checkNamed(sent: JsonObject, name: string, kind: string): void {
  const metadata = isJsonObject(sent['metadata']) ? sent['metadata'] : {};
  if (metadata['name'] !== name) throw badRequest(`name in URL does not match name in ${kind} object`);
}

/** The answer to what is done and shows nothing. */
export const SUCCESS: string = JSON.stringify({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code: 201,
});

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
  const { key } = cluster.states.get({ resource, namespace, name });
  cluster.states.putAsIs(resource, key, { ...copyJson(present), ...changes });
}
