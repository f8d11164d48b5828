import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiServerAccess } from './access.js';
import type { ApiServerConnection } from './access.js';
import { issueServingCertificate } from '../credentials/certificates.js';
import { kubeconfigText } from '../credentials/kubeconfig.js';
import { ChildServer } from './child-server.js';
import type { Etcd } from './etcd.js';
import { kubeApiServerArgs, serverFiles } from './flags.js';
import type { ApiServerSettings } from './flags.js';
import { freePort } from './ports.js';
import { PROBE_USER } from './audit.js';
import { suspend } from './suspend.js';

/** What {@link ApiServer} is put together from; `startApiServer` prepares it. */
export interface ApiServerParts {
  readonly connection: ApiServerConnection;
  readonly settings: ApiServerSettings;
  readonly program: string;
  readonly etcd: Etcd;
  readonly folder: string;
  readonly port: number;
  readonly readyTimeoutMs: number;
  /** The file in `folder` that it logs to. Default `kube-apiserver.log`. */
  readonly logName?: string;
  /** Set for a further API server on the etcd of another one, which alone starts and ends that etcd. Default false. */
  readonly isPeer?: boolean;
  /** Ends what else was started for this server and removes its folder. Called once, last. */
  readonly cleanUp: () => Promise<void>;
}

/** Time to say goodbye on SIGTERM. The server would wait for open watches, up to a minute; tests do not. */
const DEFAULT_GRACE_MS = 1_000;

/**
 * Two checks that sleep for a second before they look whether the default roles and priority classes are there. After a
 * restart they are, so there is nothing to wait for.
 */
const READY_AGAIN_PATH =
  '/readyz?exclude=poststarthook/rbac/bootstrap-roles&exclude=poststarthook/scheduling/bootstrap-system-priority-classes';

/**
 * A real kube-apiserver with its own etcd, on loopback. Whoever started it may also break it: every method that ends
 * the API server leaves etcd and its data alone, so that {@link restartApiServer} brings back the same objects at the
 * same address.
 *
 * @example
 * await using server: ApiServer = await startApiServer();
 * await server.restartApiServer();
 */
export class ApiServer extends ApiServerAccess implements AsyncDisposable {
  readonly #parts: ApiServerParts;
  #settings: ApiServerSettings;
  #server: ChildServer | undefined;
  /** Whether the default roles and priority classes are in etcd: from the first time it was ready. */
  #bootstrapped = false;
  #stopped: Promise<void> | undefined;
  readonly #peers: ApiServer[] = [];

  constructor(parts: ApiServerParts) {
    super(parts.connection);
    this.#parts = parts;
    this.#settings = parts.settings;
    this.#bootstrapped = parts.isPeer ?? false;
  }

  /** Process id of kube-apiserver; undefined while it is down. */
  get pid(): number | undefined {
    return this.#server?.running === true ? this.#server.pid : undefined;
  }

  /** etcd's client address, for tests that look behind the API server. */
  get etcdUrl(): string {
    return this.#parts.etcd.url;
  }

  /** What kube-apiserver (over all its restarts) and etcd have logged. */
  async logs(): Promise<{ readonly kubeApiServer: string; readonly etcd: string }> {
    const [kubeApiServer, etcd] = await Promise.all(
      ['kube-apiserver.log', 'etcd.log'].map((name) => readFile(join(this.#parts.folder, name), 'utf8')),
    );
    return { kubeApiServer: kubeApiServer ?? '', etcd: etcd ?? '' };
  }

  /** Ends the API server as a crash does: connections are reset, nothing is said. */
  async kill9ApiServer(): Promise<void> {
    await this.#server?.kill9();
  }

  /** Asks the API server to end, which sends clients a GOAWAY; after `graceMs` (default 1 second) it is killed. */
  async stopApiServer(options: { readonly graceMs?: number } = {}): Promise<void> {
    await this.#server?.terminate(options.graceMs ?? DEFAULT_GRACE_MS);
  }

  /**
   * Starts the API server again, on the same port with the same data, and waits until it is ready; stops it first if it
   * runs. `changes` alter its settings from here on, as an upgrade does.
   */
  async restartApiServer(changes: ApiServerSettings = {}): Promise<void> {
    if (this.#stopped !== undefined) throw new Error('this server has been stopped for good');
    await this.stopApiServer();
    this.#settings = { ...this.#settings, ...changes };
    const { program, port, etcd, folder, readyTimeoutMs } = this.#parts;
    const args = kubeApiServerArgs(this.#settings, { port, etcdUrl: etcd.url, files: serverFiles(folder) });
    const logFile = join(folder, this.#parts.logName ?? 'kube-apiserver.log');
    this.#server = new ChildServer({ name: 'kube-apiserver', program, args, logFile });
    const readyPath = this.#bootstrapped ? READY_AGAIN_PATH : '/readyz';
    await this.#server.waitUntil(async () => await this.#isReady(readyPath), readyTimeoutMs);
    this.#bootstrapped = true;
  }

  /**
   * Starts another API server on the same etcd, at an address of its own, as in a cluster with several. It has the same
   * users, keeps no audit log, and ends with this one.
   */
  async startPeer(): Promise<ApiServer> {
    const number = this.#peers.length + 2;
    const port = await freePort();
    const url = `https://127.0.0.1:${port}`;
    const kubeconfigPath = join(this.#parts.folder, `kubeconfig-${number}`);
    const connection = { ...this.connection, url, kubeconfigPath, auditLogFile: undefined };
    await writeFile(kubeconfigPath, kubeconfigText({ ...connection, credentials: { token: this.adminToken } }), {
      mode: 0o600,
    });
    const peer = new ApiServer({
      ...this.#parts,
      connection,
      settings: { ...this.#settings, audit: false },
      port,
      logName: `kube-apiserver-${number}.log`,
      isPeer: true,
      cleanUp: async () => undefined,
    });
    this.#peers.push(peer);
    await peer.restartApiServer();
    return peer;
  }

  /**
   * Puts a new serving certificate of the same authority in the place of the old one. The server reads it within moments
   * and shows it to connections that are made from then on.
   */
  async rotateServingCertificate(): Promise<void> {
    const { caPem: certificatePem, caKeyPem: privateKeyPem } = this.connection;
    const serving = issueServingCertificate({ certificatePem, privateKeyPem });
    const files = serverFiles(this.#parts.folder);
    await writeFile(files.servingKey, serving.privateKeyPem, { mode: 0o600 });
    await writeFile(files.servingCertificate, serving.certificatePem, { mode: 0o600 });
  }

  /** Ends etcd as a crash does. API servers stay, and fail what they are asked. */
  async kill9Etcd(): Promise<void> {
    await this.#parts.etcd.server.kill9();
  }

  /** Starts etcd again with the same data and waits until it answers. API servers find it by themselves. */
  async restartEtcd(): Promise<void> {
    await this.#parts.etcd.restart();
  }

  /** Freezes etcd (SIGSTOP). */
  suspendEtcd(): void {
    suspend(runningPid('etcd', this.#parts.etcd.server.pid));
  }

  /** Lets a suspended etcd go on. */
  resumeEtcd(): void {
    process.kill(runningPid('etcd', this.#parts.etcd.server.pid), 'SIGCONT');
  }

  /** Freezes the API server (SIGSTOP): connections stay open and silent, new ones are accepted and never answered. */
  suspendApiServer(): void {
    suspend(runningPid('the API server', this.pid));
  }

  /** Lets a suspended API server go on. */
  resumeApiServer(): void {
    process.kill(runningPid('the API server', this.pid), 'SIGCONT');
  }

  /** The newest revision in etcd: no object has a higher resourceVersion yet. */
  async revision(): Promise<number> {
    return await this.#parts.etcd.revision();
  }

  /**
   * Compacts etcd, at `revision` or so that every resourceVersion handed out so far has expired; returns the revision.
   * The API server's watch cache does not notice and keeps answering for what it still holds in memory. To have a list
   * or a watch at an old resourceVersion really answered with 410, start the server with `{ watchCache: false }`, or
   * use {@link expireHistory}.
   */
  async compact(revision?: number): Promise<number> {
    return await this.#parts.etcd.compact(revision);
  }

  /**
   * Compacts etcd and restarts the API server, whose watch cache then begins empty: every earlier resourceVersion and
   * every earlier continue token is answered with 410. Open watches end. Returns the revision compacted at.
   */
  async expireHistory(): Promise<number> {
    const revision = await this.compact();
    await this.restartApiServer();
    return revision;
  }

  /** Ends both servers and removes their data. Later calls wait for the first. */
  async stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    await this.#stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #stopAll(): Promise<void> {
    // In this order: an API server whose etcd is gone does not react to signals other than SIGKILL. And at once, since
    // there is nothing to save.
    await Promise.all(this.#peers.map((peer) => peer.stop()));
    await this.#server?.kill9();
    if (this.#parts.isPeer !== true) await this.#parts.etcd.server.kill9();
    await this.#parts.cleanUp();
  }

  /** Also shows that the token issuer is known, and that the namespace most tests use is there. */
  async #isReady(path: string): Promise<boolean> {
    const token = this.tokenFor(PROBE_USER, ['system:masters']);
    if ((await this.request(path, { token })).status !== 200) return false;
    return (await this.request('/api/v1/namespaces/default', { token })).status === 200;
  }
}

function runningPid(name: string, pid: number | undefined): number {
  if (pid === undefined) throw new Error(`${name} is not running`);
  return pid;
}
