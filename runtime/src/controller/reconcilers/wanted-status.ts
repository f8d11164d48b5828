import type { Condition } from '../../api/meta-types.js';
import type { KubernetesObject } from '../../api/object.js';
import type { NewCondition } from '../helpers/conditions.js';
import { setCondition } from '../helpers/conditions.js';
import { equalJson, isJsonObject } from '../helpers/json.js';

/** A status, as far as it is looked into. */
export interface StatusShape {
  readonly conditions?: readonly Condition[] | undefined;
  readonly [field: string]: unknown;
}

/** What a run has to say about the status of its object. */
export class WantedStatus {
  /** A field that is undefined is to go. */
  readonly #fields = new Map<string, unknown>();
  readonly #conditions = new Map<string, NewCondition>();

  get isEmpty(): boolean {
    return this.#fields.size === 0 && this.#conditions.size === 0;
  }

  set(field: string, value: unknown): void {
    this.#fields.set(field, value);
  }

  has(field: string): boolean {
    return this.#fields.has(field);
  }

  setCondition(condition: NewCondition): void {
    this.#conditions.set(condition.type, condition);
  }

  /** The fields that differ from the status as it is, with their new values: undefined for one that is to go. */
  differencesTo(status: StatusShape = {}, now: number): Map<string, unknown> {
    const differences = new Map([...this.#fields].filter(([field, value]) => !equalJson(value, status[field])));
    if (this.#conditions.size === 0) return differences;
    const before = conditionsOf(this.#fields.get('conditions') ?? status.conditions);
    const conditions = this.#merged(before, now);
    if (equalJson(conditions, status.conditions ?? [])) differences.delete('conditions');
    else differences.set('conditions', conditions);
    return differences;
  }

  /** Whether the status has something that the run did not speak of, and that may be ours all the same. */
  leavesOut(status: StatusShape = {}): boolean {
    return Object.keys(status).some((field) => {
      if (field !== 'conditions' || this.#fields.has(field)) return !this.#fields.has(field);
      return conditionsOf(status.conditions).some(({ type }) => !this.#conditions.has(type));
    });
  }

  /**
   * All that an apply is to say: what was said before (`owned`) and what the run says now. The status as it is gives the
   * times of transition.
   */
  intent(owned: StatusShape = {}, status: StatusShape = {}, now: number): StatusShape {
    const fields = Object.entries({ ...owned, ...Object.fromEntries(this.#fields) }).filter(
      ([field, value]) => field !== 'conditions' && value !== undefined,
    );
    const kept = conditionsOf(this.#fields.get('conditions') ?? owned.conditions);
    const ours = new Set([...kept.map(({ type }) => type), ...this.#conditions.keys()]);
    const merged = this.#merged(conditionsOf(status.conditions), now);
    const known = new Map([...kept, ...merged].map((condition) => [condition.type, condition]));
    const conditions = [...ours].flatMap((type) => known.get(type) ?? []);
    return { ...Object.fromEntries(fields), ...(conditions.length > 0 && { conditions }) };
  }

  #merged(conditions: readonly Condition[], now: number): readonly Condition[] {
    let merged = conditions;
    for (const condition of this.#conditions.values()) ({ conditions: merged } = setCondition(merged, condition, now));
    return merged;
  }
}

/** The status of an object; undefined where it has none. */
export function statusOf(object: KubernetesObject): StatusShape | undefined {
  const { status } = object as { readonly status?: unknown };
  return isJsonObject(status) ? status : undefined;
}

function conditionsOf(value: unknown): readonly Condition[] {
  return Array.isArray(value) ? (value as readonly Condition[]) : [];
}
