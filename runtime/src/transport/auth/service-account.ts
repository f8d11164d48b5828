import { join } from 'node:path';
import type { Clock } from '../../async/clock.js';
import type { Authorization, TlsOptions } from '../http/http-types.js';
import { nodeFs } from '../http/node-modules.js';
import type { CredentialsListener, CredentialSource } from './credentials.js';

/** Where a pod has what its service account needs. */
const MOUNTED_AT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The kubelet replaces the token long before it expires: read again this often, as client-go does. */
const VALID_FOR_MS = 60_000;

/** Where to look for a service account, for tests. */
export interface ServiceAccountLocation {
  /** Default: where the kubelet mounts it. */
  readonly folder?: string | undefined;
  /** Default: the process's environment. */
  readonly env?: { readonly [name: string]: string | undefined } | undefined;
}

/** The service account of the pod that this process runs in; undefined outside of a pod. */
export function findServiceAccount(clock: Clock, location: ServiceAccountLocation = {}): CredentialSource | undefined {
  const { folder = MOUNTED_AT, env = process.env } = location;
  const host = env['KUBERNETES_SERVICE_HOST'];
  const port = env['KUBERNETES_SERVICE_PORT'];
  if (!host || !port || !nodeFs().existsSync(join(folder, 'token'))) return undefined;
  const server = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`);
  return new ServiceAccountCredentials(server, folder, clock);
}

/** Token and certificate authority of a service account, read again as they rotate. */
class ServiceAccountCredentials implements CredentialSource {
  readonly server: URL;
  readonly proxied = false;
  readonly #folder: string;
  readonly #clock: Clock;
  /** The same object as long as its content is the same: what is made of it is kept with it. */
  #tls: TlsOptions = {};
  #tlsVersion = 0;
  #validUntil = 0;
  /** The newest answer, or the wait for it. */
  #current: Promise<Authorization> | undefined;
  #answer: Authorization | undefined;
  #listener: CredentialsListener | undefined;

  constructor(server: URL, folder: string, clock: Clock) {
    this.server = server;
    this.#folder = folder;
    this.#clock = clock;
  }

  get(): Promise<Authorization> {
    if (this.#current !== undefined && this.#clock.now() < this.#validUntil) return this.#current;
    this.#validUntil = this.#clock.now() + VALID_FOR_MS;
    const read = this.#read();
    this.#current = read;
    read.then(
      (answer) => (this.#answer = answer),
      () => {
        if (this.#current === read) this.#current = undefined;
      },
    );
    return read;
  }

  invalidate(refused: Authorization): void {
    if (this.#answer === refused) this.#current = undefined;
  }

  listen(listener: CredentialsListener): void {
    this.#listener = listener;
  }

  async #read(): Promise<Authorization> {
    const [token, ca] = await Promise.all([
      this.#file('token'),
      this.#tls.ca === undefined ? this.#file('ca.crt') : this.#reload(),
    ]);
    if (ca !== this.#tls.ca) {
      this.#tls = { ca };
      this.#tlsVersion += 1;
    }
    return { headers: { authorization: `Bearer ${token.trim()}` }, tls: this.#tls, tlsVersion: this.#tlsVersion };
  }

  /** The authority once more, which may have changed. */
  async #reload(): Promise<string> {
    try {
      const ca = await this.#file('ca.crt');
      this.#listener?.onCaReloaded({ result: 'success', reason: ca === this.#tls.ca ? 'unchanged' : 'updated' });
      return ca;
    } catch (thrown) {
      this.#listener?.onCaReloaded({ result: 'failure', reason: 'read_error' });
      throw thrown;
    }
  }

  #file(name: string): Promise<string> {
    return nodeFs().promises.readFile(join(this.#folder, name), 'utf8');
  }
}
