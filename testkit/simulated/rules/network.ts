import { isIP } from 'node:net';

/** An IP address; IPv4 addresses in IPv6 notation, zones and leading zeros are none. */
export class IpAddress {
  readonly family: 4 | 6;
  readonly bits: bigint;

  constructor(family: 4 | 6, bits: bigint) {
    this.family = family;
    this.bits = bits;
  }

  static parse(text: string): IpAddress | undefined {
    const family = isIP(text);
    if (family === 4) return new IpAddress(4, bitsOfV4(text));
    if (family !== 6 || text.includes('%')) return undefined;
    const bits = bitsOfV6(text);
    return bits >> 32n === 0xffffn ? undefined : new IpAddress(6, bits);
  }

  get width(): bigint {
    return this.family === 4 ? 32n : 128n;
  }

  /** Whether the address begins with these bits. */
  startsWith(prefix: bigint, length: number): boolean {
    return this.bits >> (this.width - BigInt(length)) === prefix;
  }

  get isLoopback(): boolean {
    return this.family === 4 ? this.startsWith(127n, 8) : this.bits === 1n;
  }

  get isUnspecified(): boolean {
    return this.bits === 0n;
  }

  get isLinkLocalUnicast(): boolean {
    return this.family === 4 ? this.startsWith(0xa9fen, 16) : this.startsWith(0x3fan, 10);
  }

  get isLinkLocalMulticast(): boolean {
    return this.family === 4 ? this.startsWith(0xe00000n, 24) : this.startsWith(0xff02n, 16);
  }

  get isMulticast(): boolean {
    return this.family === 4 ? this.startsWith(0xen, 4) : this.startsWith(0xffn, 8);
  }

  get isGlobalUnicast(): boolean {
    const isBroadcast = this.family === 4 && this.bits === 0xffff_ffffn;
    return !(isBroadcast || this.isUnspecified || this.isLoopback || this.isMulticast || this.isLinkLocalUnicast);
  }

  toString(): string {
    if (this.family === 4) {
      return [24n, 16n, 8n, 0n].map((shift) => String((this.bits >> shift) & 0xffn)).join('.');
    }
    return new URL(`http://[${groupsOf(this.bits).join(':')}]`).hostname.slice(1, -1);
  }
}

/** A block of IP addresses. */
export class Cidr {
  readonly ip: IpAddress;
  readonly prefixLength: number;

  constructor(ip: IpAddress, prefixLength: number) {
    this.ip = ip;
    this.prefixLength = prefixLength;
  }

  static parse(text: string): Cidr | undefined {
    const [address = '', length = '', ...rest] = text.split('/');
    const ip = IpAddress.parse(address);
    if (ip === undefined || rest.length > 0 || !/^(0|[1-9]\d*)$/.test(length)) return undefined;
    return Number(length) > Number(ip.width) ? undefined : new Cidr(ip, Number(length));
  }

  containsIp(ip: IpAddress): boolean {
    const shift = this.ip.width - BigInt(this.prefixLength);
    return ip.family === this.ip.family && ip.bits >> shift === this.ip.bits >> shift;
  }

  containsCidr(other: Cidr): boolean {
    return other.prefixLength >= this.prefixLength && this.containsIp(other.ip);
  }

  masked(): Cidr {
    const shift = this.ip.width - BigInt(this.prefixLength);
    return new Cidr(new IpAddress(this.ip.family, (this.ip.bits >> shift) << shift), this.prefixLength);
  }

  toString(): string {
    return `${this.ip.toString()}/${this.prefixLength}`;
  }
}

function bitsOfV4(text: string): bigint {
  return text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function bitsOfV6(text: string): bigint {
  // The URL parser knows how to expand dotted quads and to write hexadecimal groups.
  const plain = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const groups = [...first, ...(tail === undefined ? [] : zeros), ...last];
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

function groupsOf(bits: bigint): string[] {
  return Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
}
