/**
 * What controllers do beside reading and writing, each usable on its own: none of it loads the manager.
 */
export { applyIfChanged, IntentMemory } from './apply-if-changed.js';
export type { ApplyIfChangedOptions, ApplyIfChangedResult, IntentMemoryOptions } from './apply-if-changed.js';
export { findCondition, isConditionFalse, isConditionTrue, removeCondition, setCondition } from './conditions.js';
export type { NewCondition, SetConditionOptions, SetConditionResult } from './conditions.js';
export { InvalidConditionError } from './condition-after.js';
export type {
  ConditionDetails,
  ConditionDetailsOf,
  ConditionShape,
  ConditionStatus,
  ConditionStatusOf,
  ConditionType,
  ConditionTypeOf,
} from './condition-types.js';
export type { StatusOf, StatusWriter, WholeOf } from './status-types.js';
export { createOrUpdate } from './create-or-update.js';
export type { Changeable, CreateOrUpdateRequest, CreateOrUpdateResult } from './create-or-update.js';
export { extractOwned, readOwned } from './extract-owned.js';
export type { ExtractOptions } from './extract-owned.js';
export { addFinalizer, finalizerState, removeFinalizer } from './finalizers.js';
export type { Finalizable, FinalizerState } from './finalizers.js';
export {
  AlreadyOwnedError,
  controllerOf,
  InvalidOwnerError,
  isOwnedBy,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './owner-references.js';
export type { Owned, OwnedBy, Owner } from './owner-references.js';
export { retryOnConflict } from './retry-on-conflict.js';
export type { RetryOnConflictOptions } from './retry-on-conflict.js';
export { toMicroTime, toTime } from './times.js';
export { writeStatus } from './write-status.js';
export type { WriteStatusRequest } from './write-status.js';
