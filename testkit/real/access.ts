import { readAuditLog, waitForAuditEntry } from './audit.js';
import type { AuditEntry } from './audit.js';
import { issueCertificate } from '../credentials/certificates.js';
import type { CertifiedKey } from '../credentials/certificates.js';
import { kubeconfigText, toBase64 } from '../credentials/kubeconfig.js';
import type { Credentials } from '../credentials/kubeconfig.js';
import { sendRequest } from './request.js';
import type { PlainResponse, RequestOptions } from './request.js';
import { signToken } from './tokens.js';
import type { TokenClaims } from './tokens.js';

/** All that is needed to use a running server, as plain data: it goes from the process that started it to others. */
export interface ApiServerConnection {
  /** `https://127.0.0.1:<port>`. */
  readonly url: string;
  /** What the server calls itself, such as `v1.36.3`. */
  readonly version: string;
  /** PEM of the authority that signed the server's certificate and whose client certificates the server trusts. */
  readonly caPem: string;
  readonly caKeyPem: string;
  /** A token of a member of system:masters, who may do everything. */
  readonly adminToken: string;
  readonly tokenIssuerUrl: string;
  readonly tokenKeyPem: string;
  /** A file with the admin's kubeconfig. */
  readonly kubeconfigPath: string;
  /** Undefined if the server keeps no audit log. */
  readonly auditLogFile: string | undefined;
}

/**
 * What every user of a server may do, the starter and those it is shared with alike.
 *
 * @example
 * await using server = await startApiServer();
 * const access: ApiServerAccess = server;
 * console.log(access.url, access.kubeconfigPath);
 */
export class ApiServerAccess {
  readonly connection: ApiServerConnection;

  constructor(connection: ApiServerConnection) {
    this.connection = connection;
  }

  get url(): string {
    return this.connection.url;
  }

  get version(): string {
    return this.connection.version;
  }

  /** The authority's certificate in base64 of PEM, as a kubeconfig has it in `certificate-authority-data`. */
  get caData(): string {
    return toBase64(this.connection.caPem);
  }

  get caPem(): string {
    return this.connection.caPem;
  }

  get adminToken(): string {
    return this.connection.adminToken;
  }

  get kubeconfigPath(): string {
    return this.connection.kubeconfigPath;
  }

  /** The admin's kubeconfig, the content of {@link kubeconfigPath}. */
  get kubeconfig(): string {
    return this.kubeconfigFor({ token: this.adminToken });
  }

  /**
   * A token of any user, with no rights but those that RBAC grants to the user and the groups. The server remembers a
   * token it has accepted for 10 seconds, so one that expires is refused only up to that much later.
   */
  tokenFor(user: string, groups: readonly string[] = [], options: Pick<TokenClaims, 'validForMs'> = {}): string {
    const { tokenIssuerUrl: url, tokenKeyPem: privateKeyPem } = this.connection;
    return signToken({ url, privateKeyPem }, { user, groups, ...options });
  }

  /** A client certificate of any user, as {@link tokenFor}. */
  clientCertificateFor(
    user: string,
    groups: readonly string[] = [],
    options: { readonly validForMs?: number } = {},
  ): CertifiedKey {
    const authority = { certificatePem: this.connection.caPem, privateKeyPem: this.connection.caKeyPem };
    return issueCertificate(authority, { commonName: user, organizations: groups, usage: 'client', ...options });
  }

  /** A kubeconfig (JSON, which is YAML) with these credentials. */
  kubeconfigFor(credentials: Credentials): string {
    const { url, caPem } = this.connection;
    return kubeconfigText({ url, caPem, credentials });
  }

  /** Sends one request as the admin, or as whoever `options` says; `path` begins with a slash. */
  async request(path: string, options: RequestOptions = {}): Promise<PlainResponse> {
    // Anything else would become a part of the host: `@example.com`.
    if (!path.startsWith('/'))
      throw new TypeError(`the path of a request must begin with "/": ${JSON.stringify(path)}`);
    const anonymous = options.cert !== undefined;
    const token = anonymous ? {} : { token: this.adminToken };
    return await sendRequest(`${this.url}${path}`, { ca: this.caPem, ...token, ...options });
  }

  /** Sends one request as the admin and parses the answer; throws if its status is not 2xx. */
  async json<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
    const { status, text } = await this.request(path, options);
    if (status < 200 || status > 299) throw new Error(`${options.method ?? 'GET'} ${path}: ${status} ${text.trim()}`);
    return JSON.parse(text) as T;
  }

  /** Creates a namespace with a name of its own, so that tests that share a server do not meet. Returns the name. */
  async createNamespace(prefix = 'test'): Promise<string> {
    const body = { metadata: { generateName: `${prefix}-` } };
    const created = await this.json<{ metadata: { name: string } }>('/api/v1/namespaces', { method: 'POST', body });
    return created.metadata.name;
  }

  /** Every audit entry so far, oldest first. On a shared server others' requests are among them. */
  async auditLog(): Promise<readonly AuditEntry[]> {
    return await readAuditLog(this.#auditLogFile());
  }

  /** The first audit entry that `matches`, past or still to come. Rejects after `timeoutMs`, by default 10 seconds. */
  async waitForAuditEntry(matches: (entry: AuditEntry) => boolean, timeoutMs = 10_000): Promise<AuditEntry> {
    return await waitForAuditEntry(this.#auditLogFile(), matches, timeoutMs);
  }

  #auditLogFile(): string {
    const { auditLogFile } = this.connection;
    if (auditLogFile === undefined) throw new Error('this server was started with { audit: false }');
    return auditLogFile;
  }
}
