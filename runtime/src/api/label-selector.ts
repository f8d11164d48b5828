/** One requirement of the API's label selector object. */
export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});
  readonly values?: readonly string[];
}

/** The API's label selector object, as in `spec.selector`. An empty one matches everything. */
export interface LabelSelector {
  readonly matchLabels?: { readonly [key: string]: string };
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

/** A label selector that is parsed already. */
export interface Selector {
  matches(labels: { readonly [key: string]: string } | undefined): boolean;
  /** True when it matches every object. */
  readonly empty: boolean;
  /** The text that the API server takes. */
  toString(): string;
}
