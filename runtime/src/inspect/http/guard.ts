import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { InformerError } from '../../api/informer-error.js';

/** Who may ask. */
export interface GuardOptions {
  /**
   * What callers of the API send as `Authorization: Bearer …`. Needed beyond loopback; at least 16 characters.
   * Default: none, and only loopback is answered.
   */
  readonly token?: string | undefined;
  /** Names of the host, beyond `localhost` and IP addresses, under which it may be asked. They need a token. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** Why a request is not answered. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

const MIN_TOKEN_LENGTH = 16;
const MAX_URL_LENGTH = 4096;

/**
 * Decides who is answered. A page of another site must learn nothing, although the browser that shows it can reach this
 * server: neither by a name that its owner points here (DNS rebinding), nor by a request from there. Whoever is not on this
 * machine needs the token.
 */
export class Guard {
  readonly #tokenDigest: Buffer | undefined;
  readonly #allowedHosts: ReadonlySet<string>;

  constructor({ token, allowedHosts = [] }: GuardOptions) {
    if (token !== undefined && token.length < MIN_TOKEN_LENGTH)
      throw new InformerError(
        'Configuration',
        `the token of the inspector is too short: at least ${MIN_TOKEN_LENGTH} characters`,
      );
    if (token === undefined && allowedHosts.length > 0)
      throw new InformerError(
        'Configuration',
        'an inspector that is asked by other names than localhost needs a token',
      );
    this.#tokenDigest = token === undefined ? undefined : digest(token);
    this.#allowedHosts = new Set(allowedHosts.map((name) => name.toLowerCase()));
  }

  get hasToken(): boolean {
    return this.#tokenDigest !== undefined;
  }

  /** Whether the page and its parts may be sent, which hold no data. */
  refusalOfPage(request: IncomingMessage): Refusal | undefined {
    const { method = '', url = '' } = request;
    if (method !== 'GET') return { status: 405, text: 'only GET is answered' };
    if (url.length > MAX_URL_LENGTH) return { status: 414, text: 'the address is too long' };
    if (!url.startsWith('/')) return { status: 400, text: 'the address is not a path' };
    const hosts = request.rawHeaders.filter((each, at) => at % 2 === 0 && each.toLowerCase() === 'host');
    const host = hosts.length === 1 ? hostnameOf(request.headers.host) : undefined;
    if (host === undefined) return { status: 400, text: 'the request needs one Host' };
    if (!this.#isAllowed(host))
      return { status: 403, text: 'this host name is not one of the inspector: see allowedHosts' };
    if (!this.hasToken && !isLocal(request))
      return { status: 403, text: 'beyond loopback the inspector needs a token: see its options' };
    return undefined;
  }

  /** Whether data may be sent. */
  refusalOfData(request: IncomingMessage): Refusal | undefined {
    return this.refusalOfPage(request) ?? refusalOfOtherSite(request) ?? this.#refusalOfStranger(request);
  }

  #refusalOfStranger(request: IncomingMessage): Refusal | undefined {
    if (this.#tokenDigest === undefined) return undefined;
    const sent = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    // Digests have one length, and take one time to compare.
    if (timingSafeEqual(digest(sent), this.#tokenDigest)) return undefined;
    return { status: 401, text: 'the inspector needs its token: Authorization: Bearer …' };
  }

  /** An address cannot be made to point elsewhere, a name can. */
  #isAllowed(host: string): boolean {
    if (host === 'localhost' || isLoopback(host) || this.#allowedHosts.has(host)) return true;
    return isIP(host) !== 0 && this.hasToken;
  }
}

/** Whether an address, or a name of a host to listen on, is reached from this machine alone. */
export function isLoopback(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, '');
  return plain === '::1' || plain === 'localhost' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** A socket in the file system has no address. */
function isLocal({ socket }: IncomingMessage): boolean {
  return [socket.localAddress, socket.remoteAddress].every((address) => address === undefined || isLoopback(address));
}

/** Browsers say where a request comes from; other programs do not, and need not. */
function refusalOfOtherSite({ headers }: IncomingMessage): Refusal | undefined {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isOtherSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isOtherOrigin = origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
  return isOtherSite || isOtherOrigin ? { status: 403, text: 'pages of other sites are not answered' } : undefined;
}

/** The host without its port; undefined where that is no host. */
function hostnameOf(host: string | undefined): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::\d{1,5})?$/i.exec(host ?? '');
  return (found?.[1] ?? found?.[2])?.toLowerCase();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
