import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffRules } from '../../../../generator/index.js';
import { compareSchemas, lines } from '../support.js';

const leaf = fc.constantFrom<unknown>(
  { type: 'string' },
  { type: 'string', nullable: true },
  { type: 'string', format: 'date-time' },
  { type: 'string', default: 'a' },
  { type: 'string', pattern: 'a' },
  { type: 'string', maxLength: 3 },
  { type: 'string', enum: ['A', 'B'] },
  { type: 'string', enum: ['B', 'C', 'D'] },
  { type: 'integer' },
  { type: 'integer', format: 'int32' },
  { type: 'integer', minimum: 3 },
  { type: 'number' },
  { type: 'boolean' },
  { 'x-kubernetes-int-or-string': true },
  { 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'object' },
  { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
);

const { schema } = fc.letrec<{ schema: unknown; object: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('object'),
    tie('schema').map((items) => ({ type: 'array', items })),
    tie('schema').map((additionalProperties) => ({ type: 'object', additionalProperties })),
  ),
  object: fc
    .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c', '-x'), tie('schema'), { minKeys: 1 }), fc.subarray(['a', 'b']))
    .map(([properties, required]) => ({
      type: 'object',
      properties,
      required: required.filter((name) => name in properties),
    })),
}));
const root = schema.map((spec) => ({ type: 'object', properties: { spec } }));

describe('diff, of any two schemas', () => {
  it('finds nothing between a schema and itself', async () => {
    await fc.assert(
      fc.asyncProperty(root, async (one) => {
        expect((await compareSchemas(one, one)).changes).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('finds the mirror image when the sides are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(root, root, async (one, other) => {
        const [forth, back] = [await compareSchemas(one, other), await compareSchemas(other, one)];
        const mirrored = forth.changes.map(({ rule, path }) => `${diffRules[rule].mirror} ${path}`);
        expect(lines(back.changes).sort()).toEqual(mirrored.sort());
      }),
      { numRuns: 150 },
    );
  });

  it('finds something wherever the types differ', async () => {
    await fc.assert(
      fc.asyncProperty(root, root, async (one, other) => {
        const { changes } = await compareSchemas(one, other);
        if (JSON.stringify(one) !== JSON.stringify(other) && changes.length === 0) {
          // Equal but for order, or two ways to write the same: nothing else may be silent.
          expect(canonical(one)).toEqual(canonical(other));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('finds nothing between two ways to say that an object may hold anything', async () => {
    const [one, other] = ANYTHING.map((spec) => ({ type: 'object', properties: { spec } }));
    expect((await compareSchemas(one, other)).changes).toEqual([]);
  });
});

const preserve = { 'x-kubernetes-preserve-unknown-fields': true };
const ANYTHING = [
  { type: 'object', additionalProperties: preserve },
  { type: 'object', ...preserve },
] as const;

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical).sort();
  if (typeof value !== 'object' || value === null) return value;
  if (JSON.stringify(value) === JSON.stringify(ANYTHING[0])) return ANYTHING[1];
  const entries = Object.entries(value).map(([key, inner]) => [key, canonical(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
