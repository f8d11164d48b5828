import type { SchemaLocation } from '../read/raw-schemas.js';
import type { Audience, RuleName } from './rules.js';

/** A kind of one version: `{ apiVersion: 'apps/v1', kind: 'Deployment' }`. */
export interface KindRef {
  readonly apiVersion: string;
  readonly kind: string;
}

/** How a kind leads to a changed definition. */
export interface Affected extends KindRef {
  /** The shortest way from the kind: `Pod.spec.containers[].image`. */
  readonly path: string;
}

/** One difference between two versions of an API. */
export interface Change {
  readonly rule: RuleName;
  /** Whose code it breaks; empty for a compatible change. */
  readonly breaks: readonly Audience[];
  /** The kind whose version changed; undefined for a definition that several kinds share. */
  readonly subject: KindRef | undefined;
  /** The way of types to what changed: `Widget.spec.parts[].name`; of a shared definition, from its own name. */
  readonly path: string;
  /** One sentence, plain text. */
  readonly message: string;
  /** The type, value or name before and after, where there is one. */
  readonly before?: string;
  readonly after?: string;
  /** What to use instead. */
  readonly replacement?: Replacement;
  /** Undefined where the old input has nothing of it. */
  readonly old?: SchemaLocation;
  /** Undefined where the new input has nothing of it. */
  readonly new?: SchemaLocation;
  /** The kinds that a shared definition is part of, in the old input, or the new one for what is new. */
  readonly affects?: readonly Affected[];
}

/** What replaces a removed or deprecated version. */
export interface Replacement extends KindRef {
  /** Who says so: Kubernetes or the CRD's author, or nobody, and the new input merely has the same kind in that version. */
  readonly by: 'author' | 'same kind';
  /** In the author's or our own words; `''` for none. */
  readonly note: string;
}

/** `breaks readers and writers`, `breaks readers`, `breaks writers` or `compatible`. */
export function classOf({ breaks }: Pick<Change, 'breaks'>): string {
  return breaks.length === 0 ? 'compatible' : `breaks ${breaks.join(' and ')}`;
}
