import { times, UNBOUNDED } from '../cel/call-costs.js';
import { declaredType, MAX_REQUEST_BYTES } from '../cel/declared-type.js';
import { forbiddenValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { additionalOf } from '../schema/json-schema.js';
import type { JsonSchema } from '../schema/json-schema.js';
import type { Structural } from '../schema/structural.js';

const RULE_LIMIT = 10_000_000;
const TOTAL_LIMIT = 100_000_000;
const MOST_EXPENSIVE = 4;

/** A rule that is paid for, and how often it may have to be evaluated. */
export interface Expense {
  readonly path: string;
  /** What one evaluation costs at most. */
  readonly cost: number;
  readonly schema: Structural;
  /** How many values of the schema an object can have; undefined: as many as fit into a request. */
  readonly cardinality: number | undefined;
}

/** What the rules of a version may cost: each for itself, and all together. */
export class RuleBudget {
  #total = 0;
  #mostExpensive: { readonly path: string; readonly cost: number }[] = [];

  /** Counts a rule, and returns what is wrong with its cost. */
  spend({ path, cost, schema, cardinality }: Expense): FieldCause[] {
    const smallest = declaredType(schema)?.minBytes ?? 0;
    return this.#observe(path, times(cost, cardinality ?? Math.floor(MAX_REQUEST_BYTES / (smallest + 1))), 'rule');
  }

  /** Counts the expression of a message, which is evaluated for one value. */
  spendOnMessage(path: string, cost: number): FieldCause[] {
    return this.#observe(path, cost, 'messageExpression');
  }

  /** What is wrong with the cost of all rules together. */
  totalFaults(path: string): FieldCause[] {
    if (this.#total <= TOTAL_LIMIT) return [];
    const says = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#mostExpensive.map((rule) => forbiddenValue(rule.path, says)),
      forbiddenValue(path, exceeded(name, this.#total, TOTAL_LIMIT)),
    ];
  }

  #observe(path: string, cost: number, name: string): FieldCause[] {
    this.#total = Math.min(UNBOUNDED, this.#total + cost);
    if (cost >= TOTAL_LIMIT / 100) {
      const all = [...this.#mostExpensive, { path, cost }];
      this.#mostExpensive = all.sort((one, other) => other.cost - one.cost).slice(0, MOST_EXPENSIVE);
    }
    return cost > RULE_LIMIT ? [forbiddenValue(path, exceeded(`estimated ${name} cost`, cost, RULE_LIMIT))] : [];
  }
}

function exceeded(name: string, cost: number, limit: number): string {
  const ratio = cost / limit;
  const factor = ratio > 100 ? 'more than 100x' : ratio < 1.5 ? `${ratio.toFixed(6)}x` : `${ratio.toFixed(1)}x`;
  const help =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${name} exceeds budget by factor of ${factor} (${help})`;
}

/** How many values the parts of a schema can have in an object that can have so many of the schema itself. */
export function childCardinality(schema: JsonSchema, cardinality: number | undefined): number | undefined {
  if (cardinality === undefined) return undefined;
  const isMap =
    schema.type === 'object' &&
    (additionalOf(schema) !== undefined || typeof schema.additionalProperties === 'boolean');
  if (!isMap && schema.type !== 'array') return cardinality;
  const most = isMap ? schema.maxProperties : schema.maxItems;
  return most === undefined ? undefined : times(cardinality, Math.max(0, Number(most)));
}
