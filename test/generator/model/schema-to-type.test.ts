import { describe, expect, it } from 'vitest';
import { Workspace } from '../support/workspace.js';
import { crd, specOf, text, version } from '../support/crds.js';

const QUANTITY_PATTERN =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** The members that a property of `spec` becomes. */
async function memberFor(schema: unknown, required: string[] = []): Promise<string> {
  const workspace = new Workspace({
    'crds/a.json': text(crd({ schema: specOf({ field: schema }, { required }) })),
  });
  const report = await workspace.generate({ verify: 'none' });
  expect(report.problems).toEqual([]);
  const types = workspace.read('generated/example.com/v1/types/widgets.ts');
  const line = /^ {2}readonly field.*$/m.exec(types)?.[0] ?? '';
  return line
    .trim()
    .replace(/^readonly field/, '')
    .replace(/;$/, '');
}

describe('types of properties', () => {
  const rows: readonly [description: string, schema: unknown, expected: string][] = [
    ['a string', { type: 'string' }, '?: string | undefined'],
    ['a date-time stays a string', { type: 'string', format: 'date-time' }, '?: string | undefined'],
    ['an integer of any width is a number', { type: 'integer', format: 'int64' }, '?: number | undefined'],
    ['a number', { type: 'number' }, '?: number | undefined'],
    ['a boolean', { type: 'boolean' }, '?: boolean | undefined'],
    ['nullable adds null', { type: 'string', nullable: true }, '?: string | null | undefined'],
    [
      'nullable adds none to an enum: the server compares null with no listed value',
      { type: 'string', nullable: true, enum: ['a', 'b', null] },
      "?: 'a' | 'b' | undefined",
    ],
    ['int-or-string', { 'x-kubernetes-int-or-string': true }, '?: rt.IntOrString | undefined'],
    [
      'int-or-string with branches',
      { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
      '?: rt.IntOrString | undefined',
    ],
    ['an enum is a union', { type: 'string', enum: ['a', 'b-c', ''] }, "?: 'a' | 'b-c' | '' | undefined"],
    ['an enum of numbers', { type: 'integer', enum: [1, 2] }, '?: 1 | 2 | undefined'],
    ['an enum of booleans', { type: 'boolean', enum: [true] }, '?: true | undefined'],
    [
      'enum values that the type cannot have are dropped',
      { type: 'string', enum: ['a', 1, null] },
      "?: 'a' | undefined",
    ],
    ['of an enum with nothing left there is no value', { type: 'string', enum: [1] }, '?: never | undefined'],
    ['an enum that lists objects too may be anything', { enum: ['a', 1, { b: 1 }, []] }, '?: unknown'],
    ['an empty enum is its type', { type: 'string', enum: [] }, '?: string | undefined'],
    ['an enum with a backslash', { type: 'string', enum: ['a\\b', "it's"] }, "?: 'a\\\\b' | 'it\\'s' | undefined"],
    ['an array', { type: 'array', items: { type: 'string' } }, '?: readonly string[] | undefined'],
    ['an array without items', { type: 'array' }, '?: readonly unknown[] | undefined'],
    [
      'an array of an enum',
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      "?: readonly ('a' | 'b')[] | undefined",
    ],
    [
      'an array of arrays',
      { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      '?: readonly (readonly string[])[] | undefined',
    ],
    [
      'minItems and maxItems do not become tuples',
      { type: 'array', minItems: 2, maxItems: 20, items: { type: 'string' } },
      '?: readonly string[] | undefined',
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'string' } },
      '?: { readonly [key: string]: string } | undefined',
    ],
    [
      'a map of anything',
      { type: 'object', additionalProperties: true },
      '?: { readonly [key: string]: unknown } | undefined',
    ],
    [
      'an object that keeps unknown fields',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      '?: { readonly [key: string]: unknown } | undefined',
    ],
    ['anything at all', { 'x-kubernetes-preserve-unknown-fields': true }, '?: unknown'],
    [
      'an object from which all is pruned is empty',
      { type: 'object' },
      '?: { readonly [key: string]: never } | undefined',
    ],
    [
      'an embedded resource',
      { type: 'object', 'x-kubernetes-embedded-resource': true },
      '?: rt.KubernetesObject | undefined',
    ],
    [
      'an embedded resource that keeps unknown fields',
      { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      '?: rt.KubernetesObject & { readonly [key: string]: unknown } | undefined',
    ],
    [
      'branches with types are a union',
      { oneOf: [{ type: 'string' }, { type: 'boolean' }] },
      '?: string | boolean | undefined',
    ],
    [
      'branches that only restrict leave the type',
      { type: 'string', anyOf: [{ pattern: 'a' }] },
      '?: string | undefined',
    ],
    [
      'allOf that only restricts leaves the type',
      { type: 'string', allOf: [{ minLength: 1 }] },
      '?: string | undefined',
    ],
    [
      'an amount is a Quantity, as of built-in types',
      {
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        pattern: QUANTITY_PATTERN,
        'x-kubernetes-int-or-string': true,
      },
      '?: rt.Quantity | undefined',
    ],
    [
      'an array that keeps unknown fields keeps those of its entries',
      { type: 'array', items: { type: 'object' }, 'x-kubernetes-preserve-unknown-fields': true },
      '?: readonly { readonly [key: string]: unknown }[] | undefined',
    ],
    [
      'an array of arrays that keeps unknown fields',
      {
        type: 'array',
        items: { type: 'array', items: { type: 'object' } },
        'x-kubernetes-preserve-unknown-fields': true,
      },
      '?: readonly (readonly { readonly [key: string]: unknown }[])[] | undefined',
    ],
    [
      'enums of an allOf intersect',
      { type: 'string', enum: ['a', 'b', 'c'], allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] },
      "?: 'b' | undefined",
    ],
    [
      'enums of an allOf without one beside it intersect',
      { type: 'string', allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] },
      "?: 'b' | undefined",
    ],
    [
      'enums of a oneOf are a union',
      { type: 'string', oneOf: [{ enum: ['a'] }, { enum: ['b', 'c'] }] },
      "?: 'a' | 'b' | 'c' | undefined",
    ],
    [
      'enums of an anyOf are a union, within the enum around it',
      { type: 'string', enum: ['a', 'b'], anyOf: [{ enum: ['b'] }, { enum: ['c'] }] },
      "?: 'b' | undefined",
    ],
    [
      'a branch without an enum admits every value',
      { type: 'string', oneOf: [{ enum: ['a'] }, { pattern: '^x' }] },
      '?: string | undefined',
    ],
    ['a default is filled in by the server', { type: 'string', default: 'a' }, ': string'],
    ['a default of a nullable field', { type: 'string', nullable: true, default: null }, ': string | null'],
    ['a default of null that the server drops', { type: 'string', default: null }, '?: string | undefined'],
    [
      'a nested object is named for its path',
      { type: 'object', properties: { a: { type: 'string' } } },
      '?: WidgetSpecField | undefined',
    ],
  ];
  it.each(rows)('%s', async (_, schema, expected) => {
    expect(await memberFor(schema)).toBe(expected);
  });

  it('has no question mark where the property is required', async () => {
    expect(await memberFor({ type: 'string' }, ['field'])).toBe(': string');
  });

  it.each([
    ['a map', { additionalProperties: { type: 'integer' } }, 'number'],
    ['an object that keeps unknown fields', { 'x-kubernetes-preserve-unknown-fields': true }, 'unknown'],
  ])('is there where %s requires a key that no property describes', async (_what, schema, type) => {
    const field = { type: 'object', required: ['storage'], ...schema };
    const workspace = new Workspace({ 'crds/a.json': text(crd({ schema: specOf({ field }) })) });
    await workspace.generate({ verify: 'none' });
    const types = workspace.read('generated/example.com/v1/types/widgets.ts');
    expect(types).toContain('readonly field?: WidgetSpecField | undefined;');
    expect(types).toContain(`readonly storage: ${type};\n  readonly [key: string]: ${type};`);
  });

  it('is required where every branch of a oneOf requires it', async () => {
    const schema = specOf(
      { field: { type: 'string' }, other: { type: 'string' } },
      { oneOf: [{ required: ['field'] }, { required: ['field', 'other'] }] },
    );
    const workspace = new Workspace({ 'crds/a.json': text(crd({ schema })) });
    await workspace.generate();
    const types = workspace.read('generated/example.com/v1/types/widgets.ts');
    expect(types).toContain('readonly field: string;');
    expect(types).toContain('readonly other?: string | undefined;');
  });

  it('keeps property names as on the wire, in quotes where they are no identifiers', async () => {
    const names = [
      '-Xmx',
      '3scale',
      'dest-port',
      'jwks_uri',
      'jwksUri',
      '__proto__',
      'constructor',
      'a.b',
      "it's",
      'new',
    ];
    const properties = `{${names.map((name) => `${JSON.stringify(name)}: {"type": "string"}`).join(',')}}`;
    const body = JSON.stringify(crd({ schema: specOf({ inner: { type: 'object', properties: 'HERE' } }) }));
    const workspace = new Workspace({ 'crds/a.json': body.replace('"HERE"', properties) });
    expect((await workspace.generate()).problems).toEqual([]);
    const types = workspace.read('generated/example.com/v1/types/widgets.ts');
    for (const shown of [
      "'-Xmx'",
      "'3scale'",
      "'dest-port'",
      'jwks_uri',
      'jwksUri',
      '__proto__',
      'constructor',
      "'a.b'",
      "'it\\'s'",
      'new',
    ]) {
      expect(types).toContain(`  readonly ${shown}?: string | undefined;\n`);
    }
  });

  it('gives objects whose names meet in camelCase names of their own', async () => {
    const object = (name: string): unknown => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    const workspace = new Workspace({
      'crds/a.json': text(crd({ schema: specOf({ jwks_uri: object('a'), jwksUri: object('b') }) })),
    });
    expect((await workspace.generate({ verify: 'types' })).problems).toEqual([]);
    const types = workspace.read('generated/example.com/v1/types/widgets.ts');
    expect(types).toContain('readonly jwksUri?: WidgetSpec_jwksUri | undefined;');
    expect(types).toContain('readonly jwks_uri?: WidgetSpec_jwks_uri | undefined;');
  });
});

describe('whole objects', () => {
  it('always have literal apiVersion and kind and the metadata of their scope, whatever the schema says', async () => {
    const schema = {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { maxLength: 5 } } } },
    };
    const workspace = new Workspace({
      'crds/a.json': text(crd({ schema }), crd({ kind: 'Gadget', scope: 'Cluster', schema: { type: 'object' } })),
    });
    await workspace.generate();
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain(
      "  readonly apiVersion: 'example.com/v1';\n  readonly kind: 'Widget';\n  readonly metadata: rt.NamespacedObjectMeta;\n",
    );
    expect(workspace.read('generated/example.com/v1/types/gadgets.ts')).toContain('readonly metadata: rt.ObjectMeta;');
  });

  it('may hold anything where a version has no schema', async () => {
    const workspace = new Workspace({
      'crds/a.json': text(crd({ versions: [{ name: 'v1', served: true, storage: true }] })),
    });
    await workspace.generate();
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain(
      '  readonly [key: string]: unknown;\n',
    );
  });

  it('have types of their own in each version', async () => {
    const versions = [
      version('v1', specOf({ a: { type: 'string' } })),
      version('v2', specOf({ a: { type: 'integer' } })),
    ];
    const workspace = new Workspace({ 'crds/a.json': text(crd({ versions })) });
    await workspace.generate();
    expect(workspace.read('generated/example.com/v1/types/widgets.ts')).toContain('readonly a?: string | undefined;');
    expect(workspace.read('generated/example.com/v2/types/widgets.ts')).toContain('readonly a?: number | undefined;');
  });
});
