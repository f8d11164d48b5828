/** A ratio that is to be reached. */
export interface Goal {
  /** The number of the goal it belongs to, as in bench/README.md. */
  readonly section: string;
  readonly text: string;
  /** Undefined where a side of it was not measured. */
  readonly ratio: number | undefined;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Undefined where it was not measured. */
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
