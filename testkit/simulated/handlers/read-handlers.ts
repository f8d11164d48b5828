import { parseJsonText } from '../objects/json-text.js';
import { answer, answerObject, inFormat, representationOf } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { badRequest, expired, failure, ApiStatusError, tooLargeResourceVersion } from '../objects/api-status.js';
import type { JsonObject } from '../objects/api-object.js';
import { encodeProtobuf, encodeWatchEvent, PROTOBUF } from '../representation/protobuf-body.js';
import { checkListQuery, parseListQuery, revisionOf } from '../storage/list-query.js';
import type { ListQuery } from '../storage/list-query.js';
import { compileSelection } from '../storage/selection.js';
import type { Selection } from '../storage/selection.js';
import { checkWatchCache } from '../storage/unreadable-objects.js';
import { WatchWire } from '../watch/watch-wire.js';

/** GET of one object. */
export async function handleGet(call: ApiCall, name: string): Promise<void> {
  const { cluster, resource, info } = call;
  const representation = representationOf(call);
  const version = call.query.get('resourceVersion') ?? '';
  if (!/^\d*$/.test(version)) throw unreadableVersion(version);
  const asked = Number(version);
  if (asked > cluster.storage.revision) throw tooLargeResourceVersion(asked, cluster.storage.revision);
  const stored = cluster.states.get({ resource, namespace: info.namespace, name });
  await answerObject(call, 200, { representation, stored });
}

/** One object is asked for past the check of options, so that a version which is none is the storage's fault. */
function unreadableVersion(version: string): ApiStatusError {
  const quoted = JSON.stringify(version);
  const message = `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`;
  return new ApiStatusError(failure(500, { reason: '', message }));
}

/** GET of a collection. */
export async function handleList(call: ApiCall): Promise<void> {
  const { cluster, resource } = call;
  const representation = representationOf(call);
  const query = parseListQuery(call.query);
  checkListQuery(query, { watchListEnabled: cluster.settings.watchList !== 'invalid' });
  const collection = cluster.collection(resource);
  const selection = selectionOf(call, query);
  if (query.limit === 0 && query.continue === '') checkWatchCache(resource, collection);
  const page = cluster.lister.list(collection, selection, query);
  await answer(call, 200, representation.list(page));
}

/** GET with `watch`: answers until the client goes, the time is up, or the server cuts it. */
export function handleWatch(call: ApiCall): void {
  const { cluster, resource, info, exchange } = call;
  const representation = representationOf(call);
  const query = watchQuery(call);
  const selection = selectionOf(call, query);
  const asked = revisionOf(query);
  const collection = cluster.collection(resource);
  checkWatchCache(resource, collection);
  const { expiredRevision } = collection;
  if (cluster.settings.expiredWatch === 'response' && asked !== undefined && asked > 0 && asked < expiredRevision) {
    throw expired(`too old resource version: ${asked} (${expiredRevision})`);
  }
  const isBinary = inFormat(exchange, representation.bookmark(0)).contentType === PROTOBUF;
  const sink = exchange.stream(isBinary ? `${PROTOBUF};stream=watch` : undefined);
  const wire = new WatchWire(sink, () => cluster.settings.chunkBytes);
  const frame = isBinary ? binaryFrame : undefined;
  cluster.hub.open({ resource, namespace: info.namespace, selection, representation, query, wire, frame });
}

function binaryFrame(type: string, object: string): Uint8Array {
  const bytes = encodeProtobuf(parseJsonText(object) as JsonObject);
  if (bytes === undefined) throw new Error(`no protobuf of ${object}`);
  return encodeWatchEvent(type, bytes);
}

/** The options of a watch, after what the mode of WatchList makes of them. */
function watchQuery(call: ApiCall): ListQuery {
  const query = parseListQuery(call.query);
  const { watchList } = call.cluster.settings;
  if (query.sendInitialEvents !== undefined) {
    if (watchList === 'bad-request') throw badRequest('sendInitialEvents is not known to this server');
    if (watchList === 'forbidden')
      throw new ApiStatusError(failure(403, { message: 'sendInitialEvents is forbidden by this server' }));
    if (watchList === 'ignored') return { ...query, sendInitialEvents: undefined, resourceVersionMatch: '' };
  }
  checkListQuery(query, { watchListEnabled: watchList !== 'invalid' });
  return query;
}

function selectionOf({ cluster, resource, info }: ApiCall, query: ListQuery): Selection {
  return compileSelection(resource, {
    namespace: info.namespace,
    name: info.name,
    labelSelector: query.labelSelector,
    fieldSelector: query.fieldSelector,
    shardSelector: cluster.settings.sharding ? query.shardSelector : '',
  });
}
