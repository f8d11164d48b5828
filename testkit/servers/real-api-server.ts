import { connect, defineResource } from '@informer-gen/runtime';
import type { ApiClient } from '@informer-gen/runtime';
import type { ApiServer } from '../real/api-server.js';
import { startApiServer } from '../real/start.js';
import type { StartOptions } from '../real/start.js';
import type { TestServer, TestServerOptions } from './test-server.js';

/** How a {@link RealApiServer} starts: feature gates, flags, CRDs. */
export interface RealApiServerOptions extends StartOptions, TestServerOptions {}

const definitions = defineResource({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
});

/** How often to look whether a CRD is served, and for how long. */
const POLL_MS = 20;
const ESTABLISHED_WITHIN_MS = 10_000;

/**
 * A kube-apiserver and an etcd of its own, found in `KUBEBUILDER_ASSETS`, on the PATH or in the cache that
 * `informer-gen-apiserver build` fills. Nothing else of a cluster runs: no garbage collector, no scheduler, no kubelet.
 *
 * @example
 * await using server = await RealApiServer.start({ featureGates: { ShardedListAndWatch: true } });
 * await using client = await server.connect();
 * await client.list(podResource);
 */
export class RealApiServer implements TestServer {
  readonly kind = 'real';
  /** The server with all that can be done to it: crashes, restarts, compaction, its audit log. */
  readonly server: ApiServer;

  private constructor(server: ApiServer) {
    this.server = server;
  }

  /** Starts a server; it is ready, and its CRDs are served, when the promise resolves. */
  static async start({ crds = [], ...options }: RealApiServerOptions = {}): Promise<RealApiServer> {
    const started = new RealApiServer(await startApiServer({ audit: false, ...options }));
    try {
      await started.#define(crds);
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  get url(): string {
    return this.server.url;
  }

  kubeconfig(): string {
    return this.server.kubeconfig;
  }

  connect(): Promise<ApiClient> {
    return connect({ server: this.server.url, ca: this.server.caPem, token: this.server.adminToken });
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #define(crds: readonly unknown[]): Promise<void> {
    if (crds.length === 0) return;
    await using client = await this.connect();
    for (const crd of crds) await client.create(definitions, crd as object);
    for (const crd of crds) await established(client, crd as CrdLike);
  }
}

interface CrdLike {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** Waits until every version of a CRD is served: being established is not enough. */
async function established(client: ApiClient, { metadata, spec }: CrdLike): Promise<void> {
  const paths = spec.versions
    .filter(({ served }) => served)
    .map(({ name }) => `/apis/${spec.group}/${name}/${spec.names.plural}`);
  const deadline = Date.now() + ESTABLISHED_WITHIN_MS;
  for (const path of paths) {
    while (!(await isServed(client, path))) {
      if (Date.now() > deadline) throw new Error(`${metadata.name} is not served after ${ESTABLISHED_WITHIN_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

async function isServed(client: ApiClient, path: string): Promise<boolean> {
  try {
    await client.request({ method: 'GET', path, query: { limit: 1 } });
    return true;
  } catch {
    return false;
  }
}
