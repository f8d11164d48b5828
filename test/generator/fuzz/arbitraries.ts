import * as fc from 'fast-check';

/** What code would call if an input got into it. */
export const MARKER = 'pwned';

/** Ways out of strings, comments, templates and names. */
const ESCAPES = [
  `*/ ${MARKER}(); /*`,
  `'; ${MARKER}(); '`,
  `"; ${MARKER}(); "`,
  `\`; ${MARKER}(); \``,
  `\${${MARKER}()}`,
  `\n${MARKER}();\n`,
  `\r${MARKER}();`,
  `\u2028${MARKER}();\u2029`,
  `\\'; ${MARKER}(); //`,
  `}; ${MARKER}(); export interface X {`,
  `]: string }; ${MARKER}(); //`,
  `<!-- ${MARKER}() -->`,
  '{{{header}}}',
  '{{#each groups}}',
  '/**',
  '*/',
  '*\\/',
  '\\',
  '\\u0027',
  '\0',
  '\ufeff',
  '\u202e',
  '\ud800',
  '🦄',
  'é',
  '@deprecated',
  '@ts-ignore',
  '$&',
  "$'",
  '',
  ' ',
];

/** Names that mean something to JavaScript, to TypeScript or to us. */
const WORDS = (
  '__proto__ prototype constructor hasOwnProperty toString valueOf then await async class default delete enum export ' +
  'function import interface let new null package return static this type undefined var void yield any unknown never ' +
  'string number object Object Promise Record Map Array Function Event Node Error Symbol rt host informer lister index ' +
  'types shared core factory generic spec status metadata kind apiVersion name get list watch start client readonly keyof infer unique asserts is'
).split(' ');

/** Any text, mostly bad ones. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...ESCAPES), { maxLength: 4 }).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x'.repeat(5000), 'long words '.repeat(300), '\n'.repeat(50), '-Xmx', '3scale'),
  },
);

/** A property's name. */
const propertyName = fc.oneof(
  text,
  fc.constantFrom('a', 'b', 'jwks_uri', 'jwksUri', 'dest-port', 'a.b', 'A', 'a_b', 'aB'),
);

/** A JSON object with these entries, `__proto__` among them an entry like any other. */
function record(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

const literal = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double(),
  fc.constant({}),
  fc.constant([]),
);

/** What any schema may carry beside its type. */
const decoration = fc.record(
  {
    description: text,
    title: text,
    default: literal,
    pattern: text,
    format: text,
    nullable: fc.boolean(),
    minItems: fc.integer({ min: 0, max: 30 }),
    maxItems: fc.integer({ min: 0, max: 30 }),
    example: literal,
    'x-kubernetes-validations': fc.array(fc.record({ rule: text, message: text }, { requiredKeys: ['rule'] }), {
      maxLength: 2,
    }),
    'x-kubernetes-list-map-keys': fc.array(text, { maxLength: 2 }),
    'x-kubernetes-preserve-unknown-fields': fc.boolean(),
    'x-kubernetes-embedded-resource': fc.boolean(),
    'x-kubernetes-int-or-string': fc.boolean(),
  },
  { requiredKeys: [] },
);

/** A schema of which anything may be odd. */
export const { schema }: { schema: fc.Arbitrary<Record<string, unknown>> } = fc.letrec<{
  schema: Record<string, unknown>;
  object: Record<string, unknown>;
}>((tie) => ({
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(propertyName, tie('schema')), { maxLength: 6, selector: ([name]) => name }),
      fc.array(propertyName, { maxLength: 3 }),
      fc.option(fc.oneof(tie('schema'), fc.boolean()), { nil: undefined, freq: 3 }),
    )
    .map(([properties, required, additional]) => ({
      type: 'object',
      properties: record(properties),
      required: [...required, ...properties.slice(0, 2).map(([name]) => name)],
      ...(additional !== undefined && { additionalProperties: additional }),
    })),
  schema: fc
    .tuple(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom(
          { type: 'string' },
          { type: 'integer' },
          { type: 'number' },
          { type: 'boolean' },
          {},
          { type: 'array' },
        ),
        fc.array(literal, { maxLength: 6 }).map((values) => ({ enum: values })),
        fc.array(text, { maxLength: 6 }).map((values) => ({ type: 'string', enum: values })),
        tie('object'),
        tie('schema').map((items) => ({ type: 'array', items })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ type: 'object', anyOf })),
        fc.array(tie('object'), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
      ),
      decoration,
    )
    .map(([type, more]) => ({ ...more, ...type })),
}));

/** A name that the API server takes, often an awkward one. */
const label = fc.oneof(
  fc.stringMatching(/^[a-z]([-a-z0-9]{0,8}[a-z0-9])?$/),
  fc.constantFrom(...WORDS).map((word) => word.toLowerCase().replaceAll('_', '')),
);
const mostly = (good: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: text });

const group = mostly(
  fc.oneof(
    fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
    fc.constantFrom(
      'example.com',
      'a-b.io',
      'a.b.io',
      'shared',
      'core',
      'apps',
      'networking.k8s.io',
      '../up',
      '3scale.net',
    ),
  ),
);
const kind = mostly(
  fc.oneof(fc.stringMatching(/^[A-Z][A-Za-z0-9]{0,12}$/), fc.constantFrom(...WORDS), fc.constant('a-B')),
);
const plural = mostly(label);
const version = mostly(fc.oneof(fc.constantFrom('v1', 'v1beta1', 'v2', 'index', 'default', 'class', 'then'), label));

const crdVersion = fc
  .record(
    {
      name: version,
      served: fc.boolean(),
      storage: fc.boolean(),
      deprecated: fc.boolean(),
      deprecationWarning: text,
      schema: schema.map((openAPIV3Schema) => ({ openAPIV3Schema })),
      subresources: fc.constantFrom({ status: {} }, { scale: {} }, {}),
      selectableFields: fc.array(fc.record({ jsonPath: text }), { maxLength: 3 }),
    },
    { requiredKeys: ['name', 'schema'] },
  )
  .map((entry) => ({ served: true, storage: true, ...entry }));

/** A CRD of which anything may be bad. */
export const crd: fc.Arbitrary<unknown> = fc
  .tuple(
    group,
    fc.record(
      {
        kind,
        plural,
        singular: text,
        listKind: text,
        shortNames: fc.array(text, { maxLength: 2 }),
        categories: fc.array(text, { maxLength: 2 }),
      },
      { requiredKeys: ['kind', 'plural'] },
    ),
    fc.constantFrom('Namespaced', 'Cluster'),
    fc.uniqueArray(crdVersion, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
  )
  .map(([groupName, names, scope, versions]) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${groupName}` },
    spec: { group: groupName, scope, names, versions },
  }));

const definitionName = fc.oneof(
  text,
  fc
    .tuple(
      fc.constantFrom('io.k8s.api.core.v1', 'io.k8s.api.apps.v1', 'com.example', '..', '../..', '/etc', 'a/../..', '.'),
      text,
    )
    .map(([owner, name]) => `${owner}.${name}`),
  fc.constantFrom(
    'io.k8s.api.core.v1.Pod',
    'io.k8s.api.core.v1.Record',
    'com.example.a-b',
    'com.example.a_b',
    'Com.Example.A',
  ),
);

/** An OpenAPI v3 document: one resource in the open, whose type leads to schemas of any name. */
export const openApi: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(definitionName, schema, text), { maxLength: 8, selector: ([name]) => name }),
    group,
    version,
    plural,
    kind,
    text,
  )
  .map(([definitions, groupName, versionName, pluralName, kindName, subresource]) => {
    const names = definitions.map(([name]) => name);
    const ref = (name: string): object => ({
      $ref: `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    });
    const schemas = definitions.map(([name, own, property], i): [string, unknown] => [
      name,
      {
        type: 'object',
        properties: record([
          ['own', own],
          [property, ref(names[(i + 1) % names.length] ?? name)],
        ]),
      },
    ]);
    const gvk = { group: groupName, version: versionName, kind: kindName };
    const root = {
      type: 'object',
      properties: record(names.map((name, i) => [`p${i}`, { allOf: [ref(name)], default: {} }])),
      'x-kubernetes-group-version-kind': [gvk],
    };
    const path = `/apis/${groupName}/${versionName}`;
    return {
      openapi: '3.0.0',
      paths: {
        [`${path}/${pluralName}`]: { get: { 'x-kubernetes-action': 'list', 'x-kubernetes-group-version-kind': gvk } },
        [`${path}/watch/${pluralName}`]: { get: {} },
        [`${path}/${pluralName}/{name}/${subresource}`]: { get: {} },
      },
      components: { schemas: record([...schemas, ['root of all', root]]) },
    };
  });
