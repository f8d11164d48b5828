import type { KubernetesObject } from '../../api/object.js';
import type { InformerStatus } from '../../informer/informer-status.js';
import type { HandlerStatus } from '../../delivery/processor-listener.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { ObservedInformer } from '../../observe/subjects.js';
import type { LastError } from '../../reflector/reflector-status.js';
import { clip } from '../model/clip.js';
import type { HandlerView, InformerView } from '../model/inspection.js';
import type { HandlerRecord, InformerRecord } from '../record/informer-record.js';
import type { CacheBytes } from './cache-bytes.js';
import { shownIndexes } from './cache-query.js';
import { duration } from './words.js';

/** An informer that is inspected. */
export interface InspectedInformer {
  readonly id: string;
  readonly informer: SharedIndexInformer<KubernetesObject>;
  readonly subject: ObservedInformer;
  readonly record: InformerRecord;
  readonly masked: boolean;
}

/** What is the same for all informers of one look. */
export interface Look {
  readonly now: number;
  readonly bytes: CacheBytes;
  /** The controller whose handler has this name; undefined where it is nobody's. */
  readonly feeds: (handler: string) => string | undefined;
}

/** An informer at one moment. */
export function informerView({ id, informer, subject, record, masked }: InspectedInformer, look: Look): InformerView {
  const { now, bytes } = look;
  const { status } = informer;
  const indexer = informer.getIndexer();
  const handlers = handlerViews(status, record, look);
  const { received, receivedBytes, told, storing, timeline } = record;
  const optional = {
    lastEventAt: status.lastEventAt,
    lastByteAt: status.lastByteAt,
    lastAliveAt: status.lastAliveAt,
    disconnectedSince: status.disconnectedSince,
    retryAt: status.retryAt,
    lastError: status.lastError && clipped(status.lastError),
    heldUp: status.heldUp,
    namespaces: status.namespaces && namespaceViews(status),
  };
  return {
    id,
    resource: status.resource,
    kind: subject.kind,
    apiVersion: subject.group === '' ? subject.version : `${subject.group}/${subject.version}`,
    phase: status.phase,
    since: status.since,
    why: whyOf(status, now),
    synced: status.synced,
    resourceVersion: status.resourceVersion,
    cacheVersion: informer.lastStoreSyncResourceVersion(),
    ...withoutUndefined(optional),
    staleMs: staleMs(status, now),
    relists: status.relists,
    timeline: timeline.list(),
    objects: subject.size,
    bytes: bytes.of({ of: informer, size: subject.size, list: () => indexer.list() }, now),
    masked,
    indexes: shownIndexes({ indexer, masked }),
    queued: subject.queued,
    received: received.flow(now),
    receivedBytes: receivedBytes.flow(now),
    told: { adds: told.adds.flow(now), updates: told.updates.flow(now), deletes: told.deletes.flow(now) },
    storing: storing.durations(),
    handlers,
    feeds: [...new Set(handlers.flatMap(({ controller }) => controller ?? []))],
  };
}

/** The phase in a sentence. */
function whyOf(status: InformerStatus, now: number): string {
  const { phase, since, retryAt, lastError, synced, resourceVersion, relists, heldUp } = status;
  if (heldUp !== undefined) return `Not reading: ${heldUp.by.join(', ')} must catch up first.`;
  switch (phase) {
    case 'idle':
      return 'Not started.';
    case 'stopped':
      return `Stopped ${duration(now - since)} ago.`;
    case 'listing': {
      const again = Object.values(relists).reduce((sum, each) => sum + (each ?? 0), 0) > 1;
      return `${again ? 'Listing again' : 'Listing for the first time'}, for ${duration(now - since)}.`;
    }
    case 'watching':
      return `${synced ? 'Synced, and watching' : 'Watching, not synced yet'}, for ${duration(now - since)}, at version ${resourceVersion}.`;
    case 'backing-off': {
      const cause = lastError === undefined ? 'the server asked for it' : shortly(lastError);
      const next = retryAt === undefined ? '' : ` Tries again in ${duration(retryAt - now)}.`;
      return `Waiting after a failure: ${cause}.${next}`;
    }
  }
}

/** An error in a word or two: the whole of it is told elsewhere. */
function shortly({ statusCode, message, verb }: LastError): string {
  return statusCode === undefined ? clip(message, 80) : `${verb} was answered with ${statusCode}`;
}

/** For how long nothing has proved the cache current: since the watch was lost, or since it has been silent. */
function staleMs({ disconnectedSince, lastAliveAt }: InformerStatus, now: number): number {
  if (disconnectedSince !== undefined) return Math.max(0, now - Math.min(disconnectedSince, now));
  const silentMs = lastAliveAt === undefined ? 0 : now - lastAliveAt;
  return silentMs > SILENT_MS ? silentMs : 0;
}

/** Bookmarks come about every minute: a watch that is silent for less is not a sign of anything. */
const SILENT_MS = 90_000;

function handlerViews(status: InformerStatus, record: InformerRecord, { now, feeds }: Look): HandlerView[] {
  const records = [...record.handlers];
  return (status.handlers ?? []).map((handler) => {
    // Names need not be unique: each record is taken once, in the order in which both were added.
    const at = records.findIndex(([{ name }]) => name === handler.name);
    const [found] = at === -1 ? [] : records.splice(at, 1);
    const controller = feeds(handler.name);
    return { ...handlerView(handler, found?.[1], now), ...(controller !== undefined && { controller }) };
  });
}

const none = { count: 0, perSecond: 0 };
const noTime = { p50Ms: 0, p99Ms: 0, maxMs: 0 };

function handlerView(handler: HandlerStatus, record: HandlerRecord | undefined, now: number): HandlerView {
  return {
    ...handler,
    name: clip(handler.name, 200),
    calls: record?.calls.flow(now) ?? none,
    errors: record?.errors.flow(now) ?? none,
    ...(record?.lastError !== undefined && { lastError: record.lastError }),
    took: record?.took.durations() ?? noTime,
    lag: record?.lag.durations() ?? noTime,
  };
}

function namespaceViews({ namespaces = {} }: InformerStatus): NonNullable<InformerView['namespaces']> {
  return Object.entries(namespaces).map(([namespace, { phase, since, lastError }]) => ({
    namespace,
    phase,
    since,
    ...(lastError !== undefined && { lastError: clipped(lastError) }),
  }));
}

function clipped(error: LastError): LastError {
  return { ...error, message: clip(error.message) };
}

type Present<T> = { [name in keyof T]?: Exclude<T[name], undefined> };

function withoutUndefined<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
