/** One requirement of the API's label selector object. */
export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});
  readonly values?: readonly string[] | undefined;
}

/** The API's label selector object, as in `spec.selector`. An empty one matches everything. */
export interface LabelSelector {
  readonly matchLabels?: { readonly [key: string]: string } | undefined;
  readonly matchExpressions?: readonly LabelSelectorRequirement[] | undefined;
}

/** The labels of an object, as in `metadata.labels`. */
export type Labels = { readonly [key: string]: string };

/** `exists` and `!` ask whether the label is there; `gt` and `lt` compare it as an integer. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** One condition of a parsed selector. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted, without duplicates. */
  readonly values: readonly string[];
  matches(labels: Labels | undefined): boolean;
  toString(): string;
}

/** A label selector that is parsed already. */
export interface Selector {
  matches(labels: Labels | undefined): boolean;
  /** True when it matches every object. */
  readonly empty: boolean;
  /** All of which must hold, ordered by key. */
  readonly requirements: readonly LabelRequirement[];
  /** The text that the API server takes. */
  toString(): string;
}
