import type { Environment } from '@marcbachmann/cel-js';
import { addNamespace } from './namespace.js';
import { Cidr, IpAddress } from '../rules/network.js';

class Url {
  readonly parsed: URL;
  /** True for a path alone, which has neither scheme nor host. */
  readonly isPath: boolean;

  constructor(text: string) {
    this.isPath = text.startsWith('/');
    this.parsed = new URL(text, this.isPath ? 'http://unset' : undefined);
  }
}

/** Addresses: `ip()`, `cidr()` and `url()`. */
export function addNetworkFunctions(environment: Environment): void {
  addIpFunctions(environment);
  addCidrFunctions(environment);
  addUrlFunctions(environment);
}

function addIpFunctions(environment: Environment): void {
  addNamespace(environment, 'ip');
  environment
    .registerType('net.IP', IpAddress)
    .registerFunction('ip(string): net.IP', readIp)
    .registerFunction('isIP(string): bool', (text: string) => IpAddress.parse(text) !== undefined)
    .registerFunction('ip.isCanonical(string): bool', (_: unknown, text: string) => readIp(text).toString() === text)
    .registerFunction('string(net.IP): string', (ip: IpAddress) => ip.toString())
    .registerFunction('net.IP.family(): int', (ip: IpAddress) => BigInt(ip.family))
    .registerFunction('net.IP.isUnspecified(): bool', (ip: IpAddress) => ip.isUnspecified)
    .registerFunction('net.IP.isLoopback(): bool', (ip: IpAddress) => ip.isLoopback)
    .registerFunction('net.IP.isLinkLocalMulticast(): bool', (ip: IpAddress) => ip.isLinkLocalMulticast)
    .registerFunction('net.IP.isLinkLocalUnicast(): bool', (ip: IpAddress) => ip.isLinkLocalUnicast)
    .registerFunction('net.IP.isGlobalUnicast(): bool', (ip: IpAddress) => ip.isGlobalUnicast)
    .registerOperator('net.IP == net.IP', (a: IpAddress, b: IpAddress) => a.toString() === b.toString());
}

function addCidrFunctions(environment: Environment): void {
  environment
    .registerType('net.CIDR', Cidr)
    .registerFunction('cidr(string): net.CIDR', readCidr)
    .registerFunction('isCIDR(string): bool', (text: string) => Cidr.parse(text) !== undefined)
    .registerFunction('string(net.CIDR): string', (cidr: Cidr) => cidr.toString())
    .registerFunction('net.CIDR.ip(): net.IP', (cidr: Cidr) => cidr.ip)
    .registerFunction('net.CIDR.prefixLength(): int', (cidr: Cidr) => BigInt(cidr.prefixLength))
    .registerFunction('net.CIDR.masked(): net.CIDR', (cidr: Cidr) => cidr.masked())
    .registerFunction('net.CIDR.containsIP(string): bool', (cidr: Cidr, text: string) => cidr.containsIp(readIp(text)))
    .registerFunction('net.CIDR.containsIP(net.IP): bool', (cidr: Cidr, ip: IpAddress) => cidr.containsIp(ip))
    .registerFunction('net.CIDR.containsCIDR(string): bool', (cidr: Cidr, text: string) =>
      cidr.containsCidr(readCidr(text)),
    )
    .registerFunction('net.CIDR.containsCIDR(net.CIDR): bool', (cidr: Cidr, other: Cidr) => cidr.containsCidr(other))
    .registerOperator('net.CIDR == net.CIDR', (a: Cidr, b: Cidr) => a.toString() === b.toString());
}

function addUrlFunctions(environment: Environment): void {
  environment
    .registerType('kubernetes.URL', Url)
    .registerFunction('url(string): kubernetes.URL', (text: string) => {
      if (!isUrl(text))
        throw new Error(`URL parse error during conversion from string: parse "${text}": invalid URI for request`);
      return new Url(text);
    })
    .registerFunction('isURL(string): bool', isUrl)
    .registerFunction('kubernetes.URL.getScheme(): string', ({ parsed, isPath }: Url) =>
      isPath ? '' : parsed.protocol.slice(0, -1),
    )
    .registerFunction('kubernetes.URL.getHost(): string', ({ parsed, isPath }: Url) => (isPath ? '' : parsed.host))
    .registerFunction('kubernetes.URL.getHostname(): string', ({ parsed, isPath }: Url) =>
      isPath ? '' : parsed.hostname.replace(/^\[|\]$/g, ''),
    )
    .registerFunction('kubernetes.URL.getPort(): string', ({ parsed }: Url) => parsed.port)
    .registerFunction('kubernetes.URL.getEscapedPath(): string', ({ parsed }: Url) => parsed.pathname)
    .registerFunction('kubernetes.URL.getQuery(): map', ({ parsed }: Url) =>
      Object.fromEntries([...parsed.searchParams.keys()].map((key) => [key, parsed.searchParams.getAll(key)])),
    );
}

function readIp(text: string): IpAddress {
  const ip = IpAddress.parse(text);
  if (ip === undefined) throw new Error(`IP Address "${text}" parse error during conversion from string`);
  return ip;
}

function readCidr(text: string): Cidr {
  const cidr = Cidr.parse(text);
  if (cidr === undefined)
    throw new Error(`network address parse error during conversion from string: invalid CIDR address: ${text}`);
  return cidr;
}

function isUrl(text: string): boolean {
  return text.startsWith('/') ? !/\s/.test(text) : /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && URL.canParse(text);
}
