import type { Clock } from '@informer-gen/runtime';
import type { ConvertObject } from '../definitions/crd-versions.js';
import { firstObjects } from '../builtin/first-objects.js';
import { definitionRules } from '../definitions/definition-rules.js';
import { builtinResources } from '../resources/builtin-resources.js';
import type { Collection } from '../storage/collection.js';
import { ObjectLister } from '../storage/object-lister.js';
import { randomUuid } from '../storage/object-rules.js';
import { ObjectStates } from '../storage/object-states.js';
import { ObjectWriter } from '../storage/object-writer.js';
import { virtualResources } from '../resources/virtual-resources.js';
import { ResourceRegistry } from '../resources/resource-registry.js';
import { groupResource } from '../resources/served-resource.js';
import type { ServedResource } from '../resources/served-resource.js';
import { Storage } from '../storage/storage.js';
import { encodeProtobuf } from '../representation/protobuf-body.js';
import { rfc3339 } from '../storage/time.js';
import { WatchHub } from '../watch/watch-hub.js';
import { clusterEffects } from '../storage/write-effects.js';
import type { ClusterControllers } from '../storage/write-effects.js';

/**
 * How the server treats WatchList requests: `on`; `invalid`: 422, the feature gate is off; `bad-request`: 400;
 * `forbidden`: 403; `ignored`: a proxy has dropped the option, so it is a plain watch; `no-bookmark`: the initial events
 * come, the bookmark that ends them never does.
 */
export type WatchListMode = 'on' | 'invalid' | 'bad-request' | 'forbidden' | 'ignored' | 'no-bookmark';

/** What tests change while the server runs. */
export interface ClusterSettings {
  watchList: WatchListMode;
  bookmarks: boolean;
  /** Into pieces of how many bytes watch streams and other answers are cut; 0: not at all. */
  chunkBytes: number;
  /** Whether reads at `'0'` come from a watch cache, which ignores `limit`. */
  watchCache: boolean;
  maxPageSize: number;
  /** `response`: a watch from a compacted version is refused with 410, as older servers do; `event`: 200 and an ERROR event. */
  expiredWatch: 'event' | 'response';
  /** Whether `shardSelector` is honoured (alpha gate ShardedListAndWatch); else it is ignored. */
  sharding: boolean;
  /** A watch whose client reads so slowly that more bytes than these wait for it is ended, as real servers do. */
  maxWatchBacklogBytes: number;
}

/** How a server starts: everything works, nothing is spoiled. */
export const defaultSettings: Readonly<ClusterSettings> = {
  watchList: 'on',
  bookmarks: true,
  chunkBytes: 0,
  watchCache: true,
  maxPageSize: Number.POSITIVE_INFINITY,
  expiredWatch: 'event',
  sharding: false,
  maxWatchBacklogBytes: Number.POSITIVE_INFINITY,
};

/** What a {@link Cluster} is made with. */
export interface ClusterOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly historyLimit: number;
  readonly bookmarkIntervalMs: number;
  readonly requireNamespaces: boolean;
  /** Whether a resource is served from when its constant is first used. */
  readonly serveOnUse: boolean;
  readonly settings: ClusterSettings;
  readonly controllers: ClusterControllers;
  /** Converts custom resources between versions, for CRDs that say `Webhook`. */
  readonly convert: ConvertObject | undefined;
  /** Called when a watch has begun or ended. */
  readonly onWatchChange: () => void;
}

/** The simulated cluster without its HTTP: storage, rules, lists and watches. */
export class Cluster {
  readonly clock: Clock;
  readonly settings: ClusterSettings;
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly states: ObjectStates;
  readonly writer: ObjectWriter;
  readonly lister: ObjectLister;
  readonly hub: WatchHub;
  /** What containers have logged, by `namespace/pod/container`: given by the test. */
  readonly logs: Map<string, string> = new Map();
  /** By how many changes the watch cache of a collection lags. */
  readonly lags: Map<Collection, number> = new Map();

  constructor(options: ClusterOptions) {
    const { clock, settings, random, requireNamespaces } = options;
    this.clock = clock;
    this.settings = settings;
    this.registry = new ResourceRegistry({ serveOnUse: options.serveOnUse });
    const startedAt = rfc3339(clock);
    this.storage = new Storage(options.historyLimit, (name) => firstObjects(name, startedAt, () => randomUuid(random)));
    this.states = new ObjectStates(this.storage, encodeProtobuf);
    this.writer = new ObjectWriter({
      states: this.states,
      clock,
      random,
      requireNamespaces,
      versionOf: ({ group, plural }, apiVersion) => {
        const other = this.registry.at(apiVersion, plural);
        return other?.group === group ? other : undefined;
      },
    });
    this.lister = new ObjectLister({
      storage: this.storage,
      cacheLag: (collection) => this.lags.get(collection) ?? 0,
      watchCache: () => settings.watchCache,
      maxPageSize: () => settings.maxPageSize,
    });
    this.hub = new WatchHub({
      storage: this.storage,
      lister: this.lister,
      clock,
      bookmarkIntervalMs: options.bookmarkIntervalMs,
      bookmarks: () => settings.bookmarks,
      initialEventsBookmark: () => settings.watchList !== 'no-bookmark',
      maxBacklogBytes: () => settings.maxWatchBacklogBytes,
      onChange: options.onWatchChange,
    });
    const { storage, registry, states, writer } = this;
    states.setEffects(
      clusterEffects({
        storage,
        registry,
        states,
        writer,
        clock,
        convert: options.convert,
        controllers: options.controllers,
        closeWatches: (name) => this.hub.closeAll(name),
      }),
    );
    for (const resource of [...builtinResources, ...virtualResources]) registry.add(resource);
    registry.add({ ...registry.find('customresourcedefinitions'), rules: definitionRules });
    this.#createNamespaces();
  }

  collection(resource: ServedResource): Collection {
    return this.storage.collection(groupResource(resource));
  }

  #createNamespaces(): void {
    const namespaces = this.registry.find('namespaces');
    for (const name of ['default', 'kube-node-lease', 'kube-public', 'kube-system']) {
      this.writer.create(namespaces, undefined, { metadata: { name } });
    }
  }
}
