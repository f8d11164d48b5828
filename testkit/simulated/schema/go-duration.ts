const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

/** Reads a duration as Go's `time.ParseDuration` does (`1h30m`); returns nanoseconds, or undefined for what is none. */
export function parseGoDuration(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const body = text.replace(/^[+-]/, '');
  if (body === '0') return 0;
  if (!/^((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/.test(body)) return undefined;
  let total = 0;
  for (const match of body.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    total += Number(match[1]) * (NANOSECONDS[match[2] ?? ''] ?? 0);
  }
  return sign * total;
}

/** Units of OpenAPI's `duration` format and their lengths in nanoseconds (kube-openapi, pkg/validation/strfmt/duration.go). */
const FORMAT_UNITS: readonly (readonly [unit: RegExp, nanoseconds: number])[] = [
  [/^(?:ns|nano.*)$/i, 1],
  [/^(?:us|µs|micro.*)$/i, 1e3],
  [/^(?:ms|milli.*)$/i, 1e6],
  [/^(?:s|sec.*)$/i, 1e9],
  [/^(?:m|min.*)$/i, 60e9],
  [/^(?:h|hr|hour.*)$/i, 3600e9],
  [/^(?:d|day.*)$/i, 24 * 3600e9],
  [/^(?:w|wk|week.*)$/i, 7 * 24 * 3600e9],
];

/**
 * Reads a string of the format `duration`: as Go does, or as the sum of the numbers that have a unit (`5 days`). Returns
 * nanoseconds, or undefined for an invalid duration.
 */
export function parseFormatDuration(text: string): number | undefined {
  const exact = parseGoDuration(text);
  if (exact !== undefined) return exact;
  const parts = [...text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)].flatMap(([, factor, unit = '']) => {
    const known = FORMAT_UNITS.find(([pattern]) => pattern.test(unit));
    return known === undefined ? [] : [Number(factor) * known[1]];
  });
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part);
}
