/** One observation of an object's state, as in `status.conditions`. */
export interface Condition {
  readonly type: string;
  /** The API conventions name these three, and CRDs admit no other. */
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number;
}

/** A port or amount that may be given as a number or as text. */
export type IntOrString = number | string;

/** An amount with a unit, as text: `100m`, `2Gi`. */
export type Quantity = string;
