import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFieldPath, textAt } from '../../../runtime/src/api/field-path.js';
import { PathReader } from '../../../runtime/src/decode/path-reader.js';
import { throughJson, trickyJson, trickyText } from './chunks.js';

const nothingKnown = { start: -1, end: -1 };
const names = fc.constantFrom('spec', 'status', 'nodeName', 'phase', 'é', 'a', '0', '1', 'length');
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    trickyText,
    trickyJson,
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

function read(paths: readonly string[], text: string): readonly (string | undefined)[] {
  return new PathReader(paths.map(parseFieldPath)).read(Buffer.from(text), nothingKnown);
}

describe('PathReader', () => {
  it('reads at each path what the parser reads there, as text', () => {
    const paths = fc.array(
      fc.array(names, { minLength: 1, maxLength: 3 }).map((path) => path.join('.')),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(paths, fc.dictionary(names, values), fc.constantFrom(undefined, 2), (wanted, made, indent) => {
        const parsed = throughJson(made);
        const expected = wanted.map((path, at) =>
          wanted.indexOf(path) === at ? textAt(parsed, path.split('.')) : undefined,
        );
        expect(read(wanted, JSON.stringify(made, null, indent))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('writes a number as the parser would', () => {
    expect(read(['a', 'b', 'c'], '{"a":1.0,"b":1e3,"c":-0.50}')).toEqual(['1', '1000', '-0.5']);
  });

  it('steps over a value whose end is known, without looking at it', () => {
    const bytes = Buffer.from('{"metadata":{{{"nodeName":"wrong","spec":{"nodeName":"right"}}');
    const reader = new PathReader([parseFieldPath('spec.nodeName')]);
    const known = { start: bytes.indexOf('{{{'), end: bytes.indexOf(',"spec"') };
    expect(reader.read(bytes, known)).toEqual(['right']);
  });

  it('looks no further than the last of its paths', () => {
    expect(read(['spec.a', 'status.b'], '{"status":{"b":2},"spec":{"a":1,broken')).toEqual(['1', '2']);
  });

  it('finds nothing of one object in the next, and nothing where there is no object', () => {
    const reader = new PathReader([parseFieldPath('a')]);
    expect(reader.read(Buffer.from('{"a":1}'), nothingKnown)).toEqual(['1']);
    for (const text of ['{"b":1}', '{"a":', '{"a"', '[]', 'null', ''])
      expect(reader.read(Buffer.from(text), nothingKnown)).toEqual([undefined]);
  });
});
