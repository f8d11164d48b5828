import { compileExpression, compileRule, judgeCompiled } from '../cel/compiled-rule.js';
import { withResourceFields } from '../cel/resource-fields.js';
import { forbiddenValue, invalidValue, requiredValue, StructValue, unsupportedValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { additionalOf, asSchema, itemsOf, keyPath, propertiesOf } from '../schema/json-schema.js';
import type { JsonSchema, ValidationRule } from '../schema/json-schema.js';
import { structuralOf } from '../schema/structural.js';
import type { Structural } from '../schema/structural.js';
import { arrayOf, objectOf } from './crd-spec.js';
import { isFieldPath } from './field-paths.js';
import { internalRule } from './internal-json.js';
import { listFaults } from './list-faults.js';
import { childCardinality, RuleBudget } from './rule-budget.js';

const TYPES: readonly string[] = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const META_FIELDS: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);
const REASONS: readonly string[] = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
];

/** Where in a CRD a schema is, as far as that changes what it may say. */
interface Context {
  readonly path: string;
  readonly isRoot: boolean;
  /** Why there may be no defaults; undefined: there may. */
  readonly noDefaults?: string | undefined;
  readonly insideMeta: boolean;
  /** The list around it whose elements cannot be told apart from one update to the next. */
  readonly uncorrelatable?: string | undefined;
  /** Whether rules are compiled: only in a schema that is structural. */
  readonly checkRules: boolean;
  /** How many values of the schema an object can have; undefined: no limit is set. */
  readonly cardinality: number | undefined;
  readonly budget: RuleBudget;
}

/** What is wrong with a schema, faults of its rules apart: the server lists those last. */
interface SchemaFaults {
  readonly schema: FieldCause[];
  readonly rules: FieldCause[];
}

/** Returns what the server refuses in the schema of a CRD, beyond being structural. */
export function schemaFaults(
  schema: JsonSchema,
  path: string,
  options: { readonly checkRules: boolean },
): FieldCause[] {
  const found: SchemaFaults = { schema: [], rules: [] };
  const budget = new RuleBudget();
  collect(
    schema,
    { path, isRoot: true, insideMeta: false, checkRules: options.checkRules, cardinality: 1, budget },
    found,
  );
  return [...found.schema, ...found.rules, ...budget.totalFaults(path)];
}

function collect(schema: JsonSchema, context: Context, found: SchemaFaults): void {
  const { path } = context;
  const before = found.schema.length;
  found.schema.push(...keywordFaults(schema, context), ...additionalFaults(schema, path));
  for (const [inner, innerContext] of children(schema, context)) collect(inner, innerContext, found);
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    found.schema.push(invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  }
  found.schema.push(...mapTypeFaults(schema, path), ...listFaults(schema, path));
  const rules = schema['x-kubernetes-validations'] ?? [];
  rules.forEach((rule, index) => found.schema.push(...ruleShapeFaults(rule, schema, rulePath(path, index))));
  if (!context.checkRules || found.schema.length > before) return;
  if (rules.length === 0) return;
  const structural = structuralOf(schema);
  const seen = context.isRoot || structural.embeddedResource ? withResourceFields(structural) : structural;
  rules.forEach((rule, index) => {
    found.rules.push(...ruleFaults(rule, seen, { ...context, path: rulePath(path, index) }));
  });
}

function* children(schema: JsonSchema, context: Context): Generator<readonly [JsonSchema, Context]> {
  const { path, isRoot } = context;
  const cardinality = childCardinality(schema, context.cardinality);
  const below = (at: string): Context => ({ ...context, path: at, isRoot: false, cardinality });
  const additional = additionalOf(schema);
  if (additional) {
    const inner = below(`${path}.additionalProperties`);
    const says = 'inside additionalProperties applying to object metadata';
    yield [additional, context.insideMeta ? { ...inner, noDefaults: says } : inner];
  }
  for (const [name, property] of propertiesOf(schema)) {
    const inner = below(keyPath(`${path}.properties`, name));
    const isMeta = (isRoot || schema['x-kubernetes-embedded-resource'] === true) && META_FIELDS.has(name);
    const noDefaults = isRoot && isMeta ? `in top-level ${name}` : context.noDefaults;
    yield [property, { ...inner, insideMeta: context.insideMeta || isMeta, noDefaults }];
  }
  const condition = (at: string): Context => ({ ...below(at), checkRules: false });
  if (schema.not) yield [schema.not, condition(`${path}.not`)];
  for (const kind of ['allOf', 'oneOf', 'anyOf'] as const) {
    for (const [index, inner] of (schema[kind] ?? []).entries()) yield [inner, condition(`${path}.${kind}[${index}]`)];
  }
  const items = itemsOf(schema);
  const keyed = schema['x-kubernetes-list-type'] === 'map';
  const uncorrelatable = keyed ? context.uncorrelatable : (context.uncorrelatable ?? path);
  if (items) yield [items, { ...below(`${path}.items`), uncorrelatable }];
  for (const [index, inner] of arrayOf(Array.isArray(schema.items) ? schema.items : []).entries()) {
    yield [asSchema(inner) ?? {}, { ...below(`${path}.items[${index}]`), uncorrelatable }];
  }
}

/** Keywords of JSON schema that the server does not support. */
const UNSUPPORTED_KEYWORDS = [
  'id',
  'additionalItems',
  'patternProperties',
  'definitions',
  'dependencies',
  '$ref',
] as const;

function keywordFaults(schema: JsonSchema, { path, noDefaults, insideMeta }: Context): FieldCause[] {
  const faults: FieldCause[] = [];
  const { type } = schema;
  if (type && !TYPES.includes(type)) faults.push(unsupportedValue(`${path}.type`, type, TYPES));
  if (schema.default !== undefined && schema.default !== null && noDefaults !== undefined) {
    faults.push(forbiddenValue(`${path}.default`, `must not be set ${noDefaults}`));
  }
  const all = objectOf(schema);
  for (const keyword of UNSUPPORTED_KEYWORDS) {
    const value = all[keyword];
    if (value === undefined || value === '' || value === null) continue;
    faults.push(forbiddenValue(`${path}.${keyword}`, `${keyword} is not supported`));
  }
  if (type === 'null') {
    faults.push(forbiddenValue(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  }
  if (Array.isArray(schema.items)) {
    faults.push(forbiddenValue(`${path}.items`, 'items must be a schema object and not an array'));
  }
  if (insideMeta && schema['x-kubernetes-embedded-resource']) {
    faults.push(forbiddenValue(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'));
  }
  if (schema.uniqueItems) {
    const says = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    faults.push(forbiddenValue(`${path}.uniqueItems`, says));
  }
  return faults;
}

function additionalFaults(schema: JsonSchema, path: string): FieldCause[] {
  if (schema.additionalProperties === undefined || propertiesOf(schema).length === 0) return [];
  if (schema.additionalProperties === true) return [];
  const says = 'additionalProperties and properties are mutual exclusive';
  return [forbiddenValue(`${path}.additionalProperties`, says)];
}

function mapTypeFaults(schema: JsonSchema, path: string): FieldCause[] {
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return [];
  const { type = '' } = schema;
  const says = 'must be object if x-kubernetes-map-type is specified';
  const faults: FieldCause[] = [];
  if (type === '') faults.push(requiredValue(`${path}.type`, says));
  else if (type !== 'object') faults.push(invalidValue(`${path}.type`, type, says));
  if (mapType !== 'atomic' && mapType !== 'granular') {
    faults.push(unsupportedValue(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
  }
  return faults;
}

function rulePath(path: string, index: number): string {
  return `${path}.x-kubernetes-validations[${index}]`;
}

const LINE_BREAK = /[\n\r]/;

function ruleShapeFaults(rule: ValidationRule, schema: JsonSchema, path: string): FieldCause[] {
  const { rule: expression, message = '', messageExpression = '', reason, fieldPath = '' } = rule;
  const faults: FieldCause[] = [];
  if (expression.trim() === '') faults.push(requiredValue(`${path}.rule`, 'rule is not specified'));
  else if (message !== '' && message.trim() === '') {
    faults.push(invalidValue(`${path}.message`, message, 'must be non-empty if specified'));
  } else if (LINE_BREAK.test(message.trim())) {
    faults.push(invalidValue(`${path}.message`, message, 'must not contain line breaks'));
  } else if (LINE_BREAK.test(expression.trim()) && message.trim() === '') {
    faults.push(requiredValue(`${path}.message`, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    faults.push(requiredValue(`${path}.messageExpression`, 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) {
    faults.push(unsupportedValue(`${path}.reason`, reason, REASONS));
  }
  if (fieldPath !== '') {
    if (fieldPath.trim() === '') {
      faults.push(invalidValue(`${path}.fieldPath`, fieldPath, 'must be non-empty if specified'));
    }
    if (LINE_BREAK.test(fieldPath)) {
      faults.push(invalidValue(`${path}.fieldPath`, fieldPath, 'must not contain line breaks'));
    }
    if (!isFieldPath(fieldPath, schema)) {
      faults.push(invalidValue(`${path}.fieldPath`, fieldPath, 'must be a valid path'));
    }
  }
  return faults;
}

function ruleFaults(rule: ValidationRule, schema: Structural, context: Context): FieldCause[] {
  const { path, uncorrelatable } = context;
  const { fault, usesOldSelf } = compileRule(rule, schema);
  const quoted = new StructValue(internalRule(rule));
  const judged = { schema, optionalOldSelf: rule.optionalOldSelf === true };
  const { fault: resultFault, cost } =
    fault === undefined ? judgeCompiled(rule.rule, 'bool', judged) : { fault, cost: 0 };
  const faults: FieldCause[] = [];
  if (resultFault === undefined) {
    faults.push(...context.budget.spend({ path: `${path}.rule`, cost, schema, cardinality: context.cardinality }));
    faults.push(...messageFaults(rule, schema, context));
  } else faults.push(invalidValue(`${path}.rule`, quoted, resultFault));
  // The server asks what compiled for its variables.
  const comparesWithOld = usesOldSelf && resultFault === undefined;
  if (comparesWithOld && uncorrelatable !== undefined) {
    const says = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
    faults.push(invalidValue(`${path}.rule`, rule.rule, says));
  } else if (!comparesWithOld && rule.optionalOldSelf !== undefined) {
    const says = 'may not be set if oldSelf is not used in rule';
    faults.push(invalidValue(`${path}.optionalOldSelf`, rule.optionalOldSelf, says));
  }
  return faults;
}

function messageFaults(rule: ValidationRule, schema: Structural, { path, budget }: Context): FieldCause[] {
  const { messageExpression = '' } = rule;
  if (messageExpression === '') return [];
  const at = `${path}.messageExpression`;
  const optionalOldSelf = rule.optionalOldSelf === true;
  const { fault } = compileExpression(messageExpression, schema, optionalOldSelf);
  const judged =
    fault === undefined ? judgeCompiled(messageExpression, 'string', { schema, optionalOldSelf }) : { fault, cost: 0 };
  if (judged.fault === undefined) return budget.spendOnMessage(at, judged.cost);
  return [invalidValue(at, new StructValue(internalRule(rule)), `messageExpression ${judged.fault}`)];
}
