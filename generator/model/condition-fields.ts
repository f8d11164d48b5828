import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';

/** Replaces a schema that only refers to another one by that one. */
export type ResolveSchema = (schema: JsonObject) => JsonObject;

/** Properties of the conditions of a kind that decide how the runtime writes them. */
export interface ConditionFacts {
  /** `ResourceSpec.conditionFields` of the runtime: the fields that a writer can fill, the common ones first. */
  readonly fields: readonly string[];
  /** True if the schema rejects an empty message. */
  readonly nonEmptyMessage: boolean;
}

const NONE: ConditionFacts = { fields: [], nonEmptyMessage: false };

/** The fields of `metav1.Condition`, in the order in which they are emitted. */
const COMMON: ReadonlyMap<string, (schema: JsonObject) => boolean> = new Map([
  ['type', takesText],
  ['status', takesText],
  ['reason', takesText],
  ['message', takesText],
  ['lastTransitionTime', takesTime],
  ['observedGeneration', takesInteger],
]);

/** Times that built-in kinds have besides; the runtime fills them like `lastTransitionTime`. */
const OTHER_TIMES: ReadonlySet<string> = new Set(['lastHeartbeatTime', 'lastProbeTime', 'lastUpdateTime']);

/** Formats of strings that the server checks, except that of times; it ignores any other format. */
const RESTRICTING =
  /^(bsonobjectid|uri|email|hostname|ipv4|ipv6|cidr|mac|uuid[345]?|isbn(10|13)?|creditcard|ssn|hexcolor|rgbcolor|byte|date|duration)$/;

/**
 * Returns the fields of the elements of `status.conditions`. Empty if the kind has no such list, or a list of something other than
 * objects. A field whose type cannot hold what the runtime writes to it is left out, as if the schema lacked it.
 */
export function conditionFactsOf(
  schema: JsonObject | undefined,
  resolve: ResolveSchema = (same) => same,
): ConditionFacts {
  const at = (parent: JsonObject | undefined, name: string): JsonObject | undefined => {
    const child = parent && member(parent, name);
    return isObject(child) ? resolve(child) : undefined;
  };
  const status = at(at(schema && resolve(schema), 'properties'), 'status');
  const conditions = at(at(status, 'properties'), 'conditions');
  const item = conditions && member(conditions, 'type') === 'array' ? at(conditions, 'items') : undefined;
  if (item === undefined || !isObjectSchema(item)) return NONE;
  const properties = at(item, 'properties') ?? {};
  // A schema that keeps unknown fields may declare none of them.
  if (isOpen(item) && !(Object.hasOwn(properties, 'type') && Object.hasOwn(properties, 'status')))
    return { ...NONE, fields: [...COMMON.keys()] };
  const takes = (name: string, accepts: (schema: JsonObject) => boolean): boolean => {
    const property = at(properties, name);
    return property !== undefined && accepts(property);
  };
  const common = [...COMMON].filter(([name, accepts]) => takes(name, accepts)).map(([name]) => name);
  const others = Object.keys(properties)
    .filter((name) => !COMMON.has(name) && (!OTHER_TIMES.has(name) || takes(name, takesTime)))
    .sort();
  const { minLength } = at(properties, 'message') ?? {};
  return { fields: [...common, ...others], nonEmptyMessage: typeof minLength === 'number' && minLength > 0 };
}

function isObjectSchema(schema: JsonObject): boolean {
  return member(schema, 'type') === 'object' || isObject(member(schema, 'properties')) || isOpen(schema);
}

/** Returns true if the server stores fields that the schema does not declare. */
function isOpen(schema: JsonObject): boolean {
  if (member(schema, 'x-kubernetes-preserve-unknown-fields') === true) return true;
  const others = member(schema, 'additionalProperties');
  return others === true || (isObject(others) && Object.keys(others).length === 0);
}

function takesText(schema: JsonObject): boolean {
  return isOfType(schema, 'string') && !RESTRICTING.test(formatOf(schema)) && formatOf(schema) !== 'datetime';
}

function takesTime(schema: JsonObject): boolean {
  return isOfType(schema, 'string') && !RESTRICTING.test(formatOf(schema));
}

/** As the server reads it: without dashes. */
function formatOf(schema: JsonObject): string {
  const format = member(schema, 'format');
  return typeof format === 'string' ? format.replaceAll('-', '') : '';
}

function takesInteger(schema: JsonObject): boolean {
  return (
    isOfType(schema, 'integer') ||
    isOfType(schema, 'number') ||
    member(schema, 'x-kubernetes-int-or-string') === true ||
    member(schema, 'format') === 'int-or-string'
  );
}

/** Schemas without a type take any value. */
function isOfType(schema: JsonObject, type: string): boolean {
  const own = member(schema, 'type');
  return own === type || (own === undefined && member(schema, 'x-kubernetes-int-or-string') !== true);
}
