/** Returns a UUID of version 4. @param random Returns numbers in [0, 1). Default: the generator of `node:crypto`. */
export function randomUuid(random?: () => number): string {
  if (random === undefined) return process.getBuiltinModule('node:crypto').randomUUID();
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  digits[12] = '4';
  digits[16] = '89ab'[Math.floor(random() * 4)] as string;
  const text = digits.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
