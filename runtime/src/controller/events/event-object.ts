import type { KubernetesObject } from '../../api/object.js';
import { apiVersionOf, defineResource } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import { toMicroTime } from '../helpers/times.js';

/** Names an object in an event. */
export interface EventReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** What happened, for people to read. */
export interface EventNote {
  /** Default `Normal`. */
  readonly type?: 'Normal' | 'Warning' | undefined;
  /** Why: a word in CamelCase that machines can compare, such as `Created`. At most 128 bytes are sent. */
  readonly reason: string;
  /** What was done, such as `Reconcile`. At most 128 bytes are sent. Default: the reason. */
  readonly action?: string | undefined;
  /** For people. At most 1024 bytes are sent. */
  readonly note: string;
  /** Another object that has to do with it. Default: none. */
  readonly related?: EventReference | undefined;
  /** Annotations of the Event object. A series has those of its first event. Default: none. */
  readonly annotations?: { readonly [key: string]: string } | undefined;
}

/** How often, and when last, the same happened again. */
export interface EventSeries {
  readonly count: number;
  readonly lastObservedTime: string;
}

/** An Event of events.k8s.io/v1, as far as the recorder writes it. */
export interface EventObject extends KubernetesObject {
  readonly eventTime: string;
  readonly type: string;
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly regarding: EventReference;
  readonly related?: EventReference | undefined;
  readonly reportingController: string;
  readonly reportingInstance: string;
  readonly series?: EventSeries | undefined;
}

export const eventResource: Resource<EventObject> = /* @__PURE__ */ defineResource<EventObject>({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
});

/** The server refuses longer ones, and a refused event is lost. */
const MAX_NOTE_BYTES = 1024;
const MAX_WORD_BYTES = 128;

/** Refers to an object. Its type comes from the resource: objects of lists carry none. */
export function referenceTo(resource: Resource, object: KubernetesObject): EventReference {
  const { name = '', namespace, uid, resourceVersion } = object.metadata ?? {};
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, name, namespace, uid, resourceVersion };
}

/** Who reports, and when. */
export interface EventReport {
  readonly controller: string;
  readonly instance: string;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** Name of the Event object. */
  readonly name: string;
}

/** The event as it is sent. */
export function newEvent(regarding: EventReference, note: EventNote, report: EventReport): EventObject {
  const { type = 'Normal', reason, action = reason, related, annotations } = note;
  // The server takes events about cluster-scoped objects only in this namespace.
  const namespace = regarding.namespace || 'default';
  return {
    metadata: { namespace, name: report.name, ...(annotations && { annotations: { ...annotations } }) },
    eventTime: toMicroTime(report.timeMs),
    type,
    reason: cut(reason, MAX_WORD_BYTES),
    action: cut(action, MAX_WORD_BYTES),
    note: cut(note.note, MAX_NOTE_BYTES),
    regarding,
    ...(related && { related }),
    reportingController: report.controller,
    reportingInstance: cut(report.instance, MAX_WORD_BYTES),
  };
}

/**
 * The same string exactly for events that are one series. What the note says does not count, nor does the version of the
 * object: in client-go it does, and a controller that writes a status begins a new series with each write.
 */
export function seriesKey(event: EventObject): string {
  const { type, action, reason, reportingController, reportingInstance, regarding, related } = event;
  const objects = [regarding, related].map((reference) => reference && { ...reference, resourceVersion: undefined });
  return JSON.stringify([type, action, reason, reportingController, reportingInstance, objects]);
}

/** The server counts bytes; a character is not cut in two. */
function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
