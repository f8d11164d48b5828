import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { ApiStatusError, failure } from '../objects/api-status.js';
import { goJsonSize } from '../objects/json-text.js';
import { typeFields } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';

/** `--max-request-bytes` of etcd by default. */
const ETCD_LIMIT = 1_572_864;
/** The longest message that the API server sends to etcd: `defaultClientMaxSendBytes` of clientv3. */
const MESSAGE_LIMIT = 2_097_152;
/** Bytes of a raft request around the transaction: its type, its length and a header with an id. */
const RAFT_BYTES = 18;

/** Encodes an object of a built-in kind as it is stored; undefined for kinds without an encoding. */
export type EncodeStored = (object: JsonObject) => Uint8Array | undefined;

/** A write that is about to be stored. */
export interface StoredState {
  readonly resource: ServedResource;
  readonly key: string;
  /** The object in the version that is stored. */
  readonly object: ApiObject;
  /** Revision of the object that is replaced; 0 for a new one. */
  readonly replaces: number;
  readonly encode: EncodeStored;
}

/**
 * Returns the object as it fits into etcd: without its managed fields, if it is too large with them. Throws 500 as the API server
 * does where etcd refuses the object for its size.
 */
export function storable(state: StoredState, { isApply }: { readonly isApply?: boolean | undefined }): ApiObject {
  const { object } = state;
  // Objects near the limit are rare: the exact size is taken only where it may matter.
  if (roughSize(object, ETCD_LIMIT) < ETCD_LIMIT) return object;
  const refusal = refusalOf(state);
  if (refusal === undefined) return object;
  const { managedFields, ...metadata } = object.metadata;
  if (isApply === true || managedFields === undefined) throw refusal;
  const smaller = { ...object, metadata };
  const again = refusalOf({ ...state, object: smaller });
  if (again !== undefined) throw again;
  return smaller;
}

function refusalOf(state: StoredState): ApiStatusError | undefined {
  const bytes = transactionSize(state);
  if (bytes > MESSAGE_LIMIT) {
    const why = `trying to send message larger than max (${bytes} vs. ${MESSAGE_LIMIT})`;
    return refused(`rpc error: code = ResourceExhausted desc = ${why}`);
  }
  return bytes + RAFT_BYTES > ETCD_LIMIT ? refused('etcdserver: request is too large') : undefined;
}

function refused(message: string): ApiStatusError {
  return new ApiStatusError(failure(500, { reason: '', message }));
}

/** Returns a lower bound for the encoded size of a value. Stops as soon as the bound exceeds `limit`. */
function roughSize(value: unknown, limit: number): number {
  // A character takes six bytes where Go escapes it.
  if (typeof value === 'string') return value.length * 6 + 12;
  if (typeof value !== 'object' || value === null) return 24;
  let size = 100;
  if (Array.isArray(value)) {
    for (const item of value) if ((size += roughSize(item, limit - size)) > limit) return size;
    return size;
  }
  for (const field of Object.keys(value)) {
    size += field.length * 6 + 12 + roughSize((value as JsonObject)[field], limit - size);
    if (size > limit) return size;
  }
  return size;
}

/** Size of the etcd transaction that stores an object if nobody changed it meanwhile (`TxnRequest` of etcd's rpc.proto). */
function transactionSize({ resource, key, object, replaces, encode }: StoredState): number {
  const path = Buffer.byteLength(etcdKey(resource, key));
  const put = fieldSize(path) + fieldSize(valueSize(resource, object, encode));
  // Compares the key's revision, and reads the object only if it differs.
  const compare = fieldSize(2 + fieldSize(path) + 1 + varint(replaces));
  const otherwise = replaces === 0 ? 0 : fieldSize(fieldSize(fieldSize(path)));
  return compare + fieldSize(fieldSize(put)) + otherwise;
}

/** Objects are stored without their version: custom resources as JSON, and what knows no protobuf, all others as protobuf. */
function valueSize(resource: ServedResource, { metadata, ...rest }: ApiObject, encode: EncodeStored): number {
  const { resourceVersion: _none, ...stored } = metadata;
  const object = { ...typeFields(resource), ...rest, metadata: stored };
  const bytes = resource.builtIn && !STORED_AS_JSON.has(resource.group) ? encode(object)?.length : undefined;
  return bytes ?? goJsonSize(object) + 1;
}

const STORED_AS_JSON: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

function etcdKey({ builtIn, group, plural }: ServedResource, key: string): string {
  const name = group === '' ? plural : `${plural}.${group}`;
  const folder = builtIn && !STORED_AS_JSON.has(group) ? (FOLDERS[name] ?? plural) : `${group}/${plural}`;
  return `/registry/${folder}/${key}`;
}

/** Where kinds are stored that Kubernetes once called by another name. */
const FOLDERS: Readonly<Record<string, string>> = {
  nodes: 'minions',
  services: 'services/specs',
  endpoints: 'services/endpoints',
  replicationcontrollers: 'controllers',
  'ingresses.networking.k8s.io': 'ingress',
};

/** Size of a field of so many bytes, in a message whose fields have small numbers. */
function fieldSize(bytes: number): number {
  return 1 + varint(bytes) + bytes;
}

function varint(value: number): number {
  let bytes = 1;
  for (let left = value; left >= 128; left /= 128) bytes += 1;
  return bytes;
}
