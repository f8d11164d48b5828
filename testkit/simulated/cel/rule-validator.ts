import { isJsonObject } from '../objects/api-object.js';
import { duplicateValue, forbiddenValue, invalidValue, NO_PATH, OMITTED, requiredValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { sortedJson } from '../rules/go-text.js';
import type { Correlation } from '../schema/correlation.js';
import { parseFormatDuration } from '../schema/go-duration.js';
import { childPath, keyPath } from '../schema/json-schema.js';
import type { ValidationRule } from '../schema/json-schema.js';
import { keyOf } from '../schema/list-types.js';
import type { Structural } from '../schema/structural.js';
import { celEnvironment } from './cel-environment.js';
import { celValue } from './cel-values.js';
import { compileRule, evaluate } from './compiled-rule.js';
import type { CompiledRule, RuleVariables } from './compiled-rule.js';
import { withResourceFields } from './resource-fields.js';

/** A value that rules are about, and what it replaces. */
export interface RuleSubject {
  readonly value: unknown;
  /** Undefined: nothing comparable is replaced. */
  readonly before: unknown;
  readonly path: string;
  readonly correlation: Correlation | undefined;
  /** The nearest value above that has a counterpart. */
  readonly parent?: Correlation | undefined;
}

/** The rules of a schema and of everything in it. */
export class RuleValidator {
  readonly #schema: Structural;
  readonly #rules: readonly CompiledRule[];
  readonly #properties: ReadonlyMap<string, RuleValidator>;
  readonly #additional: RuleValidator | undefined;
  readonly #items: RuleValidator | undefined;

  private constructor(schema: Structural) {
    const seen = schema.embeddedResource ? withResourceFields(schema) : schema;
    this.#schema = seen;
    this.#rules = schema.rules.map((rule) => compileRule(rule, seen));
    this.#properties = new Map(
      [...schema.properties].flatMap(([name, property]) => {
        const validator = RuleValidator.of(property);
        return validator ? [[name, validator] as const] : [];
      }),
    );
    this.#additional = schema.additional?.values && RuleValidator.of(schema.additional.values);
    this.#items = schema.items && RuleValidator.of(schema.items);
  }

  /** The validator of a schema; undefined where there are no rules, and then no CEL library is loaded. */
  static of(schema: Structural): RuleValidator | undefined {
    return hasRules(schema) ? new RuleValidator(schema) : undefined;
  }

  /** The same for a whole resource, whose rules see its type and its name. */
  static ofResource(schema: Structural): RuleValidator | undefined {
    return RuleValidator.of({ ...schema, embeddedResource: true });
  }

  /** What cannot be checked, in one sentence each. */
  unsupported(path = ''): string[] {
    const own = this.#rules.flatMap(({ rule, unsupported }) =>
      unsupported === undefined
        ? []
        : [`the simulated API server cannot check the rule "${rule.rule}" of ${path || 'the object'}: ${unsupported}`],
    );
    const inner = [...this.#properties].flatMap(([name, validator]) => validator.unsupported(childPath(path, name)));
    return [
      ...own,
      ...inner,
      ...(this.#additional?.unsupported(keyPath(path, '*')) ?? []),
      ...(this.#items?.unsupported(`${path}[*]`) ?? []),
    ];
  }

  /** Returns the causes of rules that fail; warnings about what an update leaves as it was are dropped. */
  validate(subject: RuleSubject): FieldCause[] {
    const { value, before, path, correlation } = subject;
    if (value === null || value === undefined) return [];
    const faults = this.#check(subject);
    const child = correlation ?? subject.parent;
    if (Array.isArray(value)) faults.push(...this.#checkItems(value as unknown[], subject));
    else if (isJsonObject(value)) {
      const previous = isJsonObject(before) ? before : {};
      for (const [field, inner] of Object.entries(value)) {
        const property = this.#properties.get(field);
        const validator = property ?? this.#additional;
        if (validator === undefined) continue;
        const innerPath = property ? childPath(path, field) : keyPath(path, field);
        faults.push(
          ...validator.validate({
            value: inner,
            before: Object.hasOwn(previous, field) ? previous[field] : undefined,
            path: innerPath,
            correlation: correlation?.field(field),
            parent: child,
          }),
        );
      }
    }
    return faults;
  }

  #checkItems(list: readonly unknown[], { before, path, correlation, parent }: RuleSubject): FieldCause[] {
    const items = this.#items;
    if (items === undefined) return [];
    const previous = this.#previousItems(before);
    return list.flatMap((item, index) =>
      items.validate({
        value: item,
        before: previous(item),
        path: `${path}[${index}]`,
        correlation: correlation?.index(index),
        parent: correlation ?? parent,
      }),
    );
  }

  /** Finds the element that an element of a list map replaces; elements of other lists replace none. */
  #previousItems(before: unknown): (item: unknown) => unknown {
    const { listType, listMapKeys } = this.#schema;
    if (listType !== 'map' || !Array.isArray(before)) return () => undefined;
    const textOf = (item: unknown): string => sortedJson(isJsonObject(item) ? keyOf(item, listMapKeys) : item);
    const byKey = new Map((before as unknown[]).map((item) => [textOf(item), item] as const));
    return (item) => byKey.get(textOf(item));
  }

  #check(subject: RuleSubject): FieldCause[] {
    if (this.#rules.length === 0) return [];
    const { value, before, path, correlation, parent } = subject;
    const isUpdate = before !== undefined && before !== null;
    const self = this.#celValue(value);
    const oldSelf = isUpdate ? this.#celValue(before) : undefined;
    return this.#rules.flatMap((compiled) => {
      const { program, rule, usesOldSelf } = compiled;
      if (program === undefined || (usesOldSelf && !isUpdate && !rule.optionalOldSelf)) return [];
      const variables = this.#variables({ self, oldSelf }, compiled);
      const result = evaluate(program, variables);
      if ('error' in result) return [this.#evaluationFault(rule, path, result.error)];
      if (result.value === true) return [];
      // What the update has not touched is no fault of its own, unless the rule is about the change.
      if (!usesOldSelf && (correlation ?? parent)?.unchanged) return [];
      return [this.#fault(compiled, subject, { self, oldSelf })];
    });
  }

  #variables({ self, oldSelf }: RuleVariables, { rule, usesOldSelf }: CompiledRule): RuleVariables {
    if (!usesOldSelf) return { self };
    if (!rule.optionalOldSelf) return { self, oldSelf };
    const { Optional } = celEnvironment().library;
    return { self, oldSelf: oldSelf === undefined ? Optional.none() : Optional.of(oldSelf) };
  }

  #celValue(value: unknown): unknown {
    return celValue(value, this.#schema, readDuration);
  }

  #evaluationFault(rule: ValidationRule, path: string, error: string): FieldCause {
    const told = rule.message?.trim() || rule.rule.trim();
    const detail = error.startsWith('no such overload')
      ? `'${error}': call arguments did not match a supported operator, function or macro signature for rule: ${told}`
      : `${error} evaluating rule: ${told}`;
    return invalidValue(path || NO_PATH, this.#schema.type, detail);
  }

  #fault({ rule, messageProgram }: CompiledRule, { value, path }: RuleSubject, variables: RuleVariables): FieldCause {
    const detail = this.#message(rule, messageProgram, variables);
    const fieldPath = rule.fieldPath === undefined ? '' : normalizedFieldPath(rule.fieldPath, this.#schema);
    const at = joinPath(path, fieldPath) || NO_PATH;
    const isCompound = this.#schema.type === 'object' || this.#schema.type === 'array';
    const bad = isCompound ? OMITTED : value;
    switch (rule.reason) {
      case 'FieldValueForbidden':
        return forbiddenValue(at, detail);
      case 'FieldValueRequired':
        return requiredValue(at, detail);
      case 'FieldValueDuplicate':
        return duplicateValue(at, bad);
      default:
        return invalidValue(at, bad, detail);
    }
  }

  #message(rule: ValidationRule, program: CompiledRule['messageProgram'], variables: RuleVariables): string {
    if (program !== undefined) {
      const result = evaluate(program, variables);
      const text = 'value' in result && typeof result.value === 'string' ? result.value.trim() : '';
      if (text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= MAX_MESSAGE_BYTES) return text;
    }
    return rule.message?.trim() || `failed rule: ${rule.rule.trim()}`;
  }
}

const MAX_MESSAGE_BYTES = 5 * 1024;
const NANOSECONDS = 1e9;

/** An invalid duration, which may be stored from before its schema, is left a string: operators on durations fail on it. */
function readDuration(text: string): unknown {
  const nanoseconds = parseFormatDuration(text);
  if (nanoseconds === undefined) return text;
  const sign = nanoseconds < 0 ? '-' : '';
  const seconds = Math.trunc(Math.abs(nanoseconds) / NANOSECONDS);
  const self = `${sign}${seconds}s${Math.trunc(Math.abs(nanoseconds) % NANOSECONDS)}ns`;
  return celEnvironment().environment.evaluate('duration(self)', { self });
}

function joinPath(path: string, rest: string): string {
  if (rest === '') return path;
  return rest.startsWith('[') ? `${path}${rest}` : childPath(path, rest);
}

/** `.spec['a'].b` as field paths are written: fields by dots, keys of maps in brackets. */
function normalizedFieldPath(text: string, schema: Structural): string {
  let at: Structural | undefined = schema;
  let path = '';
  for (const match of text.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)) {
    const field = match[1] ?? (match[2] ?? '').replaceAll(/\\(.)/g, '$1');
    const property: Structural | undefined = at?.properties.get(field);
    path = property ? childPath(path, field) : keyPath(path, field);
    at = property ?? at?.additional?.values;
  }
  return path;
}

function hasRules(schema: Structural | undefined): boolean {
  if (schema === undefined) return false;
  return (
    schema.rules.length > 0 ||
    hasRules(schema.items) ||
    hasRules(schema.additional?.values) ||
    [...schema.properties.values()].some(hasRules)
  );
}
