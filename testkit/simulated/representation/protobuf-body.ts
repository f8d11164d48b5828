import { badRequest, unsupportedMediaType } from '../objects/api-status.js';
import type { ApiStatusError } from '../objects/api-status.js';
import type { JsonObject } from '../objects/api-object.js';
import { readMessage } from './protobuf-reader.js';
import { messageOfKind } from './protobuf-types.js';
import { MalformedProtobufError, wireFields, WireWriter } from './protobuf-wire.js';
import { writeMessage } from './protobuf-writer.js';

/** The media type of protobuf as Kubernetes has it. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** What every body begins with; an envelope follows that says what is in it. */
const PREFIX = Buffer.from('k8s\0');

/** Reads a body of `application/vnd.kubernetes.protobuf` as the JSON that says the same. `expected` is the kind that it should be. */
export function decodeProtobuf(body: Buffer, expected = 'Object'): JsonObject {
  try {
    if (body.length === 0) throw new MalformedProtobufError('empty data');
    if (!body.subarray(0, PREFIX.length).equals(PREFIX)) throw new MalformedProtobufError(NO_PREFIX);
    if (body.length === PREFIX.length) throw new MalformedProtobufError('empty body');
    const { apiVersion, kind, raw } = readEnvelope(body.subarray(PREFIX.length));
    const message = messageOfKind(apiVersion, kind);
    if (message === undefined) throw noMessage(`${kind} of ${apiVersion}`);
    return { apiVersion, kind, ...readMessage(message, raw) };
  } catch (error) {
    if (!(error instanceof MalformedProtobufError || error instanceof SyntaxError)) throw error;
    const shown = body.length === 0 ? '<empty>' : body.toString('hex');
    throw badRequest(`the object provided is unrecognized (must be of type ${expected}): ${error.message} (${shown})`);
  }
}

const NO_PREFIX = `provided data does not appear to be a protobuf message, expected prefix [${[...PREFIX].join(' ')}]`;

/** The real server drops the connection of those who send custom resources so. */
function noMessage(what: string): ApiStatusError {
  return unsupportedMediaType(
    `there is no protobuf of ${what}: set the content type of the client to application/json ` +
      '(ContentType of rest.Config in client-go and controller-runtime)',
  );
}

function readEnvelope(bytes: Buffer): { readonly apiVersion: string; readonly kind: string; readonly raw: Buffer } {
  let [apiVersion, kind] = ['', ''];
  let raw: Buffer = Buffer.alloc(0);
  for (const { number, value } of wireFields(bytes)) {
    if (typeof value === 'bigint') continue;
    if (number === 2) raw = value;
    if (number !== 1) continue;
    for (const inner of wireFields(value)) {
      if (inner.number === 1) apiVersion = inner.value.toString();
      else if (inner.number === 2) kind = inner.value.toString();
    }
  }
  return { apiVersion, kind, raw };
}

/** An object or a list as a body; undefined for kinds that protobuf has no message of. */
export function encodeProtobuf(object: JsonObject): Buffer | undefined {
  const apiVersion = String(object['apiVersion'] ?? '');
  const kind = String(object['kind'] ?? '');
  const message = messageOfKind(apiVersion, kind);
  if (message === undefined) return undefined;
  const type = new WireWriter().text(1, apiVersion).text(2, kind).finish();
  const raw = writeMessage(message, object);
  const envelope = new WireWriter().bytes(1, type).bytes(2, raw).text(3, '').text(4, '').finish();
  return Buffer.concat([PREFIX, envelope]);
}

/** An event of a watch, with its length before it. */
export function encodeWatchEvent(type: string, object: Buffer): Buffer {
  const raw = new WireWriter().bytes(1, object).finish();
  const event = new WireWriter().text(1, type).bytes(2, raw).finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}
