import type { Clock } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import { TokenBucket } from '../async/token-bucket.js';
import { ApiClient } from './http-client.js';
import { FixedCredentials, KubeConfigCredentials } from '../transport/auth/credentials.js';
import type { CredentialSource, KubeConfigLike } from '../transport/auth/credentials.js';
import { ConfigurationError } from '../transport/http/errors.js';
import type { Headers, RequestGate, TlsOptions } from '../transport/http/http-types.js';
import { loadKubeConfig } from '../transport/auth/kube-config.js';
import type { KubeConfigLocation } from '../transport/auth/kube-config.js';
import { findServiceAccount } from '../transport/auth/service-account.js';
import { RequestSender } from '../transport/request-sender.js';
import { createTransport } from '../transport/http/transport.js';
import type { TransportKind } from '../transport/http/transport.js';
import { DEFAULT_USER_AGENT } from '../transport/user-agent.js';
import { Warnings } from '../transport/warnings.js';
import type { OnWarning } from '../transport/warnings.js';
import type { WriteDefaults } from './write-defaults.js';
import { noneNegative } from '../async/check-number.js';

/** On whose behalf requests are made; the server must allow it. */
export interface Impersonation {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: { readonly [key: string]: readonly string[] };
}

/** Where the server is, who we are, and how to talk. All of it has defaults. */
export interface ConnectOptions extends WriteDefaults {
  /** A KubeConfig of `@kubernetes/client-node`, 1.4 or 2.x. Default: one is loaded. */
  readonly kubeConfig?: KubeConfigLike | undefined;
  /** Default: KUBECONFIG, `~/.kube/config`, then the service account of the pod. */
  readonly kubeconfigPath?: string | undefined;
  /** A context of the file that is loaded. Default: its current one. */
  readonly context?: string | undefined;

  /** The server's URL, with no kubeconfig at all: `kubectl proxy`, or a simulated server. Default: as the kubeconfig says. */
  readonly server?: string | undefined;
  /** With `server`: the bearer token, or a function that returns it for each request. Default: none. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** With `server`: the certificate authority, PEM. Default: those that Node trusts. */
  readonly ca?: string | Buffer | undefined;
  /** With `server`: other TLS options, such as a client certificate. Default: Node's. */
  readonly tls?: TlsOptions | undefined;

  /**
   * `auto`: HTTP/2 where an https server offers it, else HTTP/1.1, which is also what goes through proxies and plain
   * http. `http2` on plain http means prior knowledge. Default `auto`.
   */
  readonly transport?: TransportKind | undefined;
  /** Each watch gets a connection to itself, also over HTTP/2. Default false: about a hundred share one. */
  readonly connectionPerWatch?: boolean | undefined;
  /**
   * Over HTTP/1.1, a watch on which nothing has come for this long is given up and opened again: its connection may be dead.
   * The API server sends a bookmark every minute; HTTP/2 has PINGs instead, and finds that out within 50 s. Default 90 000.
   */
  readonly watchSilenceMs?: number | undefined;
  /** Ask for compressed responses. Default: true, but false for a server on this machine, where it only costs. */
  readonly gzip?: boolean | undefined;
  /** Requests a second that this client may start. Default: no limit; the server has its own, and says so. */
  readonly qps?: number | undefined;
  /** With `qps`: how many may start at once. Default: twice `qps`. */
  readonly burst?: number | undefined;
  /** Default `informer-gen-runtime/<version> (…)`. */
  readonly userAgent?: string | undefined;
  /** Sent with every request. Default: none. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Default: none, or what the kubeconfig says. */
  readonly impersonate?: Impersonation | undefined;
  /** Asked right before each request that writes is sent, such as a `WriteFence`. Default: all are sent. */
  readonly gate?: RequestGate | undefined;
  /**
   * Told what the server warns of in any answer, informers' included: each text once. Default: nobody is told.
   */
  readonly onWarning?: OnWarning | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * Makes a client for an API server. Nothing is sent yet. Dispose of it to close its connections.
 *
 * @example
 * await using asKubectl = await connect();
 * await using proxied = await connect({ server: 'http://127.0.0.1:8001' }); // kubectl proxy
 */
export async function connect(options: ConnectOptions = {}): Promise<ApiClient> {
  noneNegative(options, 'watchSilenceMs');
  const clock = options.clock ?? realClock;
  const credentials = await findCredentials(options, clock);
  const transport = createTransport({
    server: credentials.server,
    proxied: credentials.proxied,
    clock,
    kind: options.transport ?? 'auto',
    connectionPerWatch: options.connectionPerWatch ?? false,
  });
  const { qps, burst = (qps ?? 0) * 2 } = options;
  const limiter =
    qps === undefined ? undefined : new TokenBucket({ ratePerSecond: qps, burst: Math.max(1, burst), clock });
  const headers = commonHeaders(options, credentials.server);
  const warnings = options.onWarning && new Warnings(options.onWarning);
  const { fieldManager, fieldValidation, gate, watchSilenceMs } = options;
  const requests = { transport, credentials, clock, headers, limiter, warnings, gate, watchSilenceMs };
  return new ApiClient(new RequestSender(requests), { fieldManager, fieldValidation });
}

async function findCredentials(options: ConnectOptions, clock: Clock): Promise<CredentialSource> {
  const { server, token, ca, tls, kubeConfig, kubeconfigPath, context } = options;
  const ways = { server, kubeConfig, kubeconfigPath };
  const given = Object.entries(ways).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    throw new ConfigurationError(`connect() takes one of ${given.map(([name]) => name).join(' and ')}, not both`);
  }
  if (server !== undefined) return new FixedCredentials(server, token, { ...(ca !== undefined && { ca }), ...tls });
  if (kubeConfig === undefined) return findDefaultCredentials({ kubeconfigPath, context }, clock);
  if (context !== undefined) {
    throw new ConfigurationError(
      '`context` chooses from the file that connect() loads: call setCurrentContext on your kubeConfig',
    );
  }
  return new KubeConfigCredentials(kubeConfig, clock);
}

/** As kubectl finds them: a kubeconfig file, then the service account of the pod. */
async function findDefaultCredentials(location: KubeConfigLocation, clock: Clock): Promise<CredentialSource> {
  const loaded = await loadKubeConfig(location);
  if (loaded !== undefined) return new KubeConfigCredentials(loaded, clock);
  const serviceAccount = findServiceAccount(clock);
  if (serviceAccount === undefined) {
    throw new ConfigurationError(
      'no kubeconfig found: KUBECONFIG is not set, there is no ~/.kube/config, and this is not a pod with a service ' +
        'account. Pass `kubeConfig`, `kubeconfigPath` or `server` to connect()',
    );
  }
  if (location.context === undefined) return serviceAccount;
  throw new ConfigurationError('`context` chooses from a kubeconfig file, and there is none: this is a pod');
}

function commonHeaders({ userAgent, headers, gzip, impersonate }: ConnectOptions, server: URL): Headers {
  return {
    accept: 'application/json',
    'user-agent': userAgent ?? DEFAULT_USER_AGENT,
    ...((gzip ?? !isLoopback(server)) && { 'accept-encoding': 'gzip' }),
    ...lowerCase(headers ?? {}),
    ...(impersonate && impersonationHeaders(impersonate)),
  };
}

function impersonationHeaders({ user, groups = [], uid, extra = {} }: Impersonation): Headers {
  return {
    'impersonate-user': user,
    ...(groups.length > 0 && { 'impersonate-group': groups }),
    ...(uid !== undefined && { 'impersonate-uid': uid }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [
        `impersonate-extra-${encodeURIComponent(key).toLowerCase()}`,
        values,
      ]),
    ),
  };
}

function lowerCase(headers: { readonly [name: string]: string }): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
