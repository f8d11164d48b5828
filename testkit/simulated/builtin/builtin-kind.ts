import type { JsonObject } from '../objects/api-object.js';
import type { AllObjects, FindObject, KindChange, KindSurroundings } from '../rules/kind-rules.js';
import { objectIn } from './checks.js';
import type { FieldCause } from './faults.js';

/** What is known of a write when the server sets fields by itself. */
export interface PrepareContext {
  /** True for an object that is not stored yet. */
  readonly creating: boolean;
  /** The state that is replaced; undefined for a create. */
  readonly before: JsonObject | undefined;
  /** RFC 3339. */
  readonly now: string;
  /** Another object by its collection (`priorityclasses.scheduling.k8s.io`) and its key; undefined where there is none. */
  readonly find: FindObject;
  /** All objects of a collection such as `services.`. */
  readonly all: AllObjects;
}

/** Whether a write has changed what is desired. */
export function isNewGeneration(object: JsonObject, before: JsonObject): boolean {
  return objectIn(object, 'metadata')['generation'] !== objectIn(before, 'metadata')['generation'];
}

/** What one kind adds to what all built-in kinds have in common. */
export interface BuiltinKind {
  /** Maps in the metadata whose changes count as changes of what is desired. Default: none. */
  readonly countsMetadata?: readonly string[];
  /** Changes an object right after it was read from the request, as conversions do. */
  decode?(object: JsonObject): void;
  /** Fills in what depends on more than one struct; the recorded defaults are there already. */
  applyDefaults?(object: JsonObject): void;
  /** Sets what the server or its admission set, which belongs to no field manager. */
  prepare?(object: JsonObject, context: PrepareContext): void;
  /** The same for a write of the status; `now` is RFC 3339. */
  prepareStatus?(object: JsonObject, before: JsonObject, now: string): void;
  /** Fills in what is missing in an object when it is read back from the store; true where something was. */
  readBack?(object: JsonObject): boolean;
  /** Why an object that is valid is not admitted; undefined: it is. */
  admissionFault?(change: KindChange, surroundings: KindSurroundings): string | undefined;
  /** Returns what the server warns of, but for the template of pods, of which every kind is warned after that. */
  warnings?(object: JsonObject, before?: JsonObject): string[];
  /** What the server warns of after the template. */
  lateWarnings?(object: JsonObject, before?: JsonObject): string[];
  /** Whether a change is one of the template of pods, so that the server warns of it. Default: every one of the generation is. */
  readonly hasNewTemplate?: (object: JsonObject, before: JsonObject) => boolean;
  /** The same for a write of the status. */
  statusWarnings?(object: JsonObject): string[];
  /** Returns what is wrong, in the server's order. */
  validate?(change: KindChange): FieldCause[];
}
