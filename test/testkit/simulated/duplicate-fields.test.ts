import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateFields } from '../../../testkit/simulated/requests/duplicate-fields.js';

/** A JSON value as a tree that may name a field twice, which no parsed value can. */
type Tree = string | { readonly list: readonly Tree[] } | { readonly members: readonly (readonly [string, Tree])[] };

const names = fc.oneof(fc.constantFrom('a', 'b', 'a"b', '\\', '\\"', 'ü'), fc.string());
const scalars = fc
  .oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  .map((value) => JSON.stringify(value));
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.record({ list: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ members: fc.array(fc.tuple(names, tie('tree')), { maxLength: 4 }) }),
  ),
}));

function textOf(value: Tree, space: string): string {
  if (typeof value === 'string') return space + value + space;
  if ('list' in value) return `${space}[${space}${value.list.map((item) => textOf(item, space)).join(',')}]${space}`;
  const members = value.members.map(
    ([name, inner]) => `${space}${JSON.stringify(name)}${space}:${textOf(inner, space)}`,
  );
  return `${space}{${space}${members.join(`${space},`)}${space}}${space}`;
}

function expected(value: Tree, path: string, found: string[] = []): string[] {
  if (typeof value === 'string') return found;
  if ('list' in value) value.list.forEach((item, index) => expected(item, `${path}[${index}]`, found));
  else {
    const seen = new Set<string>();
    for (const [name, inner] of value.members) {
      const at = path === '' ? name : `${path}.${name}`;
      if (seen.has(name) && !found.includes(at)) found.push(at);
      seen.add(name);
      expected(inner, at, found);
    }
  }
  return found;
}

describe('fields that a text names twice', () => {
  it('are found whatever is in the strings between them', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom('', ' ', '\n\t '), (value, space) => {
        expect(duplicateFields(textOf(value, space))).toEqual(expected(value, ''));
      }),
      { numRuns: 500 },
    );
  });
});
