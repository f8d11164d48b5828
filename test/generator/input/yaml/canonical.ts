/** A value as JSON with sorted keys, as the oracle writes it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? -1 : 1,
    );
    return `{${entries.map(([key, entry]) => `${text(key)}:${canonicalJson(entry)}`).join(',')}}`;
  }
  if (typeof value === 'string') return text(value);
  return Object.is(value, -0) ? '-0' : JSON.stringify(value);
}

function text(value: string): string {
  return JSON.stringify(value)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('\x7f', '\x7f');
}
