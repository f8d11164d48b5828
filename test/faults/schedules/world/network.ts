import { issueServingCertificate } from '../../../../testkit/credentials/certificates.js';
import type { ApiServer } from '../../../../testkit/real/api-server.js';
import { ChaosProxy } from '../proxy/chaos-proxy.js';

/** The two proxies between informers and API servers: whatever happens, happens to both. */
export class Network implements AsyncDisposable {
  /** Ends TLS, so that damage meets HTTP itself. */
  readonly ended: ChaosProxy;
  /** Passes TLS on, so that client certificates reach the server. */
  readonly passed: ChaosProxy;
  readonly #authority: { readonly certificatePem: string; readonly privateKeyPem: string };

  private constructor(servers: readonly ApiServer[], { caPem, caKeyPem }: ApiServer['connection']) {
    this.#authority = { certificatePem: caPem, privateKeyPem: caKeyPem };
    const certificate = issueServingCertificate(this.#authority);
    const targets = (): number[] => servers.map(({ url }) => Number(new URL(url).port));
    this.ended = new ChaosProxy({ targets, certificate, endTlsWithCa: caPem });
    this.passed = new ChaosProxy({ targets, certificate });
  }

  static async start(servers: readonly [ApiServer, ...ApiServer[]]): Promise<Network> {
    const network = new Network(servers, servers[0].connection);
    await network.accept();
    return network;
  }

  get both(): readonly ChaosProxy[] {
    return [this.ended, this.passed];
  }

  /** How many connections there have been. */
  get connections(): number {
    return this.ended.connections + this.passed.connections;
  }

  async accept(): Promise<void> {
    for (const proxy of this.both) await proxy.accept();
  }

  async refuse(): Promise<void> {
    for (const proxy of this.both) await proxy.refuse();
  }

  cut(): void {
    for (const proxy of this.both) proxy.cut();
  }

  heal(): void {
    for (const proxy of this.both) proxy.heal();
  }

  /** Shows new connections another certificate of the same authority. */
  rotateCertificate(): void {
    const certificate = issueServingCertificate(this.#authority);
    for (const proxy of this.both) proxy.showCertificate(certificate);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const proxy of this.both) await proxy[Symbol.asyncDispose]();
  }
}
