import { isObject } from '../../input/json.js';
import type { RuleName } from './rules.js';

/** A difference in what a schema says beyond its type. */
export interface FactChange {
  readonly rule: RuleName;
  readonly message: string;
  readonly before?: string;
  readonly after?: string;
}

/** How facts are compared. */
export interface FactOptions {
  /** Kubernetes' own schemas: OpenAPI v3 of them writes Go's zero values as defaults, v2 does not; neither means it. */
  readonly builtIn: boolean;
  /** Whether the type differs already, so that a format or the difference of integer and number says nothing new. */
  readonly typeDiffers: boolean;
}

/** A replacer for `JSON.stringify` by which equal values have equal texts. */
export function sortKeys(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
