import { failure, unsupportedMediaType, ApiStatusError } from '../objects/api-status.js';
import type { JsonObject } from '../objects/api-object.js';

type FieldType =
  | 'string'
  | 'bytes'
  | 'bool'
  | 'int'
  | 'strings'
  | 'string-map'
  | 'bytes-map'
  | Descriptor
  | { readonly each: Descriptor };

/** The fields of a message that the decoder knows, by number; a message with any other one is refused. */
interface Descriptor {
  readonly [field: number]: readonly [name: string, type: FieldType];
}

const objectMeta: Descriptor = {
  1: ['name', 'string'],
  2: ['generateName', 'string'],
  3: ['namespace', 'string'],
  5: ['uid', 'string'],
  6: ['resourceVersion', 'string'],
  7: ['generation', 'int'],
  11: ['labels', 'string-map'],
  12: ['annotations', 'string-map'],
  14: ['finalizers', 'strings'],
};

const rules: readonly [string, FieldType] = [
  'rules',
  {
    each: {
      1: ['verbs', 'strings'],
      2: ['apiGroups', 'strings'],
      3: ['resources', 'strings'],
      4: ['resourceNames', 'strings'],
      5: ['nonResourceURLs', 'strings'],
    },
  },
];
const subjects: readonly [string, FieldType] = [
  'subjects',
  { each: { 1: ['kind', 'string'], 2: ['apiGroup', 'string'], 3: ['name', 'string'], 4: ['namespace', 'string'] } },
];
const binding: Descriptor = {
  1: ['metadata', objectMeta],
  2: subjects,
  3: ['roleRef', { 1: ['apiGroup', 'string'], 2: ['kind', 'string'], 3: ['name', 'string'] }],
};
const resourceAttributes: Descriptor = {
  1: ['namespace', 'string'],
  2: ['verb', 'string'],
  3: ['group', 'string'],
  4: ['version', 'string'],
  5: ['resource', 'string'],
  6: ['subresource', 'string'],
  7: ['name', 'string'],
};

/** The few kinds that kubectl creates from flags, in protobuf. Everything else it sends as JSON. */
const kinds: Readonly<Record<string, Descriptor>> = {
  ConfigMap: {
    1: ['metadata', objectMeta],
    2: ['data', 'string-map'],
    3: ['binaryData', 'bytes-map'],
    4: ['immutable', 'bool'],
  },
  Namespace: { 1: ['metadata', objectMeta] },
  Secret: {
    1: ['metadata', objectMeta],
    2: ['data', 'bytes-map'],
    3: ['type', 'string'],
    4: ['stringData', 'string-map'],
  },
  ServiceAccount: { 1: ['metadata', objectMeta] },
  Role: { 1: ['metadata', objectMeta], 2: rules },
  ClusterRole: { 1: ['metadata', objectMeta], 2: rules },
  RoleBinding: binding,
  ClusterRoleBinding: binding,
  SelfSubjectAccessReview: {
    1: ['metadata', objectMeta],
    2: [
      'spec',
      {
        1: ['resourceAttributes', resourceAttributes],
        2: ['nonResourceAttributes', { 1: ['path', 'string'], 2: ['verb', 'string'] }],
      },
    ],
  },
  SelfSubjectRulesReview: { 1: ['metadata', objectMeta], 2: ['spec', { 1: ['namespace', 'string'] }] },
  SelfSubjectReview: { 1: ['metadata', objectMeta] },
  TokenRequest: {
    1: ['metadata', objectMeta],
    2: ['spec', { 1: ['audiences', 'strings'], 4: ['expirationSeconds', 'int'] }],
  },
  DeleteOptions: {
    1: ['gracePeriodSeconds', 'int'],
    2: ['preconditions', { 1: ['uid', 'string'], 2: ['resourceVersion', 'string'] }],
    3: ['orphanDependents', 'bool'],
    4: ['propagationPolicy', 'string'],
    5: ['dryRun', 'strings'],
  },
};

const unknownMessage: Descriptor = {
  1: ['typeMeta', { 1: ['apiVersion', 'string'], 2: ['kind', 'string'] }],
  2: ['raw', 'bytes'],
};

/**
 * Decodes a body of `application/vnd.kubernetes.protobuf`. Throws 415 for kinds and fields that it does not know: half of
 * a message is worse than none, as a deletion without its preconditions deletes.
 */
export function decodeProtobuf(body: Buffer): JsonObject {
  if (body.subarray(0, 4).toString('latin1') !== 'k8s\0')
    throw new ApiStatusError(failure(400, { message: 'no protobuf of Kubernetes' }));
  const envelope = decode(body.subarray(4), unknownMessage);
  const { apiVersion, kind } = (envelope['typeMeta'] ?? {}) as JsonObject;
  const descriptor = Object.hasOwn(kinds, String(kind)) ? kinds[String(kind)] : undefined;
  if (descriptor === undefined) throw refused(String(kind));
  const raw = Buffer.from(String(envelope['raw'] ?? ''), 'base64');
  try {
    return { apiVersion, kind, ...decode(raw, descriptor) };
  } catch (error) {
    if (error instanceof UnknownFieldError) throw refused(`this ${String(kind)}`);
    throw error;
  }
}

function refused(what: string): ApiStatusError {
  return unsupportedMediaType(
    `the simulated API server cannot read ${what} as application/vnd.kubernetes.protobuf: set the content type of the ` +
      'client to application/json (ContentType of rest.Config in client-go and controller-runtime)',
  );
}

class UnknownFieldError extends Error {
  override readonly name = 'UnknownFieldError';
}

function decode(bytes: Buffer, descriptor: Descriptor): JsonObject {
  const message: JsonObject = {};
  for (const { number, value } of fields(bytes)) {
    const known = descriptor[number];
    if (known) addField(message, known, value);
    else if (!isUnset(value)) throw new UnknownFieldError(`field ${number}`);
  }
  return message;
}

/** Go writes what nobody has set too: zeros, and messages of zeros. */
function isUnset(value: Buffer | number): boolean {
  if (typeof value === 'number') return value === 0;
  try {
    return [...fields(value)].every((field) => isUnset(field.value));
  } catch {
    // A text, and no message.
    return false;
  }
}

function addField(message: JsonObject, [name, type]: readonly [string, FieldType], value: Buffer | number): void {
  const bytes = typeof value === 'number' ? Buffer.alloc(0) : value;
  if (typeof type === 'object' && 'each' in type) {
    message[name] = [...((message[name] ?? []) as JsonObject[]), decode(bytes, type.each)];
  } else if (typeof type === 'object') message[name] = decode(bytes, type);
  else if (type === 'bool') message[name] = value === 1;
  else if (type === 'int') message[name] = value;
  else if (type === 'bytes') message[name] = bytes.toString('base64');
  else if (type === 'strings') message[name] = [...((message[name] ?? []) as string[]), bytes.toString()];
  else if (type === 'string') {
    // Go writes empty strings too; JSON leaves them out.
    if (bytes.length > 0) message[name] = bytes.toString();
  } else {
    const entry = decode(bytes, { 1: ['key', 'string'], 2: ['value', type === 'bytes-map' ? 'bytes' : 'string'] });
    message[name] = { ...(message[name] as object | undefined), [String(entry['key'])]: entry['value'] ?? '' };
  }
}

/** The fields of a message: numbers for varints, bytes for everything with a length. */
function* fields(bytes: Buffer): Generator<{ readonly number: number; readonly value: Buffer | number }> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at];
      if (byte === undefined) throw new UnknownFieldError('the message ends too early');
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = tag >>> 3;
    const wireType = tag & 7;
    if (wireType === 0) yield { number, value: varint() };
    else if (wireType === 2) {
      const length = varint();
      yield { number, value: bytes.subarray(at, (at += length)) };
    } else at += wireType === 1 ? 8 : 4;
  }
}
