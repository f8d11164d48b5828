import { LabelSelectorError } from './label-selector-error.js';
import type { Labels, LabelOperator, LabelRequirement } from './label-selector.js';
import { labelKeyProblem, labelValueProblem } from './label-validation.js';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/** The parts of a requirement before they are checked. */
export interface RequirementParts {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values?: readonly string[];
}

/**
 * Makes a requirement. Throws a {@link LabelSelectorError} when the key, a value or the number of values is not what the
 * operator takes: `in` and `notin` one or more, `=`, `==`, `!=`, `gt` and `lt` one, `exists` and `!` none.
 *
 * @example
 * newRequirement({ key: 'tier', operator: 'in', values: ['web', 'db'] }).matches({ tier: 'web' }); // → true
 */
export function newRequirement({ key, operator, values = [] }: RequirementParts): LabelRequirement {
  const problem = labelKeyProblem(key) ?? countProblem(operator, values.length);
  if (problem !== undefined) throw new LabelSelectorError(`${quote(key)}: ${problem}`);
  for (const value of values) {
    const wrong = labelValueProblem(value) ?? integerProblem(operator, value);
    if (wrong !== undefined) throw new LabelSelectorError(`${quote(key)}: value ${quote(value)}: ${wrong}`);
  }
  return new Requirement(key, operator, [...new Set(values)].sort());
}

class Requirement implements LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
  /** The number to compare with; only `gt` and `lt` have one. */
  readonly #bound: bigint;

  constructor(key: string, operator: LabelOperator, values: readonly string[]) {
    this.key = key;
    this.operator = operator;
    this.values = values;
    this.#bound = operator === 'gt' || operator === 'lt' ? BigInt(values[0] ?? 0) : 0n;
  }

  matches(labels: Labels | undefined): boolean {
    // Not `in` or hasOwn: whatever an object inherits (`constructor`) is no string, and a label always is.
    const value: unknown = labels?.[this.key];
    const exists = typeof value === 'string';
    switch (this.operator) {
      case '=':
      case '==':
      case 'in':
        return exists && this.values.includes(value);
      case '!=':
      case 'notin':
        return !exists || !this.values.includes(value);
      case 'exists':
        return exists;
      case '!':
        return !exists;
      case 'gt':
      case 'lt':
        return exists && this.#compares(value);
      default:
        return this.operator satisfies never;
    }
  }

  toString(): string {
    switch (this.operator) {
      case 'exists':
        return this.key;
      case '!':
        return `!${this.key}`;
      case 'in':
      case 'notin':
        return `${this.key} ${this.operator} (${this.values.join(',')})`;
      case 'gt':
        return `${this.key}>${this.values[0]}`;
      case 'lt':
        return `${this.key}<${this.values[0]}`;
      default:
        return `${this.key}${this.operator}${this.values[0]}`;
    }
  }

  #compares(text: string): boolean {
    const value = parseInt64(text);
    if (value === undefined) return false;
    return this.operator === 'gt' ? value > this.#bound : value < this.#bound;
  }
}

function countProblem(operator: LabelOperator, count: number): string | undefined {
  switch (operator) {
    case 'in':
    case 'notin':
      return count > 0 ? undefined : `'${operator}' needs at least one value`;
    case 'exists':
    case '!':
      return count === 0 ? undefined : `'${operator}' takes no values`;
    case '=':
    case '==':
    case '!=':
    case 'gt':
    case 'lt':
      return count === 1 ? undefined : `'${operator}' takes exactly one value, not ${count}`;
    default:
      operator satisfies never;
      return `'${String(operator)}' is no operator of label selectors`;
  }
}

function integerProblem(operator: LabelOperator, value: string): string | undefined {
  if (operator !== 'gt' && operator !== 'lt') return undefined;
  return parseInt64(value) === undefined ? `'${operator}' compares with an integer of 64 bits` : undefined;
}

function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text);
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
