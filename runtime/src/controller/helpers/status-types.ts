import type { KubernetesObject } from '../../api/object.js';
import type { WriteViews } from '../../api/write-views.js';
import type { ConditionDetails, ConditionStatus, ConditionType } from './condition-types.js';

/** A status of which nothing is known, as of dynamic kinds. */
interface AnyStatus {
  readonly [field: string]: unknown;
}

/** The type of an object's status. */
export type StatusOf<T> = T extends unknown ? (KubernetesObject extends T ? AnyStatus : DeclaredStatus<T>) : never;

type DeclaredStatus<T> = 'status' extends keyof T
  ? unknown extends T['status']
    ? AnyStatus
    : NonNullable<T['status']>
  : {};

/** The whole object that a projected one is a part of; `T` itself if it is not projected. */
export type WholeOf<T, W extends WriteViews> = W extends { readonly whole: infer Whole } ? Whole : T;

/**
 * Collects what a run reports about its object. The status is written once, at the end of the run, even if the run throws, and only
 * if it differs from the current one.
 */
export interface StatusWriter<S = AnyStatus> {
  /** Sets fields of the status. Other fields are unchanged, and a field that is undefined is removed. */
  set(fields: Partial<S>): void;
  /**
   * Sets one condition, with the fields that the kind's schema declares: `lastTransitionTime` changes with the status alone, and
   * `observedGeneration` is the generation of the object. The conditions of other controllers are unchanged.
   */
  condition(type: ConditionType<S>, status: ConditionStatus<S>, details: ConditionDetails<S>): void;
  /** Removes one of the controller's own conditions. Does nothing if there is no such condition. */
  removeCondition(type: ConditionType<S>): void;
}
