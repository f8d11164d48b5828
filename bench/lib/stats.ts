/** The middle value; of two middle ones their mean. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.slice().sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median of every figure over rounds, as far as a round has it. */
export function medians(rounds: readonly Numbers[]): Numbers {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)));
  const of = (name: string): number[] => rounds.flatMap((round) => round[name] ?? []);
  return Object.fromEntries([...names].map((name) => [name, median(of(name))]));
}

/** From where to where. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** How many standard errors 95 % are to either side, by how many values there are, from two on (Student's t); then for any more. */
const STANDARD_ERRORS = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14];
const MANY_STANDARD_ERRORS = 2.13;

/** The geometric mean of ratios, and where it lies with 95 % confidence; undefined of none, and without an interval of one. */
export function meanOfRatios(ratios: readonly number[]): { mean: number | undefined; interval: Interval | undefined } {
  const count = ratios.length;
  if (count === 0) return { mean: undefined, interval: undefined };
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, each) => sum + each, 0) / count;
  if (count === 1) return { mean: Math.exp(mean), interval: undefined };
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (count - 1);
  const half = (STANDARD_ERRORS[count - 2] ?? MANY_STANDARD_ERRORS) * Math.sqrt(variance / count);
  return { mean: Math.exp(mean), interval: { from: Math.exp(mean - half), to: Math.exp(mean + half) } };
}

/** Figures by name. */
export type Numbers = { readonly [name: string]: number };
