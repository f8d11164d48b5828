import { ownValue } from '../../api/own-value.js';
import type { KubernetesObject } from '../../api/object.js';
import { conditionAfter } from './condition-after.js';
import type { ConditionIntent } from './condition-after.js';
import type { ConditionShape } from './condition-types.js';
import { findCondition } from './conditions.js';
import { equalJson, isJsonObject } from './json.js';

/** The part of a status that the writer reads. */
export interface StatusShape {
  readonly conditions?: readonly ConditionShape[] | undefined;
  readonly [field: string]: unknown;
}

/** Everything that one run sets in the status of its object. */
export class WantedStatus {
  /** A field that is undefined is to be removed. */
  readonly #fields = new Map<string, unknown>();
  readonly #conditions = new Map<string, ConditionIntent>();
  readonly #removed = new Set<string>();
  readonly #conditionFields: readonly string[] | undefined;

  /** `conditionFields`: as in `ResourceSpec`. */
  constructor(conditionFields?: readonly string[]) {
    this.#conditionFields = conditionFields;
  }

  get isEmpty(): boolean {
    return this.#fields.size === 0 && !this.#changesConditions;
  }

  set(field: string, value: unknown): void {
    this.#fields.set(field, value);
  }

  has(field: string): boolean {
    return this.#fields.has(field);
  }

  /** The last call for a type counts, also if the other one was {@link removeCondition}. */
  setCondition(condition: ConditionIntent): void {
    this.#removed.delete(condition.type);
    this.#conditions.set(condition.type, condition);
  }

  removeCondition(type: string): void {
    this.#conditions.delete(type);
    this.#removed.add(type);
  }

  /** The types of those removed conditions that a status has. */
  removedIn(status: StatusShape | undefined): readonly string[] {
    return [...this.#removed].filter((type) => findCondition(conditionsOf(status?.conditions), type) !== undefined);
  }

  /** The fields that differ from a status, with their new values; undefined for a field that is to be removed. */
  differencesTo(status: StatusShape = {}, now: number): Map<string, unknown> {
    const differences = new Map(
      [...this.#fields].filter(([field, value]) => !equalJson(value, ownValue(status, field))),
    );
    if (!this.#changesConditions) return differences;
    const before = this.#retained(this.#fields.get('conditions') ?? status.conditions);
    const conditions = this.#merged(before, now);
    if (equalJson(conditions, status.conditions ?? [])) differences.delete('conditions');
    else differences.set('conditions', conditions);
    return differences;
  }

  /** Returns true if a status has a field that the run does not set and that an earlier run may have applied. */
  leavesOut(status: StatusShape = {}): boolean {
    return Object.keys(status).some((field) => {
      if (field !== 'conditions' || this.#fields.has(field)) return !this.#fields.has(field);
      return conditionsOf(status.conditions).some(({ type = '' }) => !this.#conditions.has(type));
    });
  }

  /**
   * The complete intent of an apply: the fields applied before (`owned`), changed by this run. The current `status` gives the times
   * of transition.
   */
  intent(owned: StatusShape = {}, status: StatusShape = {}, now: number): StatusShape {
    const fields = Object.entries({ ...owned, ...Object.fromEntries(this.#fields) }).filter(
      ([field, value]) => field !== 'conditions' && value !== undefined,
    );
    const retained = this.#retained(this.#fields.get('conditions') ?? owned.conditions);
    const current = conditionsOf(status.conditions);
    const after = new Map<string, ConditionShape>();
    for (const [type, wanted] of this.#conditions)
      after.set(type, this.#after(findCondition(current, type), wanted, now).condition);
    const types = new Set([...retained.map(({ type = '' }) => type), ...after.keys()]);
    const conditions = [...types].flatMap((type) => after.get(type) ?? findCondition(retained, type) ?? []);
    return { ...Object.fromEntries(fields), ...(conditions.length > 0 && { conditions }) };
  }

  get #changesConditions(): boolean {
    return this.#conditions.size > 0 || this.#removed.size > 0;
  }

  #retained(conditions: unknown): readonly ConditionShape[] {
    return conditionsOf(conditions).filter(({ type = '' }) => !this.#removed.has(type));
  }

  #merged(conditions: readonly ConditionShape[], now: number): readonly ConditionShape[] {
    const merged = [...conditions];
    for (const [type, wanted] of this.#conditions) {
      const at = merged.findIndex((each) => each.type === type);
      const { condition, changed } = this.#after(merged[at], wanted, now);
      if (changed) merged.splice(at === -1 ? merged.length : at, 1, condition);
    }
    return merged;
  }

  #after(before: object | undefined, wanted: ConditionIntent, now: number): ReturnType<typeof conditionAfter> {
    return conditionAfter(before, wanted, { now, fields: this.#conditionFields });
  }
}

/** Returns the status of an object; undefined if it has none. */
export function statusOf(object: KubernetesObject): StatusShape | undefined {
  const { status } = object as { readonly status?: unknown };
  return isJsonObject(status) ? status : undefined;
}

function conditionsOf(value: unknown): readonly ConditionShape[] {
  return Array.isArray(value) ? (value as readonly ConditionShape[]) : [];
}
