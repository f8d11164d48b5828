/** One observation of an object's state, as in `status.conditions`. */
export interface Condition {
  readonly type: string;
  /** The API conventions name these three, and CRDs admit no other. */
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number | undefined;
}

/** A port or amount that may be given as a number or as text. */
export type IntOrString = number | string;

/**
 * An amount with a unit: `100m`, `2Gi`. One type for built-in and custom kinds: the server sends those of built-in kinds as
 * text, and those of custom resources as they were written, which may be a number.
 */
export type Quantity = number | string;
