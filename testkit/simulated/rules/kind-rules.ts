import type { StatusCause } from '@informer-gen/runtime/client-go';
import type { JsonObject } from '../objects/api-object.js';

/** Finds an object of the cluster by its collection, such as `priorityclasses.scheduling.k8s.io`, and its key. */
export type FindObject = (collection: string, key: string) => JsonObject | undefined;

/** All objects of a collection of the cluster, in no set order. */
export type AllObjects = (collection: string) => Iterable<JsonObject>;

/** What the server knows when it sets fields by itself. */
export interface KindSurroundings {
  /** RFC 3339. */
  readonly now: string;
  readonly find: FindObject;
  readonly all: AllObjects;
}

/** A write as {@link KindRules.validate} sees it: pruned, defaulted, with its metadata settled. */
export interface KindChange {
  readonly object: JsonObject;
  /** The state that is replaced; undefined for a create. */
  readonly before?: JsonObject | undefined;
  /** Such as `status`; undefined for a write of the object itself. */
  readonly subresource?: string | undefined;
  /** What is wrong with its metadata, which may keep rules from being looked at. Default: nothing. */
  readonly metadataFaults?: readonly StatusCause[];
}

/** What a kind demands of its objects beyond what every object must fulfil. One per served version. */
export interface KindRules {
  /** Removes fields that the schema does not know and returns their paths (`spec.foo`), for `fieldValidation`. */
  prune(object: JsonObject): readonly string[];
  /** What Go says where it cannot convert an object, instead of reading it. Default: it always can. */
  conversionFault?(object: JsonObject): string | undefined;
  /** The JSON of an object that a patch has made; `touched` is how deep it has gone. Default: all keys sorted. */
  patchedJson?(object: JsonObject, touched: unknown): string;
  /** Fills in defaults, also for what was stored before. */
  applyDefaults(object: JsonObject): void;
  /** Whether nothing was taken from an object, since it was read, that has a default. Missing: something may be. */
  isComplete?(object: JsonObject): boolean;
  /**
   * Sets what the server sets by itself, in place, when metadata and status of the object are settled and before it is
   * checked. Default: nothing.
   */
  prepare?(change: KindChange, surroundings: KindSurroundings): void;
  /** Returns what is wrong, as the API server says it: causes in its order with its messages. */
  validate(change: KindChange): readonly StatusCause[];
  /** Changes an object, in place, as reading it back from the store does; true where it has. Default: it does not. */
  readBack?(object: JsonObject): boolean;
  /** Why a write that is valid is not admitted; undefined: it is. Default: every one is. */
  admissionFault?(change: KindChange, surroundings: KindSurroundings): string | undefined;
  /** Returns what the answer to such a write warns of. Default: nothing. */
  warnings?(change: KindChange): readonly string[];
  /** Rules that the simulation cannot check, in one sentence each; the first write warns of them. */
  readonly unsupported: readonly string[];
}
