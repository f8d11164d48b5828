import { InformerError } from '../../api/informer-error.js';
import type { Condition } from '../../api/meta-types.js';
import { toTime } from './times.js';

/** What a controller has to say about one aspect of an object. */
export interface NewCondition {
  readonly type: string;
  readonly status: Condition['status'] | boolean;
  /** A word for programs, in CamelCase. */
  readonly reason: string;
  /** A sentence for people. Default `''`. */
  readonly message?: string | undefined;
  /** The generation of the object that was looked at, read before the work. Default: none, which says less. */
  readonly observedGeneration?: number | undefined;
  /** When the status changed. Default: now, where it changes; else what it was. */
  readonly lastTransitionTime?: string | undefined;
}

/** What {@link setCondition} made of a list. */
export interface SetConditionResult {
  /** A new list where something changed, else the very list that was given. */
  readonly conditions: readonly Condition[];
  /** Write the status only then. */
  readonly changed: boolean;
}

/**
 * The server would refuse a condition.
 *
 * @example
 * if (error instanceof InvalidConditionError) console.log(error.message);
 */
export class InvalidConditionError extends InformerError {
  override readonly name = 'InvalidConditionError';

  constructor(problem: string) {
    super('InvalidCondition', problem);
  }
}

const MAX_REASON_LENGTH = 1024;
const MAX_MESSAGE_LENGTH = 32_768;
const MAX_TYPE_LENGTH = 316;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const TYPE =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/**
 * Puts a condition into a list: appends it where its type is new, else replaces the one of that type. The time of transition
 * changes only with the status. The list that is given stays as it is.
 *
 * @example
 * const { changed } = setCondition(conditions, { type: 'Ready', status: true, reason: 'Replicas' });
 * changed; // → false
 */
export function setCondition(
  conditions: readonly Condition[] = [],
  condition: NewCondition,
  now: Date | number = Date.now(),
): SetConditionResult {
  check(condition);
  const at = conditions.findIndex(({ type }) => type === condition.type);
  const before = conditions[at];
  const after = conditionAfter(before, condition, now);
  if (before === undefined) return { conditions: [...conditions, after], changed: true };
  if (isSame(before, after)) return { conditions, changed: false };
  return { conditions: conditions.map((each, index) => (index === at ? after : each)), changed: true };
}

/**
 * Takes the condition of a type out of a list; returns the very list where there is none.
 *
 * @example
 * removeCondition(conditions, 'Ready'); // → []
 */
export function removeCondition(conditions: readonly Condition[] = [], type: string): readonly Condition[] {
  const rest = conditions.filter((each) => each.type !== type);
  return rest.length === conditions.length ? conditions : rest;
}

/**
 * Returns the condition of a type.
 *
 * @example
 * findCondition(conditions, 'Ready')?.reason; // → 'Replicas'
 */
export function findCondition(conditions: readonly Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((each) => each.type === type);
}

/**
 * Whether a condition is True. Where the object's generation is given, a condition that was observed on an older one does not
 * count: it speaks of a spec that is no more.
 *
 * @example
 * isConditionTrue(conditions, 'Ready'); // → true
 */
export function isConditionTrue(conditions: readonly Condition[] | undefined, type: string, generation = 0): boolean {
  return isCurrent(findCondition(conditions, type), 'True', generation);
}

/**
 * Whether a condition is there and False; see {@link isConditionTrue}.
 *
 * @example
 * isConditionFalse(conditions, 'Ready'); // → false
 */
export function isConditionFalse(conditions: readonly Condition[] | undefined, type: string, generation = 0): boolean {
  return isCurrent(findCondition(conditions, type), 'False', generation);
}

function isCurrent(found: Condition | undefined, status: Condition['status'], generation: number): boolean {
  return found?.status === status && (found.observedGeneration ?? generation) >= generation;
}

function conditionAfter(before: Condition | undefined, wanted: NewCondition, now: Date | number): Condition {
  const { type, reason, message = '', observedGeneration } = wanted;
  const status = typeof wanted.status === 'boolean' ? (wanted.status ? 'True' : 'False') : wanted.status;
  const transition = wanted.lastTransitionTime ?? toTime(now);
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : transition;
  const generation = observedGeneration ?? before?.observedGeneration;
  return {
    type,
    status,
    reason,
    message,
    lastTransitionTime,
    ...(generation !== undefined && { observedGeneration: generation }),
  };
}

function isSame(a: Condition, b: Condition): boolean {
  return (
    a.status === b.status &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.observedGeneration === b.observedGeneration &&
    a.lastTransitionTime === b.lastTransitionTime
  );
}

function check({ type, reason, message = '', observedGeneration = 0 }: NewCondition): void {
  const problem = (what: string): never => {
    throw new InvalidConditionError(`condition ${JSON.stringify(type)}: ${what}`);
  };
  if (type.length > MAX_TYPE_LENGTH || !TYPE.test(type)) problem('its type is no qualified name');
  if (reason.length > MAX_REASON_LENGTH || !REASON.test(reason))
    problem(`its reason ${JSON.stringify(reason.slice(0, 40))} is no word in CamelCase of up to ${MAX_REASON_LENGTH}`);
  if (message.length > MAX_MESSAGE_LENGTH) problem(`its message is longer than ${MAX_MESSAGE_LENGTH}`);
  if (observedGeneration < 0) problem('its observedGeneration is negative');
}
