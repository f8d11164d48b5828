import type { Condition } from '../../api/meta-types.js';
import { conditionAfter } from './condition-after.js';
import type { ConditionDetailsOf, ConditionShape, ConditionStatusOf, ConditionTypeOf } from './condition-types.js';

/** A new value of one condition, typed by the conditions `C` of the list that it is for. */
export type NewCondition<C extends ConditionShape = Condition> = ConditionDetailsOf<C> & {
  readonly type: ConditionTypeOf<C>;
  readonly status: ConditionStatusOf<C> | Extract<C['status'], string>;
  /** The generation of the object that was reconciled, read before the work. Default: that of the condition before, if any. */
  readonly observedGeneration?: number | undefined;
  /** The time when the status changed. Default: now if the status differs, else the time of the condition before. */
  readonly lastTransitionTime?: string | undefined;
};

/** A list after {@link setCondition}. */
export interface SetConditionResult<C extends ConditionShape = Condition> {
  /** A new list if anything changed, else the list that was given. */
  readonly conditions: readonly C[];
  /** Write the status only then. */
  readonly changed: boolean;
}

/** Options of {@link setCondition}. */
export interface SetConditionOptions {
  /** The current time. Default: the time of the machine. */
  readonly now?: Date | number | undefined;
  /** The fields that the schema of the conditions declares; no other field is set. Default: those of `metav1.Condition`, and any that are given. */
  readonly fields?: readonly string[] | undefined;
}

/** Returns a list of one condition for a list that is empty or undefined. */
export function setCondition(
  conditions: readonly never[] | undefined,
  condition: NewCondition,
  time?: Date | number | SetConditionOptions,
): SetConditionResult;
/**
 * Returns a list with one condition set: appended if its type is new, else in the position of the one before. The time of
 * transition changes with the status alone. Neither the list nor its elements are modified, and the order of the others stays. It works on
 * any list of conditions, such as `status.parents[].conditions`.
 *
 * @example
 * const { changed } = setCondition(conditions, { type: 'Ready', status: true, reason: 'Replicas' }, Date.now());
 * changed; // → false
 */
export function setCondition<C extends ConditionShape>(
  conditions: readonly C[] | undefined,
  condition: NewCondition<C>,
  time?: Date | number | SetConditionOptions,
): SetConditionResult<C>;
export function setCondition<C extends ConditionShape>(
  conditions: readonly C[] | undefined,
  condition: NewCondition<C>,
  time: Date | number | SetConditionOptions = {},
): SetConditionResult<C> {
  const options = typeof time === 'number' || time instanceof Date ? { now: time } : time;
  const list = conditions ?? [];
  const { type } = condition;
  const at = list.findIndex((each) => each.type === type);
  const before = list[at];
  const { condition: after, changed } = conditionAfter(
    before,
    { ...condition, message: condition.message ?? '' },
    options,
  );
  if (!changed) return { conditions: list, changed };
  // Its fields are those that the type of the new condition has.
  const set = after as object as C;
  return {
    conditions: before === undefined ? [...list, set] : list.map((each, index) => (index === at ? set : each)),
    changed,
  };
}

/**
 * Removes the condition of a type; returns the list that was given if it has none.
 *
 * @example
 * removeCondition(conditions, 'Ready'); // → []
 */
export function removeCondition<C extends ConditionShape>(conditions: readonly C[] = [], type: string): readonly C[] {
  const rest = conditions.filter((each) => each.type !== type);
  return rest.length === conditions.length ? conditions : rest;
}

/**
 * Returns the condition of a type.
 *
 * @example
 * findCondition(conditions, 'Ready')?.reason; // → 'Replicas'
 */
export function findCondition<C extends ConditionShape>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((each) => each.type === type);
}

/**
 * Returns whether a condition is True. If the object's generation is given, a condition that was observed on an older one does not
 * count, because it describes an earlier spec.
 *
 * @example
 * isConditionTrue(conditions, 'Ready'); // → true
 */
export function isConditionTrue(
  conditions: readonly ConditionShape[] | undefined,
  type: string,
  generation = 0,
): boolean {
  return isCurrent(findCondition(conditions, type), 'True', generation);
}

/**
 * Returns whether a condition is present and False; see {@link isConditionTrue}.
 *
 * @example
 * isConditionFalse(conditions, 'Ready'); // → false
 */
export function isConditionFalse(
  conditions: readonly ConditionShape[] | undefined,
  type: string,
  generation = 0,
): boolean {
  return isCurrent(findCondition(conditions, type), 'False', generation);
}

function isCurrent(found: ConditionShape | undefined, status: string, generation: number): boolean {
  return found?.status === status && Number(found.observedGeneration ?? generation) >= generation;
}
