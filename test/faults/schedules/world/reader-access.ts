import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiServer } from '../../../../testkit/real/api-server.js';
import { persistently } from './persistently.js';
import { WIDGET_GROUP } from './widget-crd.js';

/** As whom informers read. */
export const USER = 'faults:reader';
const NAME = 'faults-reader';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** The rights and credentials of the informers: in RBAC and in files, where they can be taken away and given back. */
export class ReaderAccess implements AsyncDisposable {
  readonly folder: string;
  readonly #server: ApiServer;
  #certificateEndsAt = 0;

  private constructor(server: ApiServer, folder: string) {
    this.#server = server;
    this.folder = folder;
  }

  /** @param certificateForMs How long the first client certificate is valid. */
  static async grant(server: ApiServer, certificateForMs: number): Promise<ReaderAccess> {
    const access = new ReaderAccess(server, await mkdtemp(join(tmpdir(), 'informer-faults-')));
    const rules = [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] },
      { apiGroups: [WIDGET_GROUP], resources: ['widgets'], verbs: ['list', 'watch'] },
    ];
    await server.json(`${RBAC}/clusterroles`, { method: 'POST', body: { metadata: { name: NAME }, rules } });
    await access.grantRights();
    await access.renewToken();
    await access.renewCertificate(certificateForMs);
    return access;
  }

  get tokenFile(): string {
    return join(this.folder, 'token');
  }

  get certificateFile(): string {
    return join(this.folder, 'client.crt');
  }

  get keyFile(): string {
    return join(this.folder, 'client.key');
  }

  async grantRights(): Promise<void> {
    const apiGroup = 'rbac.authorization.k8s.io';
    const body = {
      metadata: { name: NAME },
      roleRef: { apiGroup, kind: 'ClusterRole', name: NAME },
      subjects: [{ apiGroup, kind: 'User', name: USER }],
    };
    await persistently(async () => {
      const { status } = await this.#server.request(`${RBAC}/clusterrolebindings`, { method: 'POST', body });
      return status === 201 || status === 409;
    });
  }

  async revokeRights(): Promise<void> {
    await persistently(async () => {
      const { status } = await this.#server.request(`${RBAC}/clusterrolebindings/${NAME}`, { method: 'DELETE' });
      return status === 200 || status === 404;
    });
  }

  async renewToken(): Promise<void> {
    await writeFile(this.tokenFile, this.#server.tokenFor(USER));
  }

  /** Puts one in its place that has expired. */
  async spoilToken(): Promise<void> {
    await writeFile(this.tokenFile, this.#server.tokenFor(USER, [], { validForMs: -60_000 }));
  }

  async renewCertificate(validForMs: number): Promise<void> {
    const { certificatePem, privateKeyPem } = this.#server.clientCertificateFor(USER, [], { validForMs });
    this.#certificateEndsAt = Date.now() + validForMs;
    await writeFile(this.keyFile, privateKeyPem);
    await writeFile(this.certificateFile, certificatePem);
  }

  /** Resolves when the client certificate is no longer valid. */
  async certificateExpired(): Promise<void> {
    // Certificates count in seconds.
    await delay(Math.max(0, this.#certificateEndsAt + 1000 - Date.now()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
