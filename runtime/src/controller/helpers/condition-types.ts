import type { Condition } from '../../api/meta-types.js';

/** The fields of any condition that the helpers read; kinds declare some of them, and others of their own. */
export interface ConditionShape {
  readonly type?: string | undefined;
  readonly status?: unknown;
  readonly lastTransitionTime?: unknown;
  readonly observedGeneration?: unknown;
}

/** Value types of the fields that all writers set. */
interface FilledFields {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration: number;
  readonly lastUpdateTime: string;
  readonly lastProbeTime: string;
  readonly lastHeartbeatTime: string;
}

/** The type of a field without null and undefined; `never` if `C` lacks the field. */
type Field<C, K extends string> = K extends keyof C ? (unknown extends C[K] ? string : NonNullable<C[K]>) : never;

/** The strings that a field of a condition accepts. */
type Text<C, K extends string> = Extract<Field<C, K>, string>;

/** Names that a type declares, without those of an index signature. */
type Declared<C> = keyof { [K in keyof C as string extends K ? never : K]: never };

/** Required fields of `C` whose type rejects the value that a writer fills in. */
type Unfillable<C> = {
  [K in keyof C]-?: K extends keyof FilledFields
    ? undefined extends C[K]
      ? never
      : [Extract<C[K], FilledFields[K]>] extends [never]
        ? unknown extends C[K]
          ? never
          : K
        : never
    : never;
}[Declared<C> & keyof C];

/**
 * The values of a condition's `status`: a boolean stands for `'True'` and `'False'`, other values are those of the schema's enum. A member
 * of an object, so that the compiler's messages show the values.
 */
export type ConditionStatusOf<C> = {
  readonly status:
    | ('True' extends Text<C, 'status'> ? true : never)
    | ('False' extends Text<C, 'status'> ? false : never)
    | ('Unknown' extends Text<C, 'status'> ? 'Unknown' : never)
    | (string extends Text<C, 'status'> ? never : Exclude<Text<C, 'status'>, 'True' | 'False'>);
}['status'];

/** The values of a condition's `type`. */
export type ConditionTypeOf<C> = Text<C, 'type'>;

/** A word for programs, in CamelCase; optional only in kinds whose conditions have no such field. */
type ReasonOf<C> = 'reason' extends keyof C ? { readonly reason: Text<C, 'reason'> } : { readonly reason?: string };

/** Fields beyond those of `metav1.Condition`, such as `severity`, as optional as the schema has them. */
type OwnFields<C> = { readonly [K in keyof C as K extends keyof FilledFields ? never : K]: C[K] };

/** What a controller says about a condition besides its type and status. */
export type ConditionDetailsOf<C> = ReasonOf<C> & {
  /** A sentence for people. Default `''`, or left out if the schema rejects an empty message. */
  readonly message?: string | undefined;
} & OwnFields<C>;

/** A condition of a status `S` if a writer can make one; else `never`. */
type ConditionIn<S> = WritableCondition<'conditions' extends keyof S ? ElementOf<NonNullable<S['conditions']>> : never>;

type ElementOf<L> = unknown extends L
  ? Condition
  : {} extends L
    ? Condition
    : L extends readonly (infer C)[]
      ? unknown extends C
        ? Condition
        : C
      : never;

type WritableCondition<C> = [ConditionTypeOf<C>] extends [never]
  ? never
  : [ConditionStatusOf<C>] extends [never]
    ? never
    : [Unfillable<C>] extends [never]
      ? C
      : never;

/** The compiler's message for kinds whose conditions a {@link StatusWriter} cannot write. */
type NoConditions =
  'this kind has no status.conditions whose type, status and other required fields can be written; use status.set';

/** The types of conditions that a status accepts; a message of the compiler if it has none. */
export type ConditionType<S> = [ConditionIn<S>] extends [never] ? NoConditions : ConditionTypeOf<ConditionIn<S>>;

/** The statuses of conditions that a status accepts. */
export type ConditionStatus<S> = [ConditionIn<S>] extends [never] ? never : ConditionStatusOf<ConditionIn<S>>;

/** What to say about a condition besides its type and status. */
export type ConditionDetails<S> = ConditionDetailsOf<ConditionIn<S>>;
