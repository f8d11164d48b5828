import { isJsonObject, isNumber, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { formatCheck } from './formats.js';
import { compileGoPattern, PatternError } from './go-pattern.js';
import { additionalOf, itemsOf, propertiesOf } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';
import { compositionCheck } from './value-composition.js';
import type { CompositionCheck } from './value-composition.js';
import { numberCheck } from './value-numbers.js';
import type { NumberCheck } from './value-numbers.js';
import { longText, manyOf, missingField, notInEnum, ValueResult, wrongType, wrongValue } from './value-result.js';
import type { ValuePlace, Validator, Violation } from './value-result.js';
import { honouredFormat, typeCheck } from './value-types.js';
import type { TypeCheck } from './value-types.js';

/** A schema compiled into checks of values: the API server's own, in its order and with its texts. */
export class ValueValidator implements Validator {
  readonly #schema: JsonSchema;
  readonly #type: TypeCheck | undefined;
  readonly #composition: CompositionCheck;
  readonly #string: readonly ((text: string, path: string) => Violation | undefined)[];
  readonly #format: ((text: string, path: string) => Violation | undefined) | undefined;
  readonly #number: NumberCheck;
  readonly #items: ValueValidator | undefined;
  readonly #properties: ReadonlyMap<string, ValueValidator>;
  readonly #additional: ValueValidator | undefined;
  readonly #required: readonly string[];

  constructor(schema: JsonSchema) {
    this.#schema = schema;
    this.#type = typeCheck(schema);
    this.#composition = compositionCheck(schema, (inner) => new ValueValidator(inner));
    this.#string = stringChecks(schema);
    this.#format = formatViolation(schema);
    this.#number = numberCheck(schema);
    const items = itemsOf(schema);
    this.#items = items && new ValueValidator(items);
    this.#properties = new Map(propertiesOf(schema).map(([name, inner]) => [name, new ValueValidator(inner)]));
    const additional = additionalOf(schema);
    this.#additional = additional && new ValueValidator(additional);
    this.#required = schema.required ?? [];
  }

  /** Checks a value. What an update leaves unchanged is not held against it, if the place has a correlation. */
  validate(value: unknown, place: ValuePlace): ValueResult {
    const result = new ValueResult();
    this.#checkType(result, value, place.path);
    if (value === null) {
      this.#checkEnum(result, value, place.path);
      return result;
    }
    result.merge(this.#composition(value, place));
    if (typeof value === 'string') this.#checkString(result, value, place.path);
    if (isNumber(value)) result.merge(this.#number(value, place.path));
    if (Array.isArray(value)) this.#checkList(result, value as unknown[], place);
    this.#checkEnum(result, value, place.path);
    if (isJsonObject(value)) this.#checkObject(result, value, place);
    result.matches += 1 + this.#appliedChecks(value);
    return result;
  }

  /** Checks that apply, whatever they find, count as matches. */
  #appliedChecks(value: unknown): number {
    // Composition and enum always apply; beside them, one check for the kind of value.
    let count = this.#type === undefined ? 2 : 3;
    if (typeof value === 'string') count += this.#format === undefined ? 1 : 2;
    else if (typeof value !== 'boolean') count += 1;
    return count;
  }

  #checkType(result: ValueResult, value: unknown, path: string): void {
    if (this.#type === undefined) {
      if (value === null) result.matches += 1;
      return;
    }
    const violation = this.#type(value, path);
    if (violation === undefined) result.matches += 1;
    else result.add(violation);
  }

  #checkEnum(result: ValueResult, value: unknown, path: string): void {
    const allowed = this.#schema.enum ?? [];
    if (allowed.length === 0) return;
    if (value !== null && allowed.some((item) => sameJson(item, value))) return;
    result.add(notInEnum(path, value, allowed));
  }

  #checkString(result: ValueResult, text: string, path: string): void {
    for (const check of this.#string) {
      const violation = check(text, path);
      if (violation === undefined) continue;
      result.add(violation);
      break;
    }
    const wrongFormat = this.#format?.(text, path);
    if (wrongFormat) result.add(wrongFormat);
  }

  #checkList(result: ValueResult, list: readonly unknown[], { path, correlation }: ValuePlace): void {
    const { minItems, maxItems } = this.#schema;
    list.forEach((item, index) => {
      if (this.#items === undefined) return;
      const place = { path: `${path}[${index}]`, correlation: correlation?.index(index) };
      result.merge(validateChild(this.#items, item, place));
    });
    if (minItems !== undefined && list.length < minItems) {
      result.add(wrongValue(path, list.length, `should have at least ${minItems} items`));
    }
    if (maxItems !== undefined && list.length > maxItems) {
      result.add(manyOf('items', path, { actual: list.length, maximum: Number(maxItems) }));
    }
    result.matches += 1;
  }

  #checkObject(result: ValueResult, object: JsonObject, { path, correlation }: ValuePlace): void {
    const { minProperties, maxProperties } = this.#schema;
    const fields = Object.keys(object);
    if (minProperties !== undefined && fields.length < minProperties) {
      result.add(wrongValue(path, fields.length, `should have at least ${minProperties} properties`));
    }
    if (maxProperties !== undefined && fields.length > maxProperties) {
      result.add(manyOf('properties', path, { actual: fields.length, maximum: Number(maxProperties) }));
    }
    for (const field of fields) {
      const property = this.#properties.get(field);
      const validator = property ?? this.#additional;
      if (validator !== undefined) {
        // The server writes maps with a dot at the root, where it leaves it out before properties.
        const at = property !== undefined && path === '' ? field : `${path}.${field}`;
        const isTypeField = path === '' && (field === 'kind' || field === 'apiVersion');
        const place = { path: at, correlation: isTypeField ? undefined : correlation?.field(field) };
        result.merge(validateChild(validator, object[field], place));
      } else if (this.#schema.additionalProperties === false) {
        const text = `${path}.${field} in body is a forbidden property`;
        result.add({ ...wrongValue(path, field, ''), text });
      }
    }
    for (const field of this.#required) {
      if (!Object.hasOwn(object, field)) result.add(missingField(`${path}.${field}`));
    }
  }
}

function validateChild(validator: ValueValidator, value: unknown, place: ValuePlace): ValueResult {
  const result = validator.validate(value, place);
  if (result.valid || place.correlation?.unchanged !== true) return result;
  const forgiven = new ValueResult();
  forgiven.matches = result.matches;
  return forgiven;
}

function stringChecks(schema: JsonSchema): readonly ((text: string, path: string) => Violation | undefined)[] {
  const checks: ((text: string, path: string) => Violation | undefined)[] = [];
  const { minLength, maxLength, pattern } = schema;
  if (maxLength !== undefined) {
    checks.push((text, path) => (runeCount(text) > maxLength ? longText(path, Number(maxLength)) : undefined));
  }
  if (minLength !== undefined) {
    const says = `should be at least ${minLength} chars long`;
    checks.push((text, path) => (runeCount(text) < minLength ? wrongValue(path, text, says) : undefined));
  }
  if (pattern) {
    const { expression, says } = patternOf(pattern);
    checks.push((text, path) => (expression?.test(text) ? undefined : wrongValue(path, text, says)));
  }
  return checks;
}

function patternOf(pattern: string): { readonly expression: RegExp | undefined; readonly says: string } {
  try {
    return { expression: compileGoPattern(pattern), says: `should match '${pattern}'` };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return { expression: undefined, says: `should match '${pattern}, but pattern is invalid: ${error.message}'` };
  }
}

function formatViolation(schema: JsonSchema): ((text: string, path: string) => Violation | undefined) | undefined {
  const format = honouredFormat(schema);
  const check = formatCheck(format);
  if (check === undefined) return undefined;
  return (text, path) => (check(text) ? undefined : wrongType(path, format, text));
}

function runeCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
