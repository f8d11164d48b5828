import { isObject, member } from '../../input/json.js';
import type { JsonObject } from '../../input/json.js';
import { descriptionOf, splitDeprecation } from '../../model/docs.js';
import { compareBranches } from './branches.js';
import { sortKeys } from './fact.js';
import type { FactChange, FactOptions } from './fact.js';

/** Compares two schemas by default, format, limits, rules, list keys and deprecation, not by type. */
export function compareFacts(old: JsonObject, now: JsonObject, options: FactOptions): FactChange[] {
  return [
    ...compareDeprecation(old, now),
    ...compareDefaults(old, now, options),
    ...(options.typeDiffers ? [] : compareFormats(old, now)),
    ...LIMITS.flatMap((limit) => compareLimit(old, now, limit)),
    ...compareFlag(old, now, 'uniqueItems'),
    ...BOUNDS.flatMap((bound) => compareBound(old, now, bound)),
    ...compareMultiples(old, now),
    ...compareBranches(old, now, options),
    ...comparePatterns(old, now),
    ...compareRules(old, now),
    ...(options.typeDiffers ? [] : compareListKeys(old, now)),
  ];
}

function compareDeprecation(old: JsonObject, now: JsonObject): FactChange[] {
  const before = splitDeprecation(descriptionOf(old)).deprecated;
  const after = splitDeprecation(descriptionOf(now)).deprecated;
  if ((before === undefined) === (after === undefined)) return [];
  if (after === undefined) return [{ rule: 'field-undeprecated', message: 'is said to be deprecated no more' }];
  return [{ rule: 'field-deprecated', message: `is deprecated${after === '' ? '' : `: ${after}`}` }];
}

function compareDefaults(old: JsonObject, now: JsonObject, { builtIn }: FactOptions): FactChange[] {
  const before = defaultOf(old, builtIn);
  const after = defaultOf(now, builtIn);
  if (before === after) return [];
  if (before === undefined) return [{ rule: 'default-added', message: `has the default ${after}`, after: `${after}` }];
  if (after === undefined) {
    return [{ rule: 'default-removed', message: `has no default any more; it was ${before}`, before }];
  }
  return [{ rule: 'default-changed', message: `has the default ${after} instead of ${before}`, before, after }];
}

function defaultOf(schema: JsonObject, builtIn: boolean): string | undefined {
  const json = JSON.stringify(member(schema, 'default'), sortKeys);
  const isZero = json === '{}' || json === '""' || json === '0' || json === 'false';
  return builtIn && isZero ? undefined : json;
}

/** `integer` is to `number` what a format is to a text, and `int32` to `integer`. */
function compareFormats(old: JsonObject, now: JsonObject): FactChange[] {
  const before = formatOf(old);
  const after = formatOf(now);
  if (before === after) return [];
  const narrower = ['int32', 'integer', undefined];
  const [i, j] = [narrower.indexOf(before), narrower.indexOf(after)];
  if (before === undefined || (i !== -1 && j !== -1 && j < i)) {
    return [{ rule: 'format-added', message: `must be ${after}${before === undefined ? '' : `, not any ${before}`}` }];
  }
  if (after === undefined || (i !== -1 && j !== -1)) {
    return [{ rule: 'format-removed', message: `need not be ${before} any more` }];
  }
  return [{ rule: 'format-changed', message: `is ${after} instead of ${before}`, before, after }];
}

function formatOf(schema: JsonObject): string | undefined {
  const format = member(schema, 'format');
  const type = member(schema, 'type');
  const plain = format === undefined || format === '' || format === 'double' || format === 'float';
  // What an integer is without a word: the server reads either as 64 bits.
  if (type === 'integer' && format === 'int64') return 'integer';
  if (typeof format === 'string' && !plain && format !== 'int-or-string') return format;
  return type === 'integer' ? 'integer' : undefined;
}

/** `upper`: a smaller value admits less. */
const LIMITS: readonly { readonly key: string; readonly upper: boolean }[] = [
  { key: 'maximum', upper: true },
  { key: 'maxLength', upper: true },
  { key: 'maxItems', upper: true },
  { key: 'maxProperties', upper: true },
  { key: 'minimum', upper: false },
  { key: 'minLength', upper: false },
  { key: 'minItems', upper: false },
  { key: 'minProperties', upper: false },
];

function compareLimit(old: JsonObject, now: JsonObject, { key, upper }: (typeof LIMITS)[number]): FactChange[] {
  const [before, after] = [member(old, key), member(now, key)];
  if (before === after) return [];
  const endless = upper ? Infinity : -Infinity;
  const from = typeof before === 'number' ? before : endless;
  const to = typeof after === 'number' ? after : endless;
  if (from === to) return [];
  const tighter = upper ? to < from : to > from;
  const rule = tighter ? 'validation-tightened' : 'validation-loosened';
  const shown = {
    before: Number.isFinite(from) ? String(from) : 'none',
    after: Number.isFinite(to) ? String(to) : 'none',
  };
  return [{ rule, message: `has ${key} ${shown.after} instead of ${shown.before}`, ...shown }];
}

function compareFlag(old: JsonObject, now: JsonObject, key: string): FactChange[] {
  const [before, after] = [member(old, key) === true, member(now, key) === true];
  if (before === after) return [];
  const rule = after ? 'validation-tightened' : 'validation-loosened';
  return [{ rule, message: `${after ? 'has' : 'has no'} ${key}${after ? '' : ' any more'}` }];
}

/** Whether a bound itself is excluded; it says nothing without the bound. */
const BOUNDS: readonly { readonly key: string; readonly bound: string }[] = [
  { key: 'exclusiveMinimum', bound: 'minimum' },
  { key: 'exclusiveMaximum', bound: 'maximum' },
];

function compareBound(old: JsonObject, now: JsonObject, { key, bound }: (typeof BOUNDS)[number]): FactChange[] {
  const excludes = (schema: JsonObject): JsonObject => ({
    [key]: member(schema, key) === true && typeof member(schema, bound) === 'number',
  });
  return compareFlag(excludes(old), excludes(now), key);
}

function compareMultiples(old: JsonObject, now: JsonObject): FactChange[] {
  const [before, after] = [member(old, 'multipleOf'), member(now, 'multipleOf')];
  if (before === after) return [];
  const [from, to] = [typeof before === 'number' ? before : 0, typeof after === 'number' ? after : 0];
  const tightened = from === 0 || (to !== 0 && to % from === 0);
  const loosened = to === 0 || (from !== 0 && from % to === 0);
  const rule = loosened ? 'validation-loosened' : tightened ? 'validation-tightened' : 'validation-changed';
  const shown = { before: from === 0 ? 'none' : String(from), after: to === 0 ? 'none' : String(to) };
  return [{ rule, message: `has multipleOf ${shown.after} instead of ${shown.before}`, ...shown }];
}

function comparePatterns(old: JsonObject, now: JsonObject): FactChange[] {
  const [before, after] = [text(member(old, 'pattern')), text(member(now, 'pattern'))];
  if (before === after) return [];
  if (before === undefined) {
    return [{ rule: 'validation-tightened', message: `must match ${after}`, ...(after !== undefined && { after }) }];
  }
  if (after === undefined) {
    return [{ rule: 'validation-loosened', message: `need not match ${before} any more`, before }];
  }
  return [{ rule: 'validation-changed', message: `must match ${after} instead of ${before}`, before, after }];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** CEL rules. One that is reworded is a new one and a lost one. */
function compareRules(old: JsonObject, now: JsonObject): FactChange[] {
  const before = rulesOf(old);
  const after = rulesOf(now);
  return [
    ...[...after].flatMap(([rule, message]): FactChange[] =>
      before.has(rule) ? [] : [{ rule: 'validation-tightened', message: `must satisfy ${message}`, after: rule }],
    ),
    ...[...before].flatMap(([rule, message]): FactChange[] =>
      after.has(rule)
        ? []
        : [{ rule: 'validation-loosened', message: `need not satisfy ${message} any more`, before: rule }],
    ),
  ];
}

function rulesOf(schema: JsonObject): Map<string, string> {
  const listed = member(schema, 'x-kubernetes-validations');
  const rules = Array.isArray(listed) ? listed.filter(isObject) : [];
  return new Map(
    rules.flatMap((entry) => {
      const rule = text(member(entry, 'rule'))?.trim().replace(/\s+/g, ' ');
      const message = text(member(entry, 'message'))?.trim().replace(/\s+/g, ' ');
      return rule === undefined ? [] : [[rule, message === undefined ? rule : `“${message}”`] as const];
    }),
  );
}

function compareListKeys(old: JsonObject, now: JsonObject): FactChange[] {
  const [before, after] = [listKeysOf(old), listKeysOf(now)];
  if (before === after) return [];
  return [{ rule: 'list-keys-changed', message: `is ${after} instead of ${before}`, before, after }];
}

/** Built-in types said it as a merge key for patches before they said it as a list type. */
function listKeysOf(schema: JsonObject): string {
  if (member(schema, 'type') !== 'array') return 'no list';
  const mergeKey = text(member(schema, 'x-kubernetes-patch-merge-key'));
  const merges = text(member(schema, 'x-kubernetes-patch-strategy'))?.split(',').includes('merge') === true;
  const implied = !merges ? 'atomic' : mergeKey === undefined ? 'set' : 'map';
  const type = member(schema, 'x-kubernetes-list-type') ?? implied;
  const keys = member(schema, 'x-kubernetes-list-map-keys') ?? (mergeKey === undefined ? [] : [mergeKey]);
  if (type === 'map' && Array.isArray(keys)) return `a list with the keys ${keys.map(String).join(', ')}`;
  return type === 'set' ? 'a set' : 'a plain list';
}
