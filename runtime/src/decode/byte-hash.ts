/** The constants of FNV-1a, 32 bits: a hash that needs one multiplication for a byte. */
export const FNV_BASIS = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

/** The hash of a range of bytes. */
export function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = FNV_BASIS;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), FNV_PRIME);
  return hash;
}

/** Whether a range of bytes is this text, which has one character for each byte. */
export function saysText(bytes: Buffer, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] !== text.charCodeAt(at - start)) return false;
  return true;
}
