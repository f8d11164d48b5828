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

/** Figures by name. */
export type Numbers = { readonly [name: string]: number };
