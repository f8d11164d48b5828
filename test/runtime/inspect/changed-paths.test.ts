import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPaths } from '../../../runtime/src/inspect/record/changed-paths.js';

const object = fc.object({ maxDepth: 3, values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)] });

describe('the changed paths', () => {
  it('name what differs, as deep as it can be told', () => {
    const before = {
      spec: { replicas: 1, ports: [80, 443] },
      metadata: { resourceVersion: '1', annotations: { 'a/b': 'x' } },
    };
    const after = {
      spec: { replicas: 2, ports: [80] },
      metadata: { resourceVersion: '2', annotations: { 'a/b': 'y' } },
      status: {},
    };
    expect(changedPaths(before, after)).toEqual({
      paths: ['spec.replicas', 'spec.ports[1]', 'metadata.annotations["a/b"]', 'status'],
      more: 0,
    });
  });

  it('name what every write changes only where nothing else does', () => {
    expect(changedPaths({ metadata: { resourceVersion: '1' } }, { metadata: { resourceVersion: '2' } }).paths).toEqual([
      'metadata.resourceVersion',
    ]);
  });

  it('are none exactly for equal objects', () => {
    fc.assert(
      fc.property(object, object, (a, b) => {
        expect(changedPaths(a, structuredClone(a)).paths).toEqual([]);
        const isEqual = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(changedPaths(a, b).paths.length === 0).toBe(isEqual);
      }),
    );
  });

  it('are no more than asked for, and count the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, at]));
    expect(changedPaths({}, many, 12)).toMatchObject({ more: 28 });
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
