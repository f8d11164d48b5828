import type { ApiObject } from '../objects/api-object.js';
import type { FieldValidation } from '../rules/field-validation.js';
import type { WriteScope } from './object-rules.js';
import type { StoredObject } from './stored-object.js';

/** How a write is made. */
export interface WriteOptions extends WriteScope {
  /** Default false. True: everything is checked, nothing is stored. */
  readonly dryRun?: boolean | undefined;
  /** Default false. True: what is stored was applied. */
  readonly isApply?: boolean | undefined;
  /** Who writes, for `metadata.managedFields`. Default `unknown`. */
  readonly manager?: string | undefined;
  /** Default false. True: the value is the writer's own, which it may keep and change instead of a copy. */
  readonly owned?: boolean | undefined;
  /** What is done about unknown fields, and told to the client. Default: they go without a word. */
  readonly fields?: FieldValidation | undefined;
}

/** What became of a write that may create. */
export interface Written {
  readonly stored: StoredObject;
  readonly created: boolean;
}

/** Makes the object to store of the present one. */
export type Change = (present: ApiObject) => unknown;

/** Tells the client, where it wants to know. */
export function warn({ fields }: WriteOptions, ...texts: readonly (string | undefined)[]): void {
  for (const text of texts) if (text !== undefined) fields?.warn(text);
}
