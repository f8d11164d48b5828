import { type Interval, meanOfRatios } from './stats.js';

/** A ratio that is to be reached. */
export interface Goal {
  /** The number of the goal it belongs to, as in bench/README.md. */
  readonly section: string;
  readonly text: string;
  /** Undefined where a side of it was not measured. */
  readonly ratio: number | undefined;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Where the ratio lies, with 95 % confidence; only of goals that are judged by it. */
  readonly interval?: Interval;
  /** Undefined where it was not measured, or the interval has the bound in it. */
  readonly reached: boolean | undefined;
}

export interface GoalSpec {
  readonly section: string;
  readonly text: string;
  readonly of: number | undefined;
  /** What `of` is divided by. Default 1. */
  readonly by?: number | undefined;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Judges one; a side that is missing or no number leaves it open. */
export function goal({ section, text, of, atLeast, atMost, ...rest }: GoalSpec): Goal {
  const by = 'by' in rest ? rest.by : 1;
  const quotient = of === undefined || by === undefined ? Number.NaN : of / by;
  const ratio = Number.isFinite(quotient) ? quotient : undefined;
  const reached =
    ratio === undefined
      ? undefined
      : (atLeast === undefined || ratio >= atLeast) && (atMost === undefined || ratio <= atMost);
  const bounds = { ...(atLeast !== undefined && { atLeast }), ...(atMost !== undefined && { atMost }) };
  return { section, text, ratio, ...bounds, reached };
}

/** A ratio that was measured once a round. */
export interface RatiosSpec {
  readonly section: string;
  readonly text: string;
  readonly ratios: readonly number[] | undefined;
  /** Default: nothing is wanted, the ratio is only told. */
  readonly atMost?: number;
}

/** Judges a ratio by the interval that its rounds give: one that has the bound in it leaves it open. */
export function goalOfRounds({ section, text, ratios = [], atMost }: RatiosSpec): Goal {
  const { mean, interval } = meanOfRatios(ratios);
  const verdict = (): boolean | undefined => {
    if (atMost === undefined || interval === undefined) return undefined;
    return interval.to <= atMost ? true : interval.from > atMost ? false : undefined;
  };
  return {
    section,
    text,
    ratio: mean,
    ...(atMost !== undefined && { atMost }),
    ...(interval !== undefined && { interval }),
    reached: verdict(),
  };
}
