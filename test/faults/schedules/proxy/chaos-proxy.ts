import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import tls from 'node:tls';
import type { SecureContext } from 'node:tls';
import type { CertifiedKey } from '../../../../testkit/credentials/certificates.js';
import { CannedAnswers } from './canned-answers.js';
import type { CannedAnswer } from './canned-answers.js';
import { Link } from './link.js';
import type { LinkConditions } from './link.js';

/** What a {@link ChaosProxy} stands between. */
export interface ChaosProxyOptions {
  /** The servers' ports on loopback. Connections take turns; a server that refuses is passed over. */
  readonly targets: () => readonly number[];
  /** What the proxy shows where it answers itself, and where it ends TLS. Not needed otherwise. */
  readonly certificate?: CertifiedKey;
  /** The servers' authority, PEM: the proxy ends TLS, so that damage meets HTTP and not its encryption. Default: it does not. */
  readonly endTlsWithCa?: string;
}

/** How new connections are met. */
type Welcome =
  { readonly type: 'connect' } | { readonly type: 'hang' } | { readonly type: 'answer'; by: CannedAnswers };

/**
 * A network between clients and API servers that breaks when told to: it cuts, refuses, hangs, holds one direction or both,
 * slows, delays, truncates, corrupts, says GOAWAY, or answers in the servers' stead.
 */
export class ChaosProxy implements AsyncDisposable {
  readonly #options: ChaosProxyOptions;
  readonly #links = new Set<Link>();
  readonly #hung = new Set<Socket>();
  #certificate: CertifiedKey | undefined;
  #context: SecureContext | undefined;
  #listener: net.Server | undefined;
  #welcome: Welcome = { type: 'connect' };
  #conditions: LinkConditions = {};
  #port = 0;
  #connections = 0;

  constructor(options: ChaosProxyOptions) {
    this.#options = options;
    if (options.certificate !== undefined) this.showCertificate(options.certificate);
  }

  get port(): number {
    return this.#port;
  }

  /** How many connections there have been. */
  get connections(): number {
    return this.#connections;
  }

  /** How many are open. */
  get openConnections(): number {
    return this.#links.size + this.#hung.size;
  }

  /** Takes connections; again on the same port after {@link refuse}. */
  async accept(): Promise<void> {
    if (this.#listener !== undefined) return;
    const listener = net.createServer((socket) => this.#take(socket));
    this.#listener = listener;
    listener.listen(this.#port, '127.0.0.1');
    await once(listener, 'listening');
    this.#port = (listener.address() as AddressInfo).port;
  }

  /** Resets every connection and refuses new ones. */
  async refuse(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    if (listener === undefined) return;
    const closed = new Promise((resolve) => listener.close(resolve));
    this.cut();
    await closed;
  }

  /** Resets every connection; new ones are welcome. */
  cut(): void {
    for (const link of this.#links) link.reset();
    for (const socket of this.#hung) socket.resetAndDestroy();
  }

  /** From now on connections are accepted and then nothing happens on them; those there are stay as they are. */
  hang(): void {
    this.#welcome = { type: 'hang' };
  }

  /** Resets every connection; requests on new ones get this answer. */
  answer(answer: CannedAnswer): void {
    if (this.#certificate === undefined) throw new Error('a proxy that is to answer needs a certificate');
    this.#welcome = { type: 'answer', by: new CannedAnswers(answer, this.#certificate) };
    this.cut();
  }

  /** Sets the conditions of the connections there are; with `alsoNew`, the default, of later ones, too. */
  set(conditions: LinkConditions, { alsoNew = true } = {}): void {
    if (alsoNew) this.#conditions = conditions;
    for (const link of this.#links) link.set(conditions);
  }

  /** Ends every connection in the middle of what the server sends next. */
  truncate(): void {
    for (const link of this.#links) link.truncateNext();
  }

  /** Says GOAWAY on every HTTP/2 connection whose TLS ends here. Returns on how many. */
  goaway(): number {
    return [...this.#links].filter((link) => link.goaway()).length;
  }

  /** Shows this certificate to connections that are made from now on. */
  showCertificate(certificate: CertifiedKey): void {
    this.#certificate = certificate;
    this.#context = tls.createSecureContext({ cert: certificate.certificatePem, key: certificate.privateKeyPem });
  }

  /** Undoes every lasting damage. Connections that hang are reset; those that are held go on. */
  heal(): void {
    if (this.#welcome.type === 'answer') this.#welcome.by.close();
    this.#welcome = { type: 'connect' };
    for (const socket of this.#hung) socket.resetAndDestroy();
    this.set({});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.refuse();
    if (this.#welcome.type === 'answer') this.#welcome.by.close();
  }

  #take(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    // Accepted by the system before the listener was closed.
    if (this.#listener === undefined) return void socket.resetAndDestroy();
    this.#connections += 1;
    if (this.#welcome.type === 'answer') return this.#welcome.by.take(socket);
    if (this.#welcome.type === 'hang') {
      this.#hung.add(socket);
      socket.once('close', () => this.#hung.delete(socket));
      return;
    }
    this.#connect(socket);
  }

  #connect(socket: Socket): void {
    const { endTlsWithCa: ca, targets } = this.#options;
    const context = this.#context;
    const link = new Link(socket, {
      targets: rotated(targets(), this.#connections),
      tls: ca === undefined || context === undefined ? undefined : { ca, context },
      onClose: () => this.#links.delete(link),
    });
    this.#links.add(link);
    link.set(this.#conditions);
  }
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const from = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(from), ...list.slice(0, from)];
}
