import { describe, expect, it } from 'vitest';
import { changedPaths, describeChangedPath } from '../../../testkit/beds/changed-paths.js';

const describeAll = (before: unknown, after: unknown): string[] => changedPaths(before, after).map(describeChangedPath);

describe('the changed paths of an object', () => {
  it('are as deep as the difference, with both values', () => {
    const before = { status: { ready: 1, conditions: [{ type: 'Ready', message: 'one' }] } };
    const after = { status: { ready: 2, conditions: [{ type: 'Ready', message: 'two' }] } };
    expect(describeAll(before, after)).toEqual([
      '.status.ready: 1 → 2',
      '.status.conditions[0].message: "one" → "two"',
    ]);
  });

  it('are whole values where a field comes, goes or changes its type, and lists of another length', () => {
    expect(describeAll({ a: 1, b: [1], c: {} }, { b: [1, 2], c: 'x', d: null })).toEqual([
      '.a: 1 → (nothing)',
      '.b: [1] → [1,2]',
      '.c: {} → "x"',
      '.d: (nothing) → null',
    ]);
  });

  it('quote names that are no identifiers', () => {
    expect(describeAll({ data: { 'a.txt': '1' } }, { data: { 'a.txt': '2' } })).toEqual(['.data["a.txt"]: "1" → "2"']);
  });

  it('leave out what the server changes with every write', () => {
    const metadata = { resourceVersion: '1', generation: 1, managedFields: [] };
    expect(
      describeAll({ metadata }, { metadata: { resourceVersion: '2', generation: 2, managedFields: [1] } }),
    ).toEqual([]);
  });

  it('cut long values short', () => {
    const [text = ''] = describeAll({ html: 'x'.repeat(1000) }, { html: '' });
    expect(text.length).toBeLessThan(120);
  });
});
