import { crd, specOf, text, version } from '../../support/crds.js';

/** Two versions of an API and what the comparison must say: `rule path new-pointer-or-old`. */
export interface Scenario {
  readonly name: string;
  readonly old: string;
  readonly new: string;
  readonly says: readonly string[];
}

const ROOT = '/spec/versions/0/schema/openAPIV3Schema';
const SPEC = `${ROOT}/properties/spec`;
const string = { type: 'string' };
const integer = { type: 'integer' };

/** A field `f` of the spec, before and after; `undefined`: it is not there. */
function field(name: string, old: unknown, now: unknown, says: readonly string[]): Scenario {
  const schema = (f: unknown): unknown => specOf(f === undefined ? { other: string } : { other: string, f });
  return scenario(name, crd({ schema: schema(old) }), crd({ schema: schema(now) }), says);
}

function required(name: string, old: readonly string[], now: readonly string[], says: readonly string[]): Scenario {
  const schema = (names: readonly string[]): unknown => specOf({ f: string }, { required: names });
  return scenario(name, crd({ schema: schema(old) }), crd({ schema: schema(now) }), says);
}

function scenario(name: string, old: unknown, now: unknown, says: readonly string[]): Scenario {
  return { name, old: text(old), new: text(now), says };
}

const F = `Widget.spec.f ${SPEC}/properties/f`;
const anyObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const mapOf = (values: unknown): unknown => ({ type: 'object', additionalProperties: values });
const objectOf = (properties: unknown, more: object = {}): unknown => ({ type: 'object', properties, ...more });
const listOf = (items: unknown, more: object = {}): unknown => ({ type: 'array', items, ...more });
const enumOf = (...values: unknown[]): unknown => ({ type: 'string', enum: values });
const keep = { 'x-kubernetes-preserve-unknown-fields': true };
const pair = objectOf({ a: string, b: string, c: string });
const choice = (key: 'oneOf' | 'anyOf', ...names: string[]): unknown =>
  objectOf({ a: string, b: string, c: string }, { [key]: names.map((name) => ({ required: [name] })) });
const oneOfEnums = (...lists: string[][]): unknown => ({ ...string, oneOf: lists.map((values) => ({ enum: values })) });
const v1 = version('v1');
const deprecated = (warning?: string): unknown => ({
  ...version('v1beta1'),
  storage: false,
  deprecated: true,
  ...(warning !== undefined && { deprecationWarning: warning }),
});
const beta = { ...version('v1beta1'), storage: false };

/** CRDs with names that `crd` does not vary. */
function named(names: object, more: object = {}): unknown {
  const base = crd({ versions: [{ ...v1, ...more }] });
  const spec = base['spec'] as { names: object };
  return { ...base, spec: { ...spec, names: { ...spec.names, ...names } } };
}

const VERSION = '/spec/versions/0';

/** Every rule at least once. */
export const SCENARIOS: readonly Scenario[] = [
  scenario(
    'a kind that is new',
    { kind: 'List', items: [crd()] },
    { kind: 'List', items: [crd(), crd({ kind: 'Gear' })] },
    ['kind-added Gear /items/1/spec/versions/0'],
  ),
  scenario(
    'a kind that is gone',
    { kind: 'List', items: [crd(), crd({ kind: 'Gear' })] },
    { kind: 'List', items: [crd()] },
    ['kind-removed Gear /items/1/spec/versions/0'],
  ),
  scenario('a version that is new', crd({ versions: [v1] }), crd({ versions: [v1, beta] }), [
    'version-added Widget /spec/versions/1',
  ]),
  scenario('a version that is gone', crd({ versions: [v1, beta] }), crd({ versions: [v1] }), [
    'version-removed Widget /spec/versions/1',
  ]),
  scenario(
    'a version that is served no more',
    crd({ versions: [v1, beta] }),
    crd({ versions: [v1, { ...beta, served: false }] }),
    ['version-removed Widget /spec/versions/1'],
  ),
  scenario('a version that is deprecated', crd({ versions: [v1, beta] }), crd({ versions: [v1, deprecated()] }), [
    'version-deprecated Widget /spec/versions/1',
  ]),
  scenario(
    'a version that is deprecated no more',
    crd({ versions: [v1, deprecated('x')] }),
    crd({ versions: [v1, beta] }),
    ['version-undeprecated Widget /spec/versions/1'],
  ),
  scenario('another scope', crd(), crd({ scope: 'Cluster' }), ['scope-changed Widget /spec/scope']),
  scenario('another plural', crd(), crd({ plural: 'widgetries' }), ['plural-changed Widget /spec/names/plural']),
  scenario('other short names', named({ shortNames: ['w'] }), named({ shortNames: ['wd'] }), [
    'names-changed Widget /spec/names/shortNames',
  ]),
  scenario('other categories', named({}), named({ categories: ['all'] }), [
    'names-changed Widget /spec/names/categories',
  ]),
  scenario('a status subresource', named({}), named({}, { subresources: { status: {} } }), [
    `status-subresource-added Widget ${VERSION}`,
  ]),
  scenario('no status subresource', named({}, { subresources: { status: {} } }), named({}), [
    `status-subresource-removed Widget ${VERSION}`,
  ]),
  scenario('a scale subresource', named({}), named({}, { subresources: { scale: {} } }), [
    `subresource-added Widget ${VERSION}`,
  ]),
  scenario('no scale subresource', named({}, { subresources: { scale: {} } }), named({}), [
    `subresource-removed Widget ${VERSION}`,
  ]),
  scenario('a selectable field', named({}), named({}, { selectableFields: [{ jsonPath: '.spec.size' }] }), [
    `selectable-field-added Widget ${VERSION}`,
  ]),
  scenario('no selectable field', named({}, { selectableFields: [{ jsonPath: '.spec.size' }] }), named({}), [
    `selectable-field-removed Widget ${VERSION}`,
  ]),
  field('a field that is new', undefined, string, [`field-added ${F}`]),
  field('a field that is gone', string, undefined, [`field-removed ${F}`]),
  field('a whole object that is gone, once', objectOf({ a: string, b: objectOf({ c: string }) }), undefined, [
    `field-removed ${F}`,
  ]),
  scenario(
    'a required field that is new',
    crd({ schema: specOf({ g: string }) }),
    crd({ schema: specOf({ g: string, f: string }, { required: ['f'] }) }),
    [`required-field-added ${F}`],
  ),
  scenario(
    'a required field that is gone',
    crd({ schema: specOf({ g: string, f: string }, { required: ['f'] }) }),
    crd({ schema: specOf({ g: string }) }),
    [`required-field-removed ${F}`],
  ),
  required('a field made required', [], ['f'], [`made-required ${F}`]),
  required('a field made optional', ['f'], [], [`made-optional ${F}`]),
  field('a field deprecated in its description', string, { ...string, description: 'Deprecated: use g.' }, [
    `field-deprecated ${F}`,
  ]),
  field('a field deprecated no more', { ...string, description: 'Deprecated: use g.' }, string, [
    `field-undeprecated ${F}`,
  ]),
  field('a description reworded', { ...string, description: 'One.' }, { ...string, description: 'Two.' }, []),
  field('a text that becomes a number', string, integer, [`type-changed ${F}`]),
  field('a list that becomes a map', listOf(string), mapOf(string), [`type-changed ${F}`]),
  field('an object that becomes a map', objectOf({ a: string }), mapOf(string), [`type-changed ${F}`]),
  field('a number that may be a text too', integer, { 'x-kubernetes-int-or-string': true }, [`type-widened ${F}`]),
  field('a number that may be a text no more', { 'x-kubernetes-int-or-string': true }, integer, [`type-narrowed ${F}`]),
  field('a text that may be anything', string, { 'x-kubernetes-preserve-unknown-fields': true }, [`type-widened ${F}`]),
  field('a text that becomes an enum', string, enumOf('A'), [`type-narrowed ${F}`]),
  field('an enum that becomes a text', enumOf('A'), string, [`type-widened ${F}`]),
  field('a value that may be null', string, { ...string, nullable: true }, [`nullable-added ${F}`]),
  field('a value that may not be null', { ...string, nullable: true }, string, [`nullable-removed ${F}`]),
  field('an enum that grows', enumOf('A'), enumOf('A', 'B'), [`enum-grown ${F}`]),
  field('an enum that is cut', enumOf('A', 'B'), enumOf('A'), [`enum-cut ${F}`]),
  field('an enum that has another value', enumOf('A', 'B'), enumOf('A', 'C'), [`enum-cut ${F}`, `enum-grown ${F}`]),
  field('an enum in another order', enumOf('A', 'B'), enumOf('B', 'A'), []),
  field(
    'an object that keeps what it does not list',
    objectOf({ a: string }),
    objectOf({ a: string }, { 'x-kubernetes-preserve-unknown-fields': true }),
    [`unknown-fields-kept ${F}`],
  ),
  field('an object that keeps it no more', anyObject, { type: 'object' }, [`unknown-fields-pruned ${F}`]),
  field('any object that becomes a map', anyObject, mapOf(string), [`type-narrowed ${F}`]),
  field('a map that becomes any object', mapOf(string), anyObject, [`type-widened ${F}`]),
  field('a default that is new', string, { ...string, default: 'a' }, [`default-added ${F}`, `presence-promised ${F}`]),
  field('a default that is gone', { ...string, default: 'a' }, string, [`default-removed ${F}`, `presence-lost ${F}`]),
  scenario(
    'a default of a required field that is gone',
    crd({ schema: specOf({ f: { ...string, default: 'a' } }, { required: ['f'] }) }),
    crd({ schema: specOf({ f: string }, { required: ['f'] }) }),
    [`default-removed ${F}`],
  ),
  field('a field with a default that is new', undefined, { ...string, default: 'a' }, [`field-added ${F}`]),
  field('an integer that is said to be long', integer, { ...integer, format: 'int64' }, []),
  field('a bound that is excluded', { ...integer, minimum: 1 }, { ...integer, minimum: 1, exclusiveMinimum: true }, [
    `validation-tightened ${F}`,
  ]),
  field(
    'a bound that is excluded no more',
    { ...integer, maximum: 1, exclusiveMaximum: true },
    { ...integer, maximum: 1 },
    [`validation-loosened ${F}`],
  ),
  field('an excluded bound that there is not', integer, { ...integer, exclusiveMinimum: true }, []),
  field('a multiple that is new', integer, { ...integer, multipleOf: 2 }, [`validation-tightened ${F}`]),
  field('a finer multiple', { ...integer, multipleOf: 4 }, { ...integer, multipleOf: 2 }, [`validation-loosened ${F}`]),
  field('another multiple', { ...integer, multipleOf: 4 }, { ...integer, multipleOf: 6 }, [`validation-changed ${F}`]),
  field('branches that are new', pair, choice('oneOf', 'a', 'b'), [`validation-tightened ${F}`]),
  field('branches that are gone', choice('anyOf', 'a', 'b'), pair, [`validation-loosened ${F}`]),
  field('another branch of an anyOf', choice('anyOf', 'a', 'b'), choice('anyOf', 'a', 'b', 'c'), [
    `validation-loosened ${F}`,
  ]),
  field('another branch of a oneOf', choice('oneOf', 'a', 'b'), choice('oneOf', 'a', 'b', 'c'), [
    `validation-changed ${F}`,
  ]),
  field('branches in another order', choice('oneOf', 'a', 'b'), choice('oneOf', 'b', 'a'), []),
  field('a schema that is excluded', string, { ...string, not: { enum: ['a'] } }, [`validation-tightened ${F}`]),
  field('another schema that is excluded', { ...string, not: { enum: ['a'] } }, { ...string, not: { enum: ['b'] } }, [
    `validation-changed ${F}`,
  ]),
  scenario(
    'branches of a whole object',
    crd({ schema: { ...specOf({ f: string }), oneOf: [{ required: ['spec'] }, { required: ['data'] }] } }),
    crd({ schema: specOf({ f: string }) }),
    [`validation-loosened Widget ${ROOT}`],
  ),
  field('a list that keeps unknown fields no more', listOf({ type: 'object' }, keep), listOf({ type: 'object' }), [
    `unknown-fields-pruned Widget.spec.f[] ${SPEC}/properties/f/items`,
  ]),
  field('enums in branches', oneOfEnums(['A'], ['B']), oneOfEnums(['A'], ['B', 'C']), [`enum-grown ${F}`]),
  field('another default', { ...string, default: 'a' }, { ...string, default: 'b' }, [`default-changed ${F}`]),
  field('a format that is new', string, { ...string, format: 'date-time' }, [`format-added ${F}`]),
  field('a format that is gone', { ...string, format: 'uuid' }, string, [`format-removed ${F}`]),
  field('another format', { ...string, format: 'uuid' }, { ...string, format: 'date' }, [`format-changed ${F}`]),
  field('an integer that may have a fraction', integer, { type: 'number' }, [`format-removed ${F}`]),
  field('a number that may have no fraction', { type: 'number' }, integer, [`format-added ${F}`]),
  field('a long integer that becomes a short one', { ...integer, format: 'int64' }, { ...integer, format: 'int32' }, [
    `format-added ${F}`,
  ]),
  field('a limit that is stricter', { ...integer, minimum: 1 }, { ...integer, minimum: 2 }, [
    `validation-tightened ${F}`,
  ]),
  field('a limit that is new', string, { ...string, maxLength: 5 }, [`validation-tightened ${F}`]),
  field('a limit that is wider', { ...integer, maximum: 1 }, { ...integer, maximum: 2 }, [`validation-loosened ${F}`]),
  field('a pattern that is new', string, { ...string, pattern: 'a' }, [`validation-tightened ${F}`]),
  field('another pattern', { ...string, pattern: 'a' }, { ...string, pattern: 'b' }, [`validation-changed ${F}`]),
  field(
    'a rule that is new',
    objectOf({ a: string }),
    objectOf({ a: string }, { 'x-kubernetes-validations': [{ rule: 'has(self.a)' }] }),
    [`validation-tightened ${F}`],
  ),
  field(
    'a rule that is gone',
    objectOf({ a: string }, { 'x-kubernetes-validations': [{ rule: 'has(self.a)' }] }),
    objectOf({ a: string }),
    [`validation-loosened ${F}`],
  ),
  field(
    'other list keys',
    listOf(objectOf({ a: string, b: string }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a'],
    }),
    listOf(objectOf({ a: string, b: string }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['b'],
    }),
    [`list-keys-changed ${F}`],
  ),
  field('what lists hold', listOf(objectOf({ a: string, 'b-c': string })), listOf(objectOf({ a: integer })), [
    `field-removed Widget.spec.f[]["b-c"] ${SPEC}/properties/f/items/properties/b-c`,
    `type-changed Widget.spec.f[].a ${SPEC}/properties/f/items/properties/a`,
  ]),
  field('what maps hold', mapOf(objectOf({ a: string })), mapOf(objectOf({ a: string, b: string })), [
    `field-added Widget.spec.f[key].b ${SPEC}/properties/f/additionalProperties/properties/b`,
  ]),
  field('what lists of lists hold', listOf(listOf(enumOf('A'))), listOf(listOf(enumOf('A', 'B'))), [
    `enum-grown Widget.spec.f[][] ${SPEC}/properties/f/items/items`,
  ]),
];
