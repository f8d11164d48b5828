import { failure, ApiStatusError } from '../objects/api-status.js';
import type { JsonObject } from '../objects/api-object.js';

type FieldType = 'string' | 'bytes' | 'bool' | 'strings' | 'string-map' | 'bytes-map' | Descriptor;

/** The fields of a message that the decoder knows, by number; others are skipped. */
interface Descriptor {
  readonly [field: number]: readonly [name: string, type: FieldType];
}

const objectMeta: Descriptor = {
  1: ['name', 'string'],
  2: ['generateName', 'string'],
  3: ['namespace', 'string'],
  6: ['resourceVersion', 'string'],
  11: ['labels', 'string-map'],
  12: ['annotations', 'string-map'],
  14: ['finalizers', 'strings'],
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
  DeleteOptions: {},
};

const unknownMessage: Descriptor = {
  1: ['typeMeta', { 1: ['apiVersion', 'string'], 2: ['kind', 'string'] }],
  2: ['raw', 'bytes'],
};

/** Decodes a body of `application/vnd.kubernetes.protobuf`; throws 415 for kinds it does not know. */
export function decodeProtobuf(body: Buffer): JsonObject {
  if (body.subarray(0, 4).toString('latin1') !== 'k8s\0')
    throw new ApiStatusError(failure(400, { message: 'no protobuf of Kubernetes' }));
  const envelope = decode(body.subarray(4), unknownMessage);
  const { apiVersion, kind } = (envelope['typeMeta'] ?? {}) as JsonObject;
  const descriptor = Object.hasOwn(kinds, String(kind)) ? kinds[String(kind)] : undefined;
  if (descriptor === undefined) {
    const known = Object.keys(kinds).join(', ');
    const message = `the simulated server reads ${String(kind)} as JSON only; in protobuf it knows ${known}`;
    throw new ApiStatusError(failure(415, { message }));
  }
  const raw = Buffer.from(String(envelope['raw'] ?? ''), 'base64');
  return { apiVersion, kind, ...decode(raw, descriptor) };
}

function decode(bytes: Buffer, descriptor: Descriptor): JsonObject {
  const message: JsonObject = {};
  for (const { number, value } of fields(bytes)) {
    const known = descriptor[number];
    if (known) addField(message, known, value);
  }
  return message;
}

function addField(message: JsonObject, [name, type]: readonly [string, FieldType], value: Buffer | number): void {
  const bytes = typeof value === 'number' ? Buffer.alloc(0) : value;
  if (typeof type === 'object') message[name] = decode(bytes, type);
  else if (type === 'bool') message[name] = value === 1;
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
      const byte = bytes[at] ?? 0;
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
