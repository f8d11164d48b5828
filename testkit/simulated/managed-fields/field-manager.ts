import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import type { MapType } from '../types/merge-type.js';
import { typeFault } from './check-type.js';
import { compare, excluding } from './compare.js';
import type { Comparison } from './compare.js';
import { createdFields } from './created-fields.js';
import { ApplyConflictError } from './apply-conflict.js';
import type { FieldConflict } from './apply-conflict.js';
import { FieldSet } from './field-set.js';
import type { FieldPath } from './field-set.js';
import { capUpdaters, decodeManagers, encodeManagers, managerKey } from './managed-entries.js';
import type { ManagerIdentity, Managers } from './managed-entries.js';
import { merge } from './merge.js';
import { TypedValueError } from './path-element.js';
import { fieldsOf, without, withNamedFields } from './typed-object.js';

/** What a {@link FieldManager} has to know of the resource and of the write. */
export interface FieldManagerOptions {
  /** The version that the request is in. */
  readonly apiVersion: string;
  /** The type of the objects in a version; undefined for one that is no longer served. */
  readonly typeAt: (apiVersion: string) => MapType | undefined;
  /** Whether objects are converted from version to version. Others keep fields that a version lacks, which is a fault. */
  readonly isConverted: boolean;
  /** An object of the kind in which nothing is set. */
  readonly empty: () => JsonObject;
  /** What writes to this resource or subresource cannot change, and so cannot own. */
  readonly resetFields: FieldSet;
  /** `''` for the object itself. */
  readonly subresource: string;
  /** RFC 3339. */
  readonly now: string;
  /** The one field that writes to a scale see: only its managers count there. Default: all fields do. */
  readonly scaleField?: FieldPath | undefined;
}

/** In which version a scale is written, whatever it is the scale of. */
const SCALE_VERSION = 'autoscaling/v1';

/** What belongs to no manager. */
const unowned = FieldSet.of(
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...['name', 'namespace', 'creationTimestamp', 'selfLink', 'uid', 'clusterName'].map((name) => [
    'f:metadata',
    `f:${name}`,
  ]),
  ...['generation', 'managedFields', 'resourceVersion'].map((name) => ['f:metadata', `f:${name}`]),
);

const SELF = 'current-operation';
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** Keeps `metadata.managedFields` for one write. Objects go in and out whole; they are not changed. */
export class FieldManager {
  readonly #options: FieldManagerOptions;

  constructor(options: FieldManagerOptions) {
    this.#options = options;
  }

  /** The new object with the managed fields that its write makes; `live` is undefined for a create. */
  update(live: ApiObject | undefined, next: ApiObject, manager: string): ApiObject {
    const managers = this.#managersOf(live, next);
    // An object that was made without managers gets them with the first apply.
    if (live !== undefined && !this.#isManaged(managers)) return withManagers(next, managers);
    try {
      this.#track(managers, live ?? this.#options.empty(), next, this.#identity(manager, 'Update'));
    } catch (error) {
      if (!(error instanceof TypedValueError)) throw error;
      // It is for validation to refuse what has no identity; until then nobody manages anything.
      return withoutManagers(next);
    }
    this.#disownZero(managers, next);
    capUpdaters(managers);
    return withManagers(next, managers);
  }

  /** A scale of zero does not show its replicas, so nobody manages them any more. */
  #disownZero(managers: Managers, next: ApiObject): void {
    const { scaleField } = this.#options;
    if (scaleField === undefined) return;
    let value: unknown = next;
    for (const element of scaleField) value = isJsonObject(value) ? value[element.slice('f:'.length)] : undefined;
    if (value !== 0) return;
    for (const [key, entry] of managers) {
      const fields = entry.fields.difference(FieldSet.of(scaleField));
      if (fields.isEmpty) managers.delete(key);
      else managers.set(key, { ...entry, fields });
    }
  }

  /**
   * Merges a configuration into the live object, which is undefined where there is none yet. Throws
   * {@link ApplyConflictError} for fields of other managers, unless `force` takes them.
   */
  apply(
    live: ApiObject | undefined,
    config: JsonObject,
    { manager, force }: { manager: string; force: boolean },
  ): ApiObject {
    const { apiVersion, now } = this.#options;
    const managers = decodeManagers(live?.metadata['managedFields']) ?? new Map();
    const before = withoutManagers(live ?? this.#options.empty());
    if (!this.#isManaged(managers)) this.#manageFirst(managers, before);
    const type = this.#type(apiVersion);
    const identity = this.#identity(manager, 'Apply');
    const key = managerKey(identity);
    const previous = managers.get(key);
    const fields = fieldsOf(config, type).recursiveDifference(this.#options.resetFields);
    managers.set(key, { ...identity, time: previous?.time, fields });
    const merged = merge(before, config, type) as JsonObject;
    const next = previous === undefined ? merged : this.#prune(merged, managers, previous);
    this.#takeChanges(managers, key, { before, next, force });
    const isSame = sameJson(before, next);
    strip(managers, key);
    const own = managers.get(key);
    // The server forgets when something was scaled.
    const time = this.#options.scaleField === undefined ? now : undefined;
    if (own && !isSame) managers.set(key, { ...own, time });
    return withManagers((isSame ? before : next) as ApiObject, managers);
  }

  /** Whether anybody manages what a write can see. */
  #isManaged(managers: Managers): boolean {
    const { scaleField } = this.#options;
    if (scaleField === undefined) return managers.size > 0;
    return [...managers.values()].some(({ fields }) => fields.hasPath(scaleField));
  }

  /** Gives what nobody manages to a manager of its own. */
  #manageFirst(managers: Managers, before: JsonObject): void {
    const { scaleField } = this.#options;
    const identity = this.#identity(BEFORE_FIRST_APPLY, 'Update');
    if (scaleField === undefined) return this.#track(managers, this.#options.empty(), before, identity);
    managers.set(managerKey(identity), { ...identity, time: undefined, fields: FieldSet.of(scaleField) });
  }

  #identity(manager: string, operation: ManagerIdentity['operation']): ManagerIdentity {
    const { apiVersion, subresource } = this.#options;
    return { manager: manager === '' ? 'unknown' : manager, operation, apiVersion, subresource };
  }

  /** Those that the request brings along, where it may; else those of the live object. */
  #managersOf(live: ApiObject | undefined, next: ApiObject): Managers {
    const sent = next.metadata['managedFields'];
    const present = (): Managers => decodeManagers(live?.metadata['managedFields']) ?? new Map();
    if (this.#options.subresource !== '') return present();
    if (isReset(sent)) return new Map();
    const managers = decodeManagers(sent);
    return managers === undefined || managers.size === 0 ? present() : managers;
  }

  /** Gives the fields that differ between two states to a manager. */
  #track(managers: Managers, before: JsonObject, next: JsonObject, identity: ManagerIdentity): void {
    const states = { before: withoutManagers(before), next: withoutManagers(next), force: true };
    const find = (): FieldSet => changed(this.#takeChanges(managers, SELF, states));
    const fields = managers.size === 0 && before === this.#options.empty() ? this.#created(states.next, find) : find();
    if (fields.isEmpty) return;
    const key = managerKey(identity);
    const previous = managers.get(key)?.fields ?? new FieldSet();
    // The server forgets when something was scaled.
    const time = identity.subresource === 'scale' ? undefined : this.#options.now;
    managers.set(key, { ...identity, time, fields: fields.union(previous) });
  }

  /** The fields of an object that is new and nobody's yet. */
  #created(next: JsonObject, find: () => FieldSet): FieldSet {
    const { apiVersion, resetFields, empty } = this.#options;
    return createdFields(next, { type: this.#type(apiVersion), empty: empty(), resetFields }, find);
  }

  /** Takes what changes between two states away from all managers but one; without `force`, it must not be theirs. */
  #takeChanges(
    managers: Managers,
    self: string,
    { before, next, force }: { readonly before: JsonObject; readonly next: JsonObject; readonly force: boolean },
  ): Comparison {
    const { apiVersion, resetFields } = this.#options;
    const own = excluding(compare(before, next, this.#type(apiVersion)), resetFields);
    const versions = new Map([[apiVersion, own]]);
    const conflicts: FieldConflict[] = [];
    const taken = new Map<string, FieldSet>();
    for (const [key, entry] of managers) {
      if (key === self) continue;
      const comparison = versions.get(entry.apiVersion) ?? this.#compareAt(entry.apiVersion, before, next);
      if (comparison === undefined) {
        managers.delete(key);
        continue;
      }
      versions.set(entry.apiVersion, comparison);
      const lost = entry.fields.intersection(comparison.modified.union(comparison.added));
      if (!lost.isEmpty) conflicts.push({ entry, fields: lost });
      taken.set(key, lost.union(comparison.removed));
    }
    if (!force && conflicts.length > 0) throw new ApplyConflictError(conflicts.map((one) => this.#shown(one)));
    for (const [key, lost] of taken) reduce(managers, key, lost);
    return own;
  }

  /** A conflict as the client sees it: of a scale, all managers are shown in its version. */
  #shown({ entry, fields }: FieldConflict): FieldConflict {
    if (this.#options.scaleField === undefined) return { entry, fields };
    return { entry: { ...entry, apiVersion: SCALE_VERSION }, fields };
  }

  #compareAt(apiVersion: string, before: JsonObject, next: JsonObject): Comparison | undefined {
    const type = this.#options.typeAt(apiVersion);
    if (type === undefined) return undefined;
    for (const state of this.#options.isConverted ? [] : [before, next]) {
      const fault = typeFault(state, type);
      if (fault !== undefined) throw new TypedValueError(fault);
    }
    return compare(before, next, type);
  }

  /** Removes what the manager applied before and does not any more, unless somebody else owns it. */
  #prune(
    merged: JsonObject,
    managers: Managers,
    previous: { readonly apiVersion: string; readonly fields: FieldSet },
  ): JsonObject {
    const type = this.#options.typeAt(previous.apiVersion);
    if (type === undefined || previous.fields.isEmpty) return merged;
    const last = withNamedFields(previous.fields, type);
    let owned = new FieldSet();
    for (const { fields } of managers.values()) owned = owned.union(fields);
    const mergedFields = withNamedFields(fieldsOf(merged, type), type);
    const prunedFields = (pruned: unknown): FieldSet => withNamedFields(fieldsOf(pruned, type), type);
    const first = without(merged, last, type);
    const kept = prunedFields(first).union(withNamedFields(owned, type));
    const second = without(merged, mergedFields.difference(kept), type);
    const dangling = mergedFields.difference(prunedFields(second)).intersection(last);
    return (without(merged, dangling, type) ?? {}) as JsonObject;
  }

  #type(apiVersion: string): MapType {
    const type = this.#options.typeAt(apiVersion);
    if (type === undefined) throw new Error(`no type is known for ${apiVersion}`);
    return type;
  }
}

/** What a manager gets of a change. */
function changed({ modified, added }: Comparison): FieldSet {
  return modified.union(added).difference(unowned);
}

function reduce(managers: Managers, key: string, lost: FieldSet): void {
  const entry = managers.get(key);
  if (entry === undefined) return;
  const fields = entry.fields.difference(lost);
  if (fields.isEmpty) managers.delete(key);
  else managers.set(key, { ...entry, fields });
}

function strip(managers: Managers, key: string): void {
  reduce(managers, key, unowned);
}

/** `[]` and `[{}]` ask to forget all managers. */
function isReset(managedFields: unknown): boolean {
  if (!Array.isArray(managedFields)) return false;
  return managedFields.length === 0 || (managedFields.length === 1 && sameJson(managedFields[0], {}));
}

/** The object itself where nobody manages anything in it. */
function withoutManagers(object: JsonObject): ApiObject {
  const { metadata } = object;
  if (isJsonObject(metadata) && !('managedFields' in metadata)) return object as ApiObject;
  const { managedFields: _managers, ...bare } = (metadata ?? {}) as JsonObject;
  return { ...object, metadata: bare };
}

function withManagers(object: ApiObject, managers: Managers): ApiObject {
  const metadata = { ...withoutManagers(object).metadata };
  const managedFields = encodeManagers(managers);
  if (managedFields !== undefined) metadata['managedFields'] = managedFields;
  return { ...object, metadata };
}
