import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { KubernetesObject } from '@informer-gen/runtime';
import { kubeconfigText } from '../credentials/kubeconfig.js';
import type { ObjectInput, ObjectRef } from './cluster/direct-access.js';
import { HttpExchange } from './http/http-exchange.js';
import { HttpListener } from './http/http-listener.js';
import type { ServerTlsOptions } from './http/http-listener.js';
import type { ApiObject, JsonObject } from './objects/api-object.js';
import type { ResourceRef } from './resources/resource-registry.js';
import type { SimulatedClusterOptions } from './simulated-cluster-options.js';
import { printUnread } from './faults/interceptor-error.js';
import { SimulatedCluster } from './simulated-cluster.js';
import { Simulation } from './simulation.js';

/** How a {@link SimulatedApiServer} starts. */
export interface SimulatedApiServerOptions extends SimulatedClusterOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Serves HTTPS with this certificate. Default: plain HTTP/1.1. */
  readonly tls?: ServerTlsOptions;
  /** Whether HTTPS offers HTTP/2 beside HTTP/1.1. Default true. */
  readonly http2?: boolean;
  /** Streams that one HTTP/2 connection may have at once. Default 100, as Kubernetes has it. */
  readonly maxConcurrentStreams?: number;
}

const LOOPBACK = '127.0.0.1';

/**
 * An API server in this process, over real sockets: enough of Kubernetes for informers, controllers, client-node and
 * kubectl, with every fault a network or a server can have, on demand. It has client-visible behaviour (versions,
 * events, errors), validates as the API server does, and keeps managed fields; the garbage collector and the namespace
 * controller run where a test asks for them.
 *
 * @example
 * await using server = await SimulatedApiServer.start();
 * server.create('pods', { metadata: { name: 'a' } });
 * server.failNext({ verb: 'list', resource: 'pods', status: 429, retryAfterSeconds: 1 });
 * await using client = await connect({ server: server.url });
 * (await client.list(podResource)).items.length; // → 1
 */
export class SimulatedApiServer extends SimulatedCluster implements AsyncDisposable {
  readonly #simulation: Simulation;
  readonly #listener: HttpListener;
  readonly #options: SimulatedApiServerOptions;

  private constructor(options: SimulatedApiServerOptions) {
    const simulation = new Simulation(options);
    super(simulation);
    this.#simulation = simulation;
    this.#options = options;
    this.#listener = new HttpListener({
      host: options.host ?? LOOPBACK,
      tls: options.tls,
      http2: options.http2 ?? true,
      maxConcurrentStreams: options.maxConcurrentStreams ?? 100,
      onRequest: (request, response) => void this.#answer(request, response),
      onChange: simulation.onChange,
    });
  }

  /** Starts a server; it listens when the promise resolves. */
  static async start(options: SimulatedApiServerOptions = {}): Promise<SimulatedApiServer> {
    const server = new SimulatedApiServer(options);
    await server.#listener.start(options.port ?? 0);
    return server;
  }

  /** Such as `http://127.0.0.1:41234`. */
  get url(): string {
    const { tls, host = LOOPBACK } = this.#options;
    return `${tls ? 'https' : 'http'}://${host}:${this.#listener.port}`;
  }

  /** A kubeconfig for this server, for kubectl and `KubeConfig.loadFromString`. */
  kubeconfig(options: { readonly token?: string; readonly namespace?: string } = {}): string {
    const { tls } = this.#options;
    const { token, namespace } = options;
    return kubeconfigText({
      url: this.url,
      caPem: tls && (tls.ca ?? tls.cert),
      credentials: token === undefined ? undefined : { token },
      namespace,
      name: 'simulated',
    });
  }

  // Objects, without HTTP: the members of `direct` under the names that tests use most.

  /** Creates an object with all rights; a namespaced one without a namespace goes to `default`. */
  create<T extends ObjectInput>(resource: ResourceRef, object: T): T & ApiObject {
    return this.direct.create(resource, object);
  }

  /** Replaces an object, status and all. */
  update<T extends ObjectInput>(resource: ResourceRef, object: T): T & ApiObject {
    return this.direct.update(resource, object);
  }

  /** Merges into an object (JSON merge patch). */
  patch<T extends KubernetesObject>(resource: ResourceRef<T>, name: ObjectRef, change: JsonObject): T & ApiObject {
    return this.direct.patch(resource, name, change);
  }

  /** Merges into the status of an object. */
  patchStatus<T extends KubernetesObject>(
    resource: ResourceRef<T>,
    name: ObjectRef,
    status: JsonObject,
  ): T & ApiObject {
    return this.direct.patch(resource, name, { status });
  }

  /** Deletes an object, or marks it as deleted where finalizers hold it. */
  delete(resource: ResourceRef, name: ObjectRef): void {
    this.direct.delete(resource, name);
  }

  get<T extends KubernetesObject>(resource: ResourceRef<T>, name: ObjectRef): (T & ApiObject) | undefined {
    return this.direct.get(resource, name);
  }

  /** Copies of all objects of a resource, in the order of their keys. */
  objects<T extends KubernetesObject>(resource: ResourceRef<T>, namespace?: string): (T & ApiObject)[] {
    return this.direct.objects(resource, namespace);
  }

  /** Lets only bearers of these tokens in, others get 401; undefined lets everyone in. */
  requireTokens(tokens: readonly string[] | undefined): void {
    this.#simulation.access.requireTokens(tokens);
  }

  // Connections and life.

  get openConnections(): number {
    return this.#listener.connections;
  }

  /** Breaks every connection; the server goes on. */
  dropConnections(): void {
    this.#listener.dropConnections();
  }

  /** Asks HTTP/2 clients to move to a new connection; open streams go on. */
  sendGoAway(): void {
    this.#listener.sendGoAway();
  }

  /** Stops listening and breaks every connection. The data stays. */
  async stop(): Promise<void> {
    this.#simulation.interrupt(new Error('the simulated API server was stopped'));
    await this.#listener.stop();
  }

  /** Listens again on the same port, with the same data; a running server is stopped first. */
  async restart(): Promise<void> {
    await this.stop();
    this.#simulation.resume();
    await this.#listener.start(this.#listener.port);
  }

  /** Stops the server, and prints {@link errors} if the test has not read them. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    printUnread('SimulatedApiServer', this.unreadErrors);
  }

  async #answer(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ): Promise<void> {
    const { method = 'GET', headers, httpVersion } = request;
    const url = urlOf(request.url ?? '/');
    await this.#simulation.handler.handle({ method, url, headers, httpVersion }, (record) => {
      response.once('close', () => {
        record.done = true;
        this.#simulation.onChange();
      });
      return new HttpExchange(request, response, record);
    });
  }
}

/** The URL of a request. `//host/path` is a path, and of an address the host is ignored, as any server does. */
function urlOf(target: string): URL {
  const path = target.replace(/^\w+:\/\/[^/?]*/, '');
  return new URL(`http://simulated${path.startsWith('/') ? '' : '/'}${path}`);
}
