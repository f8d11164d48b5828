import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../../testkit/simulated/managed-fields/compare.js';
import { createdFields } from '../../../../testkit/simulated/managed-fields/created-fields.js';
import { FieldSet } from '../../../../testkit/simulated/managed-fields/field-set.js';
import { schemaType } from '../../../../testkit/simulated/types/schema-type.js';

const item = { type: 'object', properties: { name: { type: 'string' }, value: { type: 'integer' } } };
const type = schemaType({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        items: { type: 'array', items: item, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
      },
    },
    data: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
});

const name = fc.constantFrom('a', 'b', 'f1:a', 'x}', '');
const objects = fc.record(
  {
    spec: fc.record(
      {
        items: fc.array(fc.record({ name, value: fc.constantFrom(1, 2) }, { requiredKeys: ['name'] }), {
          maxLength: 3,
        }),
        tags: fc.array(name, { maxLength: 3 }),
        whole: fc.dictionary(name, name),
      },
      { requiredKeys: [] },
    ),
    data: fc.dictionary(name, fc.jsonValue({ maxDepth: 2 })),
    metadata: fc.record({ name, labels: fc.dictionary(name, name) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

describe('The fields of a new object', () => {
  it('are those that differ from nothing, whatever objects of other shapes were created before', () => {
    const empty = { metadata: {}, spec: { items: null, tags: [] }, data: { a: null, b: 1 } };
    const resetFields = new FieldSet();
    const find = (object: object): FieldSet => {
      const { modified, added } = compare(empty, object, type);
      return modified.union(added);
    };
    fc.assert(
      fc.property(objects, (object) => {
        const fields = createdFields(object, { type, empty, resetFields }, () => find(object));
        expect(fields.toJson()).toEqual(find(object).toJson());
      }),
      { numRuns: 2000 },
    );
  });

  it('are found once for objects that differ by their values alone', () => {
    const scope = { type: schemaType(undefined), empty: {}, resetFields: new FieldSet() };
    let found = 0;
    const fieldsOf = (data: object): FieldSet =>
      createdFields({ data }, scope, () => {
        found += 1;
        return new FieldSet();
      });
    expect(fieldsOf({ a: 1, b: 'x' })).toBe(fieldsOf({ a: 2, b: 'y' }));
    expect(found).toBe(1);
    fieldsOf({ a: 1 });
    expect(found).toBe(2);
  });
});
