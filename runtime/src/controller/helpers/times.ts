/**
 * Prints a moment as fields of the type Time have it: in UTC, to the second. With milliseconds, the server's copy would
 * differ from ours and a comparison never settle.
 *
 * @example
 * toTime(new Date(Date.UTC(2026, 0, 1))); // → '2026-01-01T00:00:00Z'
 */
export function toTime(at: Date | number): string {
  return `${isoOf(at).slice(0, -5)}Z`;
}

/**
 * Prints a moment as fields of the type MicroTime have it, which Leases and Events do: with six digits, or the server
 * refuses it. A number may have a fraction of a millisecond.
 *
 * @example
 * toMicroTime(new Date(Date.UTC(2026, 0, 1))); // → '2026-01-01T00:00:00.000000Z'
 */
export function toMicroTime(at: Date | number): string {
  const ms = typeof at === 'number' ? at : at.getTime();
  const micros = Math.floor((ms - Math.floor(ms)) * 1000);
  return `${isoOf(Math.floor(ms)).slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
}

function isoOf(at: Date | number): string {
  const text = new Date(at).toISOString();
  if (/^\d{4}-/.test(text)) return text;
  throw new RangeError(`Kubernetes has no year of more than four digits: ${text}`);
}
