import { compareResourceVersions, DeletedFinalStateUnknown, metaNamespaceKeyFunc } from '@informer-gen/runtime';
import type { KubernetesObject } from '@informer-gen/runtime';
import { isWellFormedResourceVersion } from '@informer-gen/runtime/client-go';
import type { ObservedInformer, ToldEvent, ToldEvents } from '@informer-gen/runtime/observe';
import type { BedRun } from './bed-run.js';

/** A change of an object, as a cache of the bed received it. */
export interface ObjectChange {
  readonly type: 'add' | 'update' | 'delete';
  /** `websites.web.acme.dev`. */
  readonly resource: string;
  readonly key: string;
  /** The resourceVersion that the change led to; undefined for a deletion. */
  readonly version: string | undefined;
  /** The cached objects: undefined where the change has none. */
  readonly before: KubernetesObject | undefined;
  readonly after: KubernetesObject | undefined;
  /** The run that wrote it, once that is known. */
  author?: BedRun | undefined;
  /** The change of the same object before. */
  previous?: ObjectChange | undefined;
}

/** The last change of each object that the caches of a bed have received. */
export class ObjectChanges {
  readonly #latest = new Map<string, ObjectChange>();
  readonly #onVersion: (version: string) => void;

  /** @param onVersion Called with each resourceVersion that arrives. */
  constructor(onVersion: (version: string) => void) {
    this.#onVersion = onVersion;
  }

  received({ group, resource: plural }: ObservedInformer, events: ToldEvents): void {
    const resource = group === '' ? plural : `${plural}.${group}`;
    for (let at = 0; at < events.length; at += 1) {
      const event = events.at(at);
      if (event !== undefined) this.#receive(changeOf(resource, event));
    }
  }

  latest(resource: string, key: string): ObjectChange | undefined {
    return this.#latest.get(changeId(resource, key));
  }

  #receive(change: ObjectChange): void {
    const id = changeId(change.resource, change.key);
    if (change.version !== undefined) this.#onVersion(change.version);
    const previous = this.#latest.get(id);
    if (isRepeated(change, previous)) return;
    // One step back is enough: a longer chain would hold every version of the object.
    if (previous !== undefined) change.previous = { ...previous, previous: undefined };
    this.#latest.set(id, change);
  }
}

/** Identifies an object among all resources. */
export function changeId(resource: string, key: string): string {
  return `${resource}\n${key}`;
}

/** Returns true if version `a` is later than `b`; false if they cannot be compared. */
export function isLaterVersion(a: string, b: string): boolean {
  if (!isWellFormedResourceVersion(a)) return false;
  return b === '' || (isWellFormedResourceVersion(b) && compareResourceVersions(a, b) > 0);
}

/** Several informers may cache one object, and each receives the change. */
function isRepeated(change: ObjectChange, latest: ObjectChange | undefined): boolean {
  if (latest === undefined) return false;
  if (change.version === undefined || latest.version === undefined) return change.version === latest.version;
  return !isLaterVersion(change.version, latest.version);
}

function changeOf(resource: string, event: ToldEvent): ObjectChange {
  if (event.type === 'delete') {
    const { object } = event;
    const isUnknown = object instanceof DeletedFinalStateUnknown;
    const before = (isUnknown ? object.object : object) as KubernetesObject | undefined;
    const key = isUnknown ? object.key : metaNamespaceKeyFunc(before ?? {});
    return { type: 'delete', resource, key, version: undefined, before, after: undefined };
  }
  const after = (event.type === 'add' ? event.object : event.after) as KubernetesObject;
  const before = event.type === 'add' ? undefined : (event.before as KubernetesObject);
  const version = after.metadata?.resourceVersion;
  return { type: event.type, resource, key: metaNamespaceKeyFunc(after), version, before, after };
}
