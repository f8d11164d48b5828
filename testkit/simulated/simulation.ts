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
      onInterceptorError: (error) => void this.errors.push(error),
      onRecord: (record) => this.#remember(record, options.requestLogLimit ?? DEFAULT_LOG_LIMIT),
      onChange,
    });
    for (const spec of options.resources ?? []) this.cluster.registry.add(servedResource(spec));
    for (const crd of options.crds ?? []) this.direct.create('customresourcedefinitions', crd as ObjectInput);
    for (const object of options.objects ?? []) this.direct.create(String((object as ApiObject).kind), object);
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
    this.onChange();
  }
}
