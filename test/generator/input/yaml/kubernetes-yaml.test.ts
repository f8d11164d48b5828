import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../../generator/input/parse-documents.js';
import { sourceOf } from '../../../../generator/input/sources.js';
import { readDocument } from '../../../../generator/input/yaml/read-document.js';
import { readDocuments } from '../../../../generator/input/yaml/read-documents.js';
import { YamlError } from '../../../../generator/input/yaml/yaml-error.js';
import { canonicalJson } from './canonical.js';
import { CONTRACT } from './texts.js';

/** A text, and what Kubernetes' own libraries read in it: made by scripts/yaml-cases.ts. */
interface Case {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
  readonly documents: readonly { readonly value?: unknown; readonly error?: string }[];
}

const folder = path.dirname(fileURLToPath(import.meta.url));
const cases = JSON.parse(readFileSync(path.join(folder, 'cases.json'), 'utf8')) as readonly Case[];
const named = cases.filter(({ name, base64 }) => CONTRACT[name] !== undefined || base64 !== undefined);
const groups = new Set(cases.filter((each) => !named.includes(each)).map(({ name }) => name));

function ours({ text, base64 }: Case): string[] {
  const bytes = base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
  const { documents } = parseSource(sourceOf('a.yaml', 'crd', bytes));
  return documents.map((value) => (value === undefined ? 'error' : canonicalJson(value)));
}

function theirs({ documents }: Case): string[] {
  return documents.map(({ value, error }) => (error === undefined ? canonicalJson(value) : 'error'));
}

describe('reads as Kubernetes does', () => {
  it.each(named.map((each) => [each.name, each] as const))('%s', (_, each) => {
    // A document that begins behind its separator costs Kubernetes also the one before; here only itself.
    if (each.name === 'a document behind its separator') expect(ours(each)).toEqual(['{"a":1}', 'error']);
    else expect(ours(each)).toEqual(theirs(each));
  });

  it.each([...groups])('texts in every style: %s', (group) => {
    const chosen = cases.filter(({ name }) => name === group);
    const different = chosen.filter((each) => ours(each).join('\n') !== theirs(each).join('\n'));
    expect(different.map((each) => ({ text: each.text, ours: ours(each), theirs: theirs(each) }))).toEqual([]);
    expect(chosen.length).toBeGreaterThan(0);
  });
});

describe('what is wrong', () => {
  it.each([
    ['a: 1\n---\nb: [1,\n---\nc: 3\n', 3, 'the document ends where a value is missing'],
    ['a: [1 2]\nb: {c: d\n', 2, 'a comma or } is missing before this'],
    ['a: 1\nb\nc: 2\n', 2, 'a key without a colon'],
    ["a:\n  b: 'c\nd: e\n", 2, 'a quoted text has no end'],
    ['a: 1\n\tb: 2\n', 2, 'a tab cannot indent a line'],
    ['a: @b\n', 1, '@ cannot begin a value: quote the text'],
    ['a: b: c\n', 1, 'a value behind a colon is not allowed here'],
    ['a:\r\n  - b\r\n  c\r\n', 3, 'a key without a colon'],
    ['a: \x07\n', 1, 'control characters are not allowed'],
  ])('%j is told with its line', (text, line, reason) => {
    expect(readDocuments(text).find(({ type }) => type === 'broken')).toMatchObject({ reason, line });
  });

  it('is what aliases make without end, as a schema of 30 levels with two aliases each would be', () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `l${i}: &l${i} [${i === 0 ? 'a, b' : `*l${i - 1}, *l${i - 1}`}]\n`,
    );
    expect(() => readDocument(levels.join(''))).toThrow('aliases make this document too large');
  });

  it('is what is nested without end', () => {
    expect(() => readDocument('['.repeat(5000))).toThrow(YamlError);
    expect(() => readDocument(Array.from({ length: 5000 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''))).toThrow(
      YamlError,
    );
  });
});

describe('what it reads', () => {
  it('is plain objects, whose keys are their own, whatever they are called', () => {
    const value = readDocument('__proto__: {a: 1}\nconstructor: b\n') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([
      ['__proto__', { a: 1 }],
      ['constructor', 'b'],
    ]);
  });

  it('is what JSON says, and what js-yaml wrote with all texts quoted', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
        fc.constantFrom(2, 4),
        fc.boolean(),
        (value, indent, seqNoIndent) => {
          fc.pre(value !== null && !/\\u|\\b|\\f/.test(JSON.stringify(value)));
          const expected = canonicalJson(value);
          expect(canonicalJson(readDocument(JSON.stringify(value)))).toBe(expected);
          const written = dump(value, { forceQuotes: true, indent, seqNoIndent, lineWidth: 20, flowLevel: -1 });
          if (quotesKeys(value)) expect(canonicalJson(readDocument(written))).toBe(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('knows a word again only if it is the same', () => {
    // More words than it remembers, in two rounds, some of which differ only in a character that has no byte.
    const words = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}${i % 2 === 0 ? '“' : '”'}`);
    const text = [...words, ...words].map((word) => `- ${word}\n`).join('');
    expect(readDocument(text)).toEqual([...words, ...words]);
  });
});

/** js-yaml leaves keys bare that are booleans or numbers in YAML 1.1. */
function quotesKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (!Array.isArray(value) && !Object.keys(value).every((key) => /^[a-z]{6,}$/.test(key))) return false;
  return Object.values(value).every(quotesKeys);
}
