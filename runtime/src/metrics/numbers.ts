/** As Go writes a number, so that bucket bounds are the same text as those of controllers in Go: `1e-08`, `1.048576e+06`. */
export function goNumber(value: number): string {
  if (value === Infinity) return '+Inf';
  if (value === -Infinity) return '-Inf';
  if (Number.isNaN(value)) return 'NaN';
  // Most of all values; the rest is the same for them, and slow.
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  // Where Go changes to an exponent; JavaScript does so later.
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Bounds that grow by a factor, made as Go makes them: by multiplying, with its rounding. */
export function exponentialBounds(start: number, factor: number, count: number): number[] {
  const bounds: number[] = [];
  for (let bound = start; bounds.length < count; bound *= factor) bounds.push(bound);
  return bounds;
}
