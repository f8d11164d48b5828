/** Something that was read and is not generated, and why. */
export interface Skipped {
  /** `widgets.example.com/v1alpha1`. */
  readonly name: string;
  readonly reason: string;
}
