import { answer, representationOf } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { badRequest, expired, failure, ApiStatusError, tooLargeResourceVersion } from '../objects/api-status.js';
import { checkListQuery, parseListQuery, revisionOf } from '../storage/list-query.js';
import type { ListQuery } from '../storage/list-query.js';
import { compileSelection } from '../storage/selection.js';
import type { Selection } from '../storage/selection.js';
import { WatchWire } from '../watch/watch-wire.js';

/** GET of one object. */
export async function handleGet(call: ApiCall, name: string): Promise<void> {
  const { cluster, resource, info } = call;
  const representation = representationOf(call);
  const asked = Number(call.query.get('resourceVersion') ?? '0');
  if (asked > cluster.storage.revision) throw tooLargeResourceVersion(asked, cluster.storage.revision);
  const stored = cluster.writer.get({ resource, namespace: info.namespace, name });
  await answer(call, 200, representation.object(stored));
}

/** GET of a collection. */
export async function handleList(call: ApiCall): Promise<void> {
  const { cluster, resource } = call;
  const representation = representationOf(call);
  const query = parseListQuery(call.query);
  checkListQuery(query, { watchListEnabled: cluster.settings.watchList !== 'invalid' });
  const page = cluster.lister.list(cluster.collection(resource), selectionOf(call, query), query);
  await answer(call, 200, representation.list(page));
}

/** GET with `watch`: answers until the client goes, the time is up, or the server cuts it. */
export function handleWatch(call: ApiCall): void {
  const { cluster, resource, info, exchange } = call;
  const representation = representationOf(call);
  const query = watchQuery(call);
  const selection = selectionOf(call, query);
  const asked = revisionOf(query);
  const { expiredRevision } = cluster.collection(resource);
  if (cluster.settings.expiredWatch === 'response' && asked !== undefined && asked > 0 && asked < expiredRevision) {
    throw expired(`too old resource version: ${asked} (${expiredRevision})`);
  }
  const wire = new WatchWire(exchange.stream(), () => cluster.settings.chunkBytes);
  cluster.hub.open({ resource, namespace: info.namespace, selection, representation, query, wire });
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
