import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** As much of a schema as making values needs. */
export interface LooseSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: LooseSchema };
  readonly additionalProperties?: LooseSchema;
  readonly items?: LooseSchema;
  readonly 'x-kubernetes-int-or-string'?: boolean;
}

const samples: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05.123+01:00', '2019-02-30T00:00:00Z', 'now'],
  date: ['2024-02-29', '2023-02-29', '24-1-1'],
  ipv4: ['10.0.0.1', '010.0.0.1', '::1', '10.0.0'],
  cidr: ['10.0.0.0/8', 'fd00::/64', '10.0.0.0', '10.0.0.0/40'],
  email: ['a@b.c', 'A B <a@b>', '@b', 'a@'],
  hostname: ['example.com', 'a', 'a_b', '-a', 'a..b'],
  uuid: ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', '6BA7B8109DAD11D180B400C04FD430C8', 'x'],
  byte: ['YWJj', 'YWI=', 'YW', ''],
  duration: ['1h', '1h30m', '5 days', '-1s', 'x', '1'],
  uri: ['https://example.com/a', '/a/b', 'urn:a', 'a b', '://', ''],
};

const anything: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 3_000_000_000, '', 'x', 'long text'),
  fc.constantFrom<unknown[]>([], [1], ['a', 'a'], [null], [{}]),
  fc.constantFrom({}, { a: 1 }, { a: null, b: 'x' }),
);

/** Values of a schema: mostly of the right type, often at its bounds, sometimes anything. */
export function valuesOf(schema: LooseSchema): Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: likely(schema) }, { weight: 1, arbitrary: anything });
}

function likely(schema: LooseSchema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum, 'other');
  if (schema['x-kubernetes-int-or-string']) return fc.constantFrom<unknown>(1, '1', '5Gi', 'http', 1.5);
  switch (schema.type) {
    case 'object':
      return objects(schema);
    case 'array':
      return fc.array(schema.items ? valuesOf(schema.items) : anything, { maxLength: 3 });
    case 'integer':
      return fc.constantFrom(-1, 0, 1, 2, 3, 5, 10, 11, 101);
    case 'number':
      return fc.constantFrom(0, 0.5, 0.75, 1, 1.5, 2);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.constantFrom(...(samples[schema.format ?? ''] ?? ['a', 'ab', 'abc', 'abcdef', 'ABC', 'red', '']));
    default:
      return anything;
  }
}

function objects({ properties, additionalProperties }: LooseSchema): Arbitrary<unknown> {
  if (additionalProperties) {
    return fc.dictionary(fc.constantFrom('a', 'b', 'c.d', 'e-f'), valuesOf(additionalProperties), { maxKeys: 3 });
  }
  const names = Object.entries(properties ?? {});
  const known = fc
    .subarray(names, { maxLength: Math.min(5, names.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map(([name, inner]) => [name, valuesOf(inner)]))));
  const unknown = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ unknown: 1 }) },
  );
  return fc.tuple(known, unknown).map(([object, extra]) => ({ ...object, ...extra }));
}
