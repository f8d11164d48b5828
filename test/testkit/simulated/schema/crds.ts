/** Schemas that ask for everything a CRD can say, to be put into CRDs of any group. */

const list = (items: object, rest: object = {}): object => ({ type: 'array', items, ...rest });
const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });
const text = { type: 'string' };
const integer = { type: 'integer' };

interface VersionOptions {
  readonly storage?: boolean;
  readonly served?: boolean;
  readonly [more: string]: unknown;
}

/** One version of a CRD with this schema. */
export function version(
  name: string,
  schema: object,
  { storage = true, served = true, ...more }: VersionOptions = {},
): object {
  return { name, served, storage, schema: { openAPIV3Schema: schema }, ...more };
}

/** A CRD whose plural is `kind` in lower case with an `s`. */
export function crd(group: string, kind: string, versions: readonly object[], rest: object = {}): object {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: 'Namespaced', names: { plural, kind }, versions, ...rest },
  };
}

/** Every validation of values. */
export const thingSchema: object = object({
  spec: object(
    {
      name: { ...text, minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
      color: { ...text, enum: ['red', 'green', 'blue'], default: 'red' },
      replicas: { ...integer, format: 'int32', minimum: 0, maximum: 10, default: 1 },
      open: { ...integer, minimum: 0, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true },
      ratio: { type: 'number', minimum: 0.5, maximum: 1.5 },
      even: { ...integer, multipleOf: 2 },
      big: { ...integer, format: 'int64' },
      flag: { type: 'boolean' },
      level: { ...integer, enum: [1, 2, 3] },
      tags: list(text, { 'x-kubernetes-list-type': 'set', maxItems: 4 }),
      names: list({ ...text, minLength: 2 }, { minItems: 1, maxItems: 3 }),
      ports: list(
        object(
          { port: { ...integer, minimum: 1 }, protocol: { ...text, default: 'TCP' }, label: text },
          { required: ['port'] },
        ),
        { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port', 'protocol'] },
      ),
      labels: { type: 'object', additionalProperties: { ...text, maxLength: 3 }, minProperties: 1, maxProperties: 2 },
      nested: object(
        { deep: object({ value: { ...integer, default: 7 }, text: { ...text, default: 'x' } }, { default: {} }) },
        { default: {} },
      ),
      choice: object(
        { a: text, b: text, c: integer },
        { oneOf: [{ required: ['a'] }, { required: ['b'] }], not: { required: ['a', 'c'] } },
      ),
      any: object({ x: integer, y: text }, { anyOf: [{ required: ['x'] }, { required: ['y'] }] }),
      all: object({ x: integer, y: integer }, { allOf: [{ required: ['x'] }, { properties: { y: { minimum: 3 } } }] }),
      when: { ...text, format: 'date-time' },
      day: { ...text, format: 'date' },
      ip: { ...text, format: 'ipv4' },
      cidr: { ...text, format: 'cidr' },
      mail: { ...text, format: 'email' },
      host: { ...text, format: 'hostname' },
      uuid: { ...text, format: 'uuid' },
      data: { ...text, format: 'byte' },
      lasts: { ...text, format: 'duration' },
      link: { ...text, format: 'uri' },
      strange: { ...text, format: 'strange' },
      maybe: { ...text, nullable: true, default: 'some' },
      never: { ...text, default: 'full' },
      plain: text,
      selector: text,
    },
    { required: ['name'] },
  ),
  status: object({
    replicas: integer,
    selector: text,
    phase: { ...text, enum: ['New', 'Done'] },
    conditions: list(object({ type: text, status: text }, { required: ['type', 'status'] }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    }),
  }),
});

/** Things with status, scale, columns and selectable fields. */
export function thingCrd(group: string): object {
  return crd(group, 'Thing', [
    version('v1', thingSchema, {
      subresources: {
        status: {},
        scale: {
          specReplicasPath: '.spec.replicas',
          statusReplicasPath: '.status.replicas',
          labelSelectorPath: '.status.selector',
        },
      },
      selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.replicas' }],
      additionalPrinterColumns: [
        { name: 'Color', type: 'string', jsonPath: '.spec.color', description: 'what it looks like' },
        { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas', priority: 1 },
        { name: 'Ratio', type: 'number', jsonPath: '.spec.ratio', format: 'double' },
        { name: 'Flag', type: 'boolean', jsonPath: '.spec.flag' },
        { name: 'First', type: 'string', jsonPath: '.spec.names[0]' },
        { name: 'Names', type: 'string', jsonPath: '.spec.names' },
        { name: 'Port', type: 'integer', jsonPath: '.spec.ports[?(@.protocol=="UDP")].port' },
        { name: 'Ports', type: 'string', jsonPath: '.spec.ports[*].port' },
        { name: 'When', type: 'date', jsonPath: '.spec.when' },
        { name: 'Nested', type: 'string', jsonPath: '.spec.nested' },
        { name: 'Label', type: 'string', jsonPath: '.metadata.labels.a\\.b/c' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
    }),
  ]);
}

/** Unknown fields, embedded resources and other freedoms. */
export const openSchema: object = object({
  spec: object({
    anything: { 'x-kubernetes-preserve-unknown-fields': true },
    half: object({ known: object({ a: text }) }, { 'x-kubernetes-preserve-unknown-fields': true }),
    port: { 'x-kubernetes-int-or-string': true },
    amount: {
      'x-kubernetes-int-or-string': true,
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      pattern: '^[0-9]+(Mi|Gi)?$',
    },
    template: object({ spec: object({ a: text }) }, { 'x-kubernetes-embedded-resource': true }),
    raw: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    map: { type: 'object', additionalProperties: object({ a: { ...integer, default: 3 } }) },
    numbers: { type: 'object', additionalProperties: integer },
    matrix: list(list(integer)),
    items: list(object({ a: text, b: { ...text, default: 'b' } })),
    nothing: { ...text, nullable: true },
  }),
  status: object({ state: text }),
});

/** Without a status subresource, and cluster-wide. */
export function openCrd(group: string): object {
  return crd(group, 'Open', [version('v1', openSchema)], { scope: 'Cluster' });
}

const rule = (expression: string, rest: object = {}): object => ({ rule: expression, ...rest });

/** Rules in CEL. */
export const ruledSchema: object = object(
  {
    spec: object(
      {
        min: integer,
        max: { ...integer, 'x-kubernetes-validations': [rule('self <= 100', { message: 'too much' })] },
        fixed: {
          ...text,
          maxLength: 20,
          'x-kubernetes-validations': [rule('self == oldSelf', { message: 'fixed is immutable' })],
        },
        grows: { ...integer, 'x-kubernetes-validations': [rule('self >= oldSelf')] },
        once: {
          ...text,
          maxLength: 20,
          'x-kubernetes-validations': [
            rule('!oldSelf.hasValue() || self == oldSelf.value()', { optionalOldSelf: true, message: 'set once' }),
          ],
        },
        color: {
          ...text,
          maxLength: 20,
          'x-kubernetes-validations': [
            rule("self in ['red', 'blue']", {
              messageExpression: "'no such color: ' + self",
              reason: 'FieldValueForbidden',
            }),
          ],
        },
        ports: list(
          object(
            { name: { ...text, maxLength: 10 }, port: integer },
            {
              required: ['name'],
              'x-kubernetes-validations': [
                rule('self.port > 0', { fieldPath: '.port', message: 'port must be positive' }),
                rule('self.port == oldSelf.port', { message: 'ports do not change' }),
              ],
            },
          ),
          { maxItems: 10, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
        ),
        map: {
          type: 'object',
          maxProperties: 5,
          additionalProperties: { ...integer, 'x-kubernetes-validations': [rule('self % 2 == 0', { message: 'odd' })] },
        },
        amount: {
          ...text,
          maxLength: 20,
          'x-kubernetes-validations': [
            rule("isQuantity(self) && quantity(self).isLessThan(quantity('10Gi'))", { message: 'too large' }),
          ],
        },
        site: {
          ...text,
          maxLength: 50,
          'x-kubernetes-validations': [
            rule("isURL(self) && url(self).getScheme() == 'https'", { reason: 'FieldValueInvalid' }),
          ],
        },
        address: {
          ...text,
          maxLength: 50,
          'x-kubernetes-validations': [
            rule("isIP(self) && cidr('10.0.0.0/8').containsIP(self)", { message: 'not ours' }),
          ],
        },
        when: {
          ...text,
          format: 'date-time',
          'x-kubernetes-validations': [rule("self > timestamp('2020-01-01T00:00:00Z')", { message: 'too old' })],
        },
        lasts: {
          ...text,
          format: 'duration',
          'x-kubernetes-validations': [rule("self >= duration('1m')", { message: 'too short' })],
        },
        'a-b': { ...integer, 'x-kubernetes-validations': [rule('self > 0')] },
        words: list(
          { ...text, maxLength: 10 },
          {
            maxItems: 5,
            'x-kubernetes-validations': [
              rule('self.isSorted()', { message: 'must be sorted' }),
              rule('self.all(w, w.size() > 1)'),
            ],
          },
        ),
        sizes: list(integer, {
          maxItems: 5,
          'x-kubernetes-validations': [rule('self.sum() < 10', { reason: 'FieldValueRequired' })],
        }),
        needs: object(
          { a: text, b: text },
          { 'x-kubernetes-validations': [rule('has(self.a) == has(self.b)', { message: 'a and b go together' })] },
        ),
        odd: object({ a: integer }, { 'x-kubernetes-validations': [rule('self.a > 1')] }),
      },
      {
        'x-kubernetes-validations': [
          rule('!has(self.min) || !has(self.max) || self.min <= self.max', { message: 'min must not exceed max' }),
          rule('!has(self.a__dash__b) || self.a__dash__b < 10', { fieldPath: '.a-b', message: 'a-b too large' }),
        ],
      },
    ),
    status: object({
      done: { type: 'boolean', 'x-kubernetes-validations': [rule('!oldSelf || self', { message: 'never undone' })] },
    }),
  },
  { 'x-kubernetes-validations': [rule("self.metadata.name.startsWith('r')", { message: 'name must begin with r' })] },
);

export function ruledCrd(group: string): object {
  return crd(group, 'Ruled', [version('v1', ruledSchema, { subresources: { status: {} } })]);
}

/** Versions with defaults and fields of their own; `v1` is stored. */
export function versionedCrd(group: string): object {
  const v1 = object({ spec: object({ size: integer, shared: { ...text, default: 'v1' }, only1: text }) });
  const beta = object({
    spec: object({
      size: { ...integer, maximum: 5 },
      shared: { ...text, default: 'beta' },
      onlyBeta: { ...text, default: 'b' },
    }),
  });
  return crd(group, 'Versioned', [
    version('v1', v1),
    version('v1beta1', beta, { storage: false, deprecated: true }),
    version('v1alpha1', v1, { storage: false, deprecated: true, deprecationWarning: 'use v1, please' }),
    version('v0', v1, { storage: false, served: false }),
  ]);
}
