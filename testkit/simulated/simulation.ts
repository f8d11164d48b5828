import { realClock } from '@informer-gen/runtime';
import { Cluster, defaultSettings } from './cluster/cluster.js';
import { DirectAccess } from './cluster/direct-access.js';
import type { ObjectInput } from './cluster/direct-access.js';
import { AccessRules } from './faults/access.js';
import { FaultScript } from './faults/faults.js';
import type { InterceptorError } from './faults/interceptor-error.js';
import { RequestHandler } from './handlers/request-handler.js';
import type { ApiObject } from './objects/api-object.js';
import type { OpenRecord } from './requests/request-log.js';
import { servedResource } from './resources/served-resource.js';
import type { SimulatedClusterOptions } from './simulated-cluster-options.js';
import { ChangeWaiters } from './storage/change-waiters.js';

const DEFAULT_LOG_LIMIT = 100_000;

/** Size of the request bodies that are retained, in bytes or characters; those of the oldest requests are dropped. */
const RETAINED_BODIES = 32 * 1024 * 1024;

/** The parts of a simulated API server, put together: everything but what carries requests to it. */
export class Simulation {
  readonly cluster: Cluster;
  readonly direct: DirectAccess;
  readonly handler: RequestHandler;
  readonly faults: FaultScript = new FaultScript();
  readonly access: AccessRules = new AccessRules();
  readonly waiters: ChangeWaiters = new ChangeWaiters();
  readonly records: OpenRecord[] = [];
  /** Errors of the test's own functions. */
  readonly errors: InterceptorError[] = [];
  readonly onChange = (): void => this.waiters.changed();
  #stopping = new AbortController();
  /** The records that have a body, oldest first, and the size of their bodies together. */
  readonly #withBody: OpenRecord[] = [];
  #bodySize = 0;

  /** @param use What is done with a resource that nobody has declared. Default: it is refused. */
  constructor(options: SimulatedClusterOptions, use: { readonly serveOnUse?: boolean } = {}) {
    const { onChange } = this;
    this.cluster = new Cluster({
      clock: options.clock ?? realClock,
      random: options.random ?? Math.random,
      historyLimit: options.historyLimit ?? 100_000,
      bookmarkIntervalMs: options.bookmarkIntervalMs ?? 60_000,
      requireNamespaces: options.requireNamespaces ?? true,
      serveOnUse: use.serveOnUse ?? false,
      settings: { ...defaultSettings, maxPageSize: options.maxPageSize ?? Number.POSITIVE_INFINITY },
      convert: options.convert,
      controllers: options.controllers ?? {},
      onWatchChange: onChange,
    });
    this.direct = new DirectAccess(this.cluster);
    this.handler = new RequestHandler({
      cluster: this.cluster,
      faults: this.faults,
      access: this.access,
      signal: () => this.#stopping.signal,
      onInterceptorError: (error) => {
        this.errors.push(error);
        options.onInterceptorError?.(error);
      },
      onRecord: (record) => this.#remember(record, options.requestLogLimit ?? DEFAULT_LOG_LIMIT),
      onChange,
    });
    for (const spec of options.resources ?? []) this.cluster.registry.add(servedResource(spec));
    for (const crd of options.crds ?? []) this.direct.create('customresourcedefinitions', crd as ObjectInput);
    for (const object of options.objects ?? []) this.direct.create(String((object as ApiObject).kind), object);
  }

  /** Forgets the requests so far. */
  clearRecords(): void {
    this.records.length = 0;
    this.#withBody.length = 0;
    this.#bodySize = 0;
  }

  /** Ends delays of requests that are under way, and of those to come until {@link resume}. */
  interrupt(reason: Error): void {
    this.#stopping.abort(reason);
  }

  resume(): void {
    this.#stopping = new AbortController();
  }

  #remember(record: OpenRecord, limit: number): void {
    this.records.push(record);
    if (this.records.length > limit) this.records.shift();
    this.#retainBody(record);
    this.onChange();
  }

  #retainBody(record: OpenRecord): void {
    const size = record.rawBody?.length ?? 0;
    if (size === 0) return;
    this.#withBody.push(record);
    this.#bodySize += size;
    while (this.#bodySize > RETAINED_BODIES && this.#withBody.length > 1) {
      const oldest = this.#withBody.shift();
      this.#bodySize -= oldest?.rawBody?.length ?? 0;
      if (oldest !== undefined) oldest.rawBody = undefined;
    }
  }
}
