import { identityOf } from '../../api/identity.js';
import { metaNamespaceKeyFunc, splitMetaNamespaceKey } from '../../api/key.js';
import type { KubernetesObject } from '../../api/object.js';
import { resourceKey } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import { compareResourceVersions, isWellFormedResourceVersion } from '../../api/resource-version.js';
import type { ReadOverlay } from '../../informer/read-overlay.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { CachedForm } from './cached-form.js';
import type { Expectation } from './expectation.js';
import { currentRun } from './run.js';

/** Which objects an informer selects; one that is not selected is not expected to arrive. */
export type Selects = (object: KubernetesObject) => boolean;

/** What a {@link TrackedView} knows of its informer. */
export interface TrackedViewOptions<T> {
  readonly selects: Selects;
  /** False for an informer of several namespaces, each of which has reached a version of its own. */
  readonly hasOneVersion: boolean;
  /** What the informer would cache of an object that was written. */
  readonly toCached: CachedForm<T>;
}

/** What this process wrote last under a key. */
interface Entry<T> {
  readonly expectation: Expectation;
  /** The version of the write; undefined for a deletion. */
  readonly version: string | undefined;
  /** Undefined where it is gone, or is no longer selected. */
  readonly object: T | undefined;
  readonly uid: string | undefined;
}

/** From how many entries on those that the cache has reached are looked for and dropped. */
const SWEEP_FROM = 1000;

/**
 * One informer and what this process wrote that the informer has not seen yet. Inside a reconcile a read by key shows the
 * latter; outside, and in lists and indexes, the cache is shown as it is.
 */
export class TrackedView<T extends KubernetesObject> implements ReadOverlay<T> {
  readonly #resourceKey: string;
  readonly #toCached: CachedForm<T>;
  readonly #selects: Selects;
  readonly #hasOneVersion: boolean;
  #informer: SharedIndexInformer<T> | undefined;
  #versionIn: (namespace: string) => string | undefined = () => '';
  readonly #entries = new Map<string, Entry<T>>();
  #highest = '';
  /** How often the cache went back to an older version: what was expected before that is void. */
  #rewinds = 0;
  #sweepAt = SWEEP_FROM;

  constructor(resource: Resource<T>, { selects, hasOneVersion, toCached }: TrackedViewOptions<T>) {
    this.#resourceKey = resourceKey(resource);
    this.#toCached = toCached;
    this.#selects = selects;
    this.#hasOneVersion = hasOneVersion;
  }

  attach(informer: SharedIndexInformer<T>, versionIn: (namespace: string) => string | undefined = () => ''): void {
    this.#informer = informer;
    this.#versionIn = versionIn;
  }

  read(key: string, cached: T | undefined): T | undefined {
    if (this.#entries.size === 0 || currentRun.getStore() === undefined) return cached;
    const entry = this.#entries.get(key);
    if (entry === undefined) return cached;
    if (entry.expectation.isMet() || isNewer(cached, entry)) {
      this.#entries.delete(key);
      return cached;
    }
    return entry.object ?? (identityOf(cached)?.uid === entry.uid ? undefined : cached);
  }

  /** An object was written, and this is what the server answered: all of it, whatever the cache holds of each object. */
  written(object: T): Expectation {
    const { uid, resourceVersion: version = '' } = identityOf(object) ?? {};
    const key = metaNamespaceKeyFunc(object);
    if (!this.#selects(object))
      return this.#remember(key, { uid, version, object: undefined }, () => this.#lacks(key, { uid, version }));
    const cached = this.#toCached(object);
    // What a transform refuses is not cached either: the cache stays as it is.
    if (cached === undefined) return this.reached(version, key);
    return this.#remember(key, { uid, version, object: cached }, () => this.#hasReached(version, key));
  }

  /** Something of an object was written, and only the version of the answer is known. */
  reached(version: string, key: string): Expectation {
    return this.#expectation(() => this.#hasReached(version, key));
  }

  /** An object was deleted for good: there is no version to wait for. */
  deleted(key: string, uid: string | undefined): Expectation {
    // A cache that lacks what this process has just made may have to see it come before it sees it go.
    const before = this.#entries.get(key)?.expectation;
    const isMet = (): boolean => (before?.isMet() ?? true) && this.#lacks(key, { uid });
    return this.#remember(key, { uid, version: undefined, object: undefined }, isMet);
  }

  #remember(key: string, what: Omit<Entry<T>, 'expectation'>, isMet: () => boolean): Expectation {
    const expectation = this.#expectation(isMet);
    if (expectation.isMet()) this.#entries.delete(key);
    else this.#entries.set(key, { ...what, expectation });
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
    return expectation;
  }

  #expectation(isMet: () => boolean): Expectation {
    const rewinds = this.#rewinds;
    const isMetOrVoid = (): boolean => this.#isVoid(rewinds) || isMet();
    return {
      resourceKey: this.#resourceKey,
      isMet: isMetOrVoid,
      wait: async (options) => {
        await this.#informer?.waitForStore(isMetOrVoid, options);
      },
    };
  }

  /** An informer that is not there, has not synced or has stopped cannot be waited for. */
  #isVoid(rewinds: number): boolean {
    const informer = this.#informer;
    if (informer === undefined || !informer.hasSynced() || informer.isStopped()) return true;
    const version = informer.lastStoreSyncResourceVersion();
    if (this.#hasOneVersion && isWellFormedResourceVersion(version)) {
      if (this.#highest !== '' && compareResourceVersions(version, this.#highest) < 0) {
        this.#rewinds += 1;
        this.#entries.clear();
      }
      this.#highest = version;
    }
    return rewinds !== this.#rewinds;
  }

  #hasReached(version: string, key: string): boolean {
    if (!this.#hasOneVersion) {
      const cached = this.#informer?.getStore().getByKey(key);
      if (cached !== undefined) return isAtLeast(identityOf(cached)?.resourceVersion, version);
    }
    const reached = this.#reachedVersion(key);
    if (reached === undefined) return false;
    if (!isWellFormedResourceVersion(version) || !isWellFormedResourceVersion(reached)) return true;
    return compareResourceVersions(reached, version) >= 0;
  }

  /**
   * How far the cache has come, at least for this key. Several namespaces have each a watch of their own: how far one of them has
   * come says nothing of the others, and what is known of each is how much of it has arrived. Undefined while some of that is
   * still on its way into the cache.
   */
  #reachedVersion(key: string): string | undefined {
    if (this.#hasOneVersion) return this.#informer?.lastStoreSyncResourceVersion() ?? '';
    return this.#versionIn(splitMetaNamespaceKey(key).namespace);
  }

  /** The cache no longer holds the object, or holds something that came after. */
  #lacks(key: string, { uid, version }: { readonly uid: string | undefined; readonly version?: string }): boolean {
    const cached = this.#informer?.getStore().getByKey(key);
    const identity = identityOf(cached);
    if (identity === undefined || (uid !== undefined && identity.uid !== uid)) return true;
    return version !== undefined && isAtLeast(identity.resourceVersion, version);
  }

  #sweep(): void {
    for (const [key, { expectation }] of this.#entries) if (expectation.isMet()) this.#entries.delete(key);
    this.#sweepAt = Math.max(SWEEP_FROM, this.#entries.size * 2);
  }
}

function isNewer<T extends KubernetesObject>(cached: T | undefined, { version, uid }: Entry<T>): boolean {
  const identity = identityOf(cached);
  return version !== undefined && identity?.uid === uid && isAtLeast(identity?.resourceVersion, version);
}

function isAtLeast(version: string | undefined, wanted: string): boolean {
  if (version === undefined || !isWellFormedResourceVersion(version) || !isWellFormedResourceVersion(wanted))
    return false;
  return compareResourceVersions(version, wanted) >= 0;
}
