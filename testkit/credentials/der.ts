/**
 * Writes the few ASN.1 DER values that an X.509 certificate is made of. Node can sign and read certificates but not
 * make them, and the test bed must need nothing but Node.
 */

/** One encoded value: tag, length, contents. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), encodeLength(body.length), body]);
}

/** SEQUENCE. */
export function sequence(...items: readonly Uint8Array[]): Buffer {
  return der(0x30, ...items);
}

/** SET of one item, the only kind that a distinguished name needs (longer sets would have to be sorted). */
export function setOfOne(item: Uint8Array): Buffer {
  return der(0x31, item);
}

/** INTEGER of a non-negative number given as big-endian bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Uint8Array.of(0) : bytes.subarray(first);
  const needsSignByte = (digits[0] ?? 0) >= 0x80;
  return needsSignByte ? der(0x02, Uint8Array.of(0), digits) : der(0x02, digits);
}

/** OBJECT IDENTIFIER, given in dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** UTF8String. */
export function utf8String(text: string): Buffer {
  return der(0x0c, Buffer.from(text, 'utf8'));
}

/** BOOLEAN true; false is never written, since DER leaves defaults out. */
export function booleanTrue(): Buffer {
  return der(0x01, Uint8Array.of(0xff));
}

/** BIT STRING; `unusedBits` counts the low bits of the last byte that carry nothing. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return der(0x03, Uint8Array.of(unusedBits), bytes);
}

/** OCTET STRING. */
export function octetString(bytes: Uint8Array): Buffer {
  return der(0x04, bytes);
}

/** UTCTime up to 2049, GeneralizedTime after, as RFC 5280 asks. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function base128(value: number): number[] {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift((rest % 128) | 0x80);
  return digits;
}
