import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../generator/input/yaml/read-document.js';
import { RepeatedBlocks } from '../../../../generator/input/yaml/repeated-blocks.js';
import { YamlError } from '../../../../generator/input/yaml/yaml-error.js';
import { DATA, hasCorpus } from '../../corpus/corpus.js';
import { findFiles } from '../../../../generator/input/find-files.js';
import { readDocuments } from '../../../../generator/input/yaml/read-documents.js';
import { canonicalJson } from './canonical.js';
import { mutatedYaml } from './mutated-yaml.js';
import { TEXTS } from './texts.js';

const BLOCK = 'type: object\nproperties:\n  name:\n    type: string\n';

describe('a block that was there before', () => {
  it('is the same value, here or in another document, and however deep', () => {
    const repeated = new RepeatedBlocks();
    const first = readDocument(`a:\n${indented(BLOCK, 2)}b:\n  c:\n${indented(BLOCK, 5)}d: 1\n`, { repeated }) as Tree;
    const second = readDocument(`z:\n${indented(BLOCK, 1)}`, { repeated }) as Tree;
    expect(first['a']).toEqual({ type: 'object', properties: { name: { type: 'string' } } });
    expect(first['b']?.['c']).toBe(first['a']);
    expect(second['z']).toBe(first['a']);
  });

  it('is another value without a place to know it by', () => {
    const value = readDocument(`a:\n${indented(BLOCK, 2)}b:\n${indented(BLOCK, 2)}`) as Tree;
    expect(value['a']).toEqual(value['b']);
    expect(value['a']).not.toBe(value['b']);
  });

  it.each([
    ['is indented otherwise inside', 'a:\n  x:\n    y: 1\n  z: 2\nb:\n  x:\n     y: 1\n  z: 2\n'],
    ['goes on behind a comment that is further left', 'a:\n  x: 1\n  y: 2\nb:\n  x: 1\n  y: 2\n# c\n  z: 3\n'],
    ['goes on behind an empty line', 'a:\n  x: 1\n  y: 2\nb:\n  x: 1\n  y: 2\n\n  z: 3\n'],
    [
      'ends with a text that keeps its empty lines',
      'a:\n  x: 1\n  y: |+\n    t\n\nb:\n  x: 1\n  y: |+\n    t\n\n\nc: 1\n',
    ],
    ['holds a text in quotes that goes on further left', 'a:\n  x: 1\n  y: "u\n v"\nb:\n  x: 1\n  y: "u\n w"\n'],
    ['holds an alias of another value', 'a: &v 1\nb:\n  x: 1\n  y: *v\nc: &v 2\nd:\n  x: 1\n  y: *v\n'],
    ['holds an anchor', 'a:\n  x: &v 1\n  y: 2\nb: &v 3\nc:\n  x: &v 1\n  y: 2\nd: *v\n'],
    ['differs in a character beyond a byte', 'a:\n  x: 1\n  y: “\nb:\n  x: 1\n  y: ”\n'],
    ['differs in how its text is indented', 'a:\n  x: |\n    t\n      u\n  y: 1\nb:\n  x: |\n    t\n     u\n  y: 1\n'],
    [
      'is followed by what is indented less, and yet more than its key',
      'a:\n    x: 1\n    y: 2\nb:\n    x: 1\n    y: 2\n  z: 3\n',
    ],
    ['has lists as deep as their keys', 'a:\n  x:\n  - 1\n  y: 2\nb:\n  x:\n  - 1\n  - 3\n  y: 2\n'],
  ])('%s is read for itself', (_, text) => {
    const repeated = new RepeatedBlocks();
    expect(read(text, repeated)).toBe(read(text));
    expect(read(text, repeated)).toBe(read(text));
  });

  it.each([
    ['a mark of documents in a text', 'x: "u\n...\nv"\nz: 1\n'],
    ['a mark of documents in a list', 'x: [u,\n...\n]\nz: 1\n'],
    ['a line that ends with U+2028', 'x:\u2028    y: 1\nz: 1\n'],
    ['a line that ends with U+0085', 'x: u\x85    v\nz: 1\n'],
    ['a line that ends with a carriage return', 'x: 1\nz: |\r    t\n'],
  ])('is read for itself where how deep it is matters: it holds %s', (_, block) => {
    const repeated = new RepeatedBlocks();
    for (const depth of [2, 0, 6, 1]) {
      const text = (depth === 0 ? '' : 'a:\n') + indented(block, depth);
      expect(read(text, repeated)).toBe(read(text));
    }
  });

  it('is not what somebody made for the hashes of another one', () => {
    // Found in a tenth of a second for factors that are the same in every process.
    const [one, other] = ['aa: nQKkYhqB\nb: 1\n', 'aa: aNLKf2ah\nb: 1\n'];
    const value = readDocument(`c:\n${indented(one, 2)}d:\n${indented(other, 2)}`, { repeated: new RepeatedBlocks() });
    expect(value).toEqual({ c: { aa: 'nQKkYhqB', b: 1 }, d: { aa: 'aNLKf2ah', b: 1 } });
  });

  it('counts against what aliases may stand for, as if it had been read', () => {
    const text = `a: &a\n${indented(BLOCK, 2)}b: [${Array.from({ length: 3000 }, () => '*a').join(', ')}]\nc:\n${indented(BLOCK, 2)}`;
    const repeated = new RepeatedBlocks();
    readDocument(`z:\n${indented(BLOCK, 2)}`, { repeated });
    expect(read(text, repeated)).toBe(read(text));
  });
});

describe('texts that repeat blocks', () => {
  it('are read as without knowing any, whatever they hold', () => {
    const repeated = new RepeatedBlocks();
    for (const text of Object.values(TEXTS).flat()) {
      for (const whole of [text, inTwoPlaces(text)]) expect(read(whole, repeated), whole).toBe(read(whole));
    }
  });

  it('are refused for the same characters as without knowing any, wherever these are', () => {
    const odd = ['\0', '\x07', '\t', '\x1f', '\x7f', '\x80', '\x85', '\x9f', '\xff', '\u2028', '\ufffe', '“'];
    const text = `a: some text\nb:\n${indented(BLOCK, 4)}c: 'quoted'`;
    for (const character of odd) {
      for (let at = 0; at <= text.length; at += 1) {
        const changed = text.slice(0, at) + character + text.slice(at);
        expect(read(changed, new RepeatedBlocks())).toBe(read(changed));
      }
    }
  });

  it('are read as without knowing any, however they are changed', () => {
    const repeated = new RepeatedBlocks();
    const texts = Object.values(TEXTS).flat();
    const two = fc.tuple(fc.constantFrom(...texts), fc.constantFrom(...texts));
    fc.assert(
      fc.property(two, mutatedYaml(texts), ([before, after], changed) => {
        const whole = inTwoPlaces(`${before}\n${changed}`) + inTwoPlaces(changed) + inTwoPlaces(after);
        for (const text of [inTwoPlaces(changed), whole]) expect(read(text, repeated)).toBe(read(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.skipIf(!hasCorpus)('are read as without knowing any, in all files of real projects', { timeout: 120_000 }, () => {
    const repeated = new RepeatedBlocks();
    const files = findFiles(['crds', 'raw'], { cwd: DATA, allowEmpty: false });
    const different = files.filter((file) => {
      const text = readFileSync(path.join(DATA, path.relative(DATA, file)), 'utf8');
      return summary(text) !== summary(text, repeated);
    });
    expect(different).toEqual([]);
    expect(files.length).toBeGreaterThan(500);
  });
});

type Tree = { readonly [key: string]: Tree };

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}

function inTwoPlaces(text: string): string {
  return `first:\n${indented(text, 2)}\nsecond:\n- deeper:\n${indented(text, 5)}\n`;
}

function read(text: string, repeated?: RepeatedBlocks): string {
  try {
    return canonicalJson(readDocument(text, { repeated }));
  } catch (error) {
    if (error instanceof YamlError) return `${error.offset}: ${error.message}`;
    throw error;
  }
}

function summary(text: string, repeated?: RepeatedBlocks): string {
  return readDocuments(text, repeated)
    .map((document) => (document.type === 'value' ? JSON.stringify(document.value) : document.reason))
    .join('\n');
}
