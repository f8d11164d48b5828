import type { Agent } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { Clock } from '../../async/clock.js';
import type { CaReloaded, ExecPluginCalled } from '../../observe/requests.js';
import { ConfigurationError, CredentialsError } from '../http/errors.js';
import type { Authorization, Headers, TlsOptions } from '../http/http-types.js';
import { ExecPlugin, failedCall } from './exec-plugin.js';
import { mendProxyAgent } from './proxy-agent.js';

/** Told of where credentials come from. */
export interface CredentialsListener {
  onExecPluginCalled(call: ExecPluginCalled): void;
  onCaReloaded(reload: CaReloaded): void;
}

/** Says who we are. Asked for every request, so it caches the answer for a while. */
export interface CredentialSource {
  readonly server: URL;
  /** All connections go through a proxy. */
  readonly proxied: boolean;
  get(): Promise<Authorization>;
  /**
   * Forgets an answer that the server refused (401), so that the next {@link get} asks anew. Nothing happens when a newer
   * one is known: of many requests that were refused together, one asks.
   */
  invalidate(refused: Authorization): void;
  /** What to say of an error of {@link get}, where its own message may hold secrets. Default: that message. */
  describeFailure?(error: unknown): Error | undefined;
  /** Tells from now on. One listener at a time. */
  listen?(listener: CredentialsListener): void;
  /** The client certificate that an exec plugin gave last, as PEM. */
  readonly pluginCertificate?: string | undefined;
}

/**
 * What we need of a `KubeConfig` of `@kubernetes/client-node`, 1.4 or 2.x: it knows where the server is and how to
 * authenticate. Any object with these two methods does.
 */
export interface KubeConfigLike {
  getCurrentCluster(): { readonly server: string; readonly proxyUrl?: string; readonly caFile?: string } | null;
  /** Puts TLS options, headers, `auth` and, for proxies, `agent` into `options`. */
  applyToHTTPSOptions(options: RequestOptions): Promise<void>;
}

/** How long credentials are used before they are asked for again: as client-go does with token files. */
const VALID_FOR_MS = 60_000;

/** Credentials from a KubeConfig: tokens that rotate, client certificates, exec plugins, proxies. */
export class KubeConfigCredentials implements CredentialSource {
  readonly server: URL;
  readonly proxied: boolean;
  readonly #kubeConfig: KubeConfigLike;
  readonly #clock: Clock;
  readonly #plugin: ExecPlugin;
  readonly #hasCaFile: boolean;
  #listener: CredentialsListener | undefined;
  #pluginCertificate: string | undefined;
  #tls: TlsOptions = {};
  #tlsVersion = 0;
  #proxyAgent: Agent | undefined;
  #validUntil = 0;
  /** The newest answer, or the wait for it: requests that come together ask once. */
  #current: Promise<Authorization> | undefined;
  /** What {@link #current} resolved to. */
  #answer: Authorization | undefined;

  constructor(kubeConfig: KubeConfigLike, clock: Clock) {
    const cluster = kubeConfig.getCurrentCluster();
    if (cluster === null) {
      throw new ConfigurationError('the kubeconfig has no current cluster: set its current-context, or pass `context`');
    }
    this.server = parseServer(cluster.server);
    this.proxied = isProxied(cluster.proxyUrl);
    this.#hasCaFile = cluster.caFile !== undefined && cluster.caFile !== '';
    this.#kubeConfig = kubeConfig;
    this.#plugin = new ExecPlugin(kubeConfig);
    this.#clock = clock;
  }

  get pluginCertificate(): string | undefined {
    return this.#pluginCertificate;
  }

  listen(listener: CredentialsListener): void {
    this.#listener = listener;
  }

  get(): Promise<Authorization> {
    if (this.#current !== undefined && this.#clock.now() < this.#validUntil) return this.#current;
    this.#validUntil = this.#clock.now() + VALID_FOR_MS;
    const asked = this.#ask();
    this.#current = asked;
    this.#answer = undefined;
    asked.then(
      (answer) => {
        if (this.#current === asked) this.#answer = answer;
      },
      () => {
        if (this.#current === asked) this.#current = undefined;
      },
    );
    return asked;
  }

  invalidate(refused: Authorization): void {
    if (this.#answer !== refused) return;
    this.#current = undefined;
    this.#answer = undefined;
    forgetCachedTokens(this.#kubeConfig);
  }

  /** What a plugin prints may be a token, also where it fails: it is neither told nor kept. */
  describeFailure(): Error | undefined {
    const { command, hasFailed } = this.#plugin;
    if (!hasFailed) return undefined;
    return new CredentialsError(`the exec plugin ${command} failed: run it by hand to see what it says`);
  }

  async #ask(): Promise<Authorization> {
    const options: RequestOptions = { headers: {} };
    try {
      await this.#kubeConfig.applyToHTTPSOptions(options);
    } catch (thrown) {
      if (this.#plugin.hasFailed) this.#listener?.onExecPluginCalled(failedCall(thrown));
      throw thrown;
    }
    const tls = pickTls(options);
    this.#tell(tls);
    if (this.#tlsVersion === 0 || !sameTls(tls, this.#tls)) {
      this.#tls = tls;
      this.#tlsVersion += 1;
      this.#proxyAgent = this.proxied && typeof options.agent === 'object' ? mendProxyAgent(options.agent) : undefined;
    }
    return {
      headers: pickHeaders(options),
      tls: this.#tls,
      tlsVersion: this.#tlsVersion,
      proxyAgent: this.#proxyAgent,
    };
  }

  /** What was asked to get these, and what has changed with them. */
  #tell(tls: TlsOptions): void {
    if (this.#plugin.wasCalled()) {
      const before = this.#pluginCertificate;
      this.#pluginCertificate = tls.cert === undefined ? undefined : String(tls.cert);
      const replaced = before === this.#pluginCertificate ? undefined : before;
      this.#listener?.onExecPluginCalled({ status: 'no_error', code: 0, ...(replaced !== undefined && { replaced }) });
    }
    if (!this.#hasCaFile || this.#tlsVersion === 0) return;
    const isUpdated = String(tls.ca) !== String(this.#tls.ca);
    this.#listener?.onCaReloaded({ result: 'success', reason: isUpdated ? 'updated' : 'unchanged' });
  }
}

/** Credentials that were given as they are. */
export class FixedCredentials implements CredentialSource {
  readonly server: URL;
  readonly proxied = false;
  readonly #token: string | (() => string | Promise<string>) | undefined;
  readonly #tls: TlsOptions;

  constructor(server: string, token: string | (() => string | Promise<string>) | undefined, tls: TlsOptions) {
    this.server = parseServer(server);
    this.#token = token;
    this.#tls = tls;
  }

  async get(): Promise<Authorization> {
    const token = typeof this.#token === 'function' ? await this.#token() : this.#token;
    const headers: Headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return { headers, tls: this.#tls, tlsVersion: 1 };
  }

  invalidate(): void {}
}

/** A message is no place for a password. */
function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//…@');
}

function parseServer(server: string): URL {
  if (!URL.canParse(server) || !/^https?:/.test(server)) {
    throw new ConfigurationError(`the server's address is not an http or https URL: ${withoutPassword(server)}`);
  }
  return new URL(server);
}

/** What client-node makes an agent for. */
const PROXY_SCHEMES = /^(https?|socks|socks4a?|socks5h?):\/\//;

function isProxied(proxyUrl: string | undefined): boolean {
  if (proxyUrl === undefined || proxyUrl === '') return false;
  if (PROXY_SCHEMES.test(proxyUrl) && URL.canParse(proxyUrl)) return true;
  const shown = withoutPassword(proxyUrl);
  throw new ConfigurationError(
    `the proxy-url of the kubeconfig is not the address of an http, https or socks proxy: ${shown}`,
  );
}

const tlsFields = ['ca', 'cert', 'key', 'pfx', 'passphrase', 'rejectUnauthorized', 'servername'] as const;

function pickTls(options: RequestOptions): TlsOptions {
  return Object.fromEntries(
    tlsFields.filter((field) => options[field] !== undefined).map((field) => [field, options[field]]),
  );
}

function sameTls(a: TlsOptions, b: TlsOptions): boolean {
  return tlsFields.every((field) => {
    const [left, right] = [a[field], b[field]];
    return Buffer.isBuffer(left) && Buffer.isBuffer(right) ? left.equals(right) : left === right;
  });
}

function pickHeaders({ headers = {}, auth }: RequestOptions): Headers {
  const picked: { [name: string]: string | readonly string[] } = {};
  if (typeof auth === 'string') picked['authorization'] = `Basic ${Buffer.from(auth).toString('base64')}`;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === null) continue;
    picked[name.toLowerCase()] = Array.isArray(value) ? value.map(String) : String(value).trim();
  }
  return picked;
}

/**
 * client-node keeps the tokens of files for a minute and those of exec plugins until they expire, also when the server
 * has refused them. It has no call to drop them, so this looks for the two caches, and does nothing where they are not.
 */
function forgetCachedTokens(kubeConfig: KubeConfigLike): void {
  const { authenticators } = kubeConfig as { readonly authenticators?: unknown };
  if (!Array.isArray(authenticators)) return;
  for (const authenticator of authenticators as readonly unknown[]) {
    if (typeof authenticator !== 'object' || authenticator === null) continue;
    if ('tokenCache' in authenticator) authenticator.tokenCache = {};
    if ('lastRead' in authenticator) authenticator.lastRead = null;
  }
}
