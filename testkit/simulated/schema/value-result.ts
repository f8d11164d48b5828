import { jsonText } from '../objects/json-text.js';
import {
  invalidType,
  invalidValue,
  NO_PATH,
  requiredValue,
  tooLong,
  tooMany,
  unsupportedValue,
} from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import type { Correlation } from './correlation.js';

/** Where a value is, and what it replaces. */
export interface ValuePlace {
  /** Dotted, `''` for the root. */
  readonly path: string;
  /** Undefined: nothing comparable is replaced. */
  readonly correlation?: Correlation | undefined;
}

/** Checks values against a schema. */
export interface Validator {
  validate(value: unknown, place: ValuePlace): ValueResult;
}

/** One violation of a schema. `text` tells violations apart: the server reports each text once. */
export interface Violation {
  readonly text: string;
  /** Makes the cause, at a path before which `prefix` is put. */
  readonly cause: (prefix: string) => FieldCause;
}

/**
 * What validating a value has found. `matches` counts checks that were made: of several alternatives that all fail, the
 * one with the most is reported.
 */
export class ValueResult {
  readonly violations: Violation[] = [];
  matches = 0;

  get valid(): boolean {
    return this.violations.length === 0;
  }

  add(violation: Violation): void {
    if (!this.violations.some(({ text }) => text === violation.text)) this.violations.push(violation);
  }

  merge(other: ValueResult): void {
    for (const violation of other.violations) this.add(violation);
    this.matches += other.matches;
  }
}

/** A violation whose message begins with the path of the value. */
export function wrongValue(path: string, value: unknown, says: string): Violation {
  const text = `${path} in body ${says}`;
  return { text, cause: (prefix) => invalidValue(fieldAt(prefix, path), value, text) };
}

/** A value of another type; `found` is its type's name. */
export function wrongType(path: string, expected: string, found: string): Violation {
  const text = `${path} in body must be of type ${expected}: ${JSON.stringify(found)}`;
  return { text, cause: (prefix) => invalidType(fieldAt(prefix, path), found, text) };
}

export function missingField(path: string): Violation {
  return { text: `${path} in body is required`, cause: (prefix) => requiredValue(fieldAt(prefix, path)) };
}

export function notInEnum(path: string, value: unknown, allowed: readonly unknown[]): Violation {
  const values = allowed.map((item) => (typeof item === 'string' ? item : jsonText(item)));
  return {
    text: `${path} in body should be one of [${values.join(' ')}]`,
    cause: (prefix) => unsupportedValue(fieldAt(prefix, path), value, values),
  };
}

export function longText(path: string, maximum: number): Violation {
  return {
    text: `${path} in body should be at most ${maximum} chars long`,
    cause: (prefix) => tooLong(fieldAt(prefix, path), maximum),
  };
}

export function manyOf(
  what: 'items' | 'properties',
  path: string,
  size: { actual: number; maximum: number },
): Violation {
  return {
    text: `${path} in body should have at most ${size.maximum} ${what}`,
    cause: (prefix) => tooMany(fieldAt(prefix, path), size.actual, size.maximum),
  };
}

/** A violation that the server attributes to no field. */
export function unlocated(text: string): Violation {
  return { text, cause: (prefix) => invalidValue(prefix === '' ? NO_PATH : prefix, '', text) };
}

/** Where a value is that a schema refuses; `prefix` is what the schema is the schema of. */
export function fieldAt(prefix: string, path: string): string {
  const name = path.startsWith('.') ? path.slice(1) : path;
  if (name === '') return prefix === '' ? NO_PATH : prefix;
  return prefix === '' ? name : `${prefix}.${name}`;
}
