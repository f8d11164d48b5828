import * as fc from 'fast-check';
import { dump, loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readBlockYaml } from '../../../../generator/input/yaml/block-yaml.js';
import { mutatedYaml } from './mutated-yaml.js';
import { readLikeJsYaml } from './same-as-js-yaml.js';
import { EVERY_STYLE, seeds } from './seeds.js';

/** Texts that the reader must read itself: were it to hand them on, it would be right, but slow. */
const READ: Record<string, readonly string[]> = {
  mappings: [
    'a: 1',
    'a: 1\nb: two\n',
    'a:\n  b:\n    c: d\n  e: f\ng: h\n',
    '\n\n  a: 1\n  b: 2\n',
    'a:\n\n  b: c\n\n\nd: e\n',
    'a:\nb:\n',
    'a:\n  b:\nc: d\n',
    'a : b\n',
    'a:b: c\n',
    'a b: c d\n',
    'a#b: c#d\n',
    '-Xmx: 1\n--flag: 2\n',
    "'a': b\n\"c\": d\n'': e\n",
    "'a: b': c\n'it''s': \"d\\te\"\n",
    'b: 1\na: 2\n10: 3\n9: 4\n',
    '0x10: a\n1.0: b\nNull: c\nTRUE: d\n-0: e\n',
    'constructor: a\ntoString: b\nhasOwnProperty: c\n',
    'a: http://example.com:80/x?y=z#w\n',
    'a: b:c\n',
    'é: ü\nß: “quoted”\n',
  ],
  sequences: [
    '- a\n- b\n',
    'a:\n- b\n- c\nd: e\n',
    'a:\n  - b\n  - c\nd: e\n',
    '- a: 1\n  b: 2\n- c: 3\n',
    '-   a: 1\n    b: 2\n',
    '- - a\n  - b\n- - - c\n',
    '-\n  a: 1\n-\n-\n  - b\n',
    '- a:\n  - b\n  c: d\n',
    '- a:\n    - b\n  c:\n- d\n',
    '- -1\n- -a\n- --\n- -\n',
    "- 'a': b\n- \"c\"\n- 'd'\n",
    '- |\n  a\n- >\n  b\n  c\n',
  ],
  'plain scalars': [
    ...(
      'null Null NULL nULL ~ ~a true True TRUE tRUE false False FALSE yes on 0 -0 +0 00 012 -12 +12 0x1F 0X1F -0x1F 0o17 ' +
      '0o8 0b1 1_000 12e 1e3 1. 1.5 .5 -.5 +.5e-3 1.e2 1E400 . .. -. + 1.2.3 1:30 0.1.0 9007199254740993 .inf -.Inf +.INF ' +
      '.nan .NaN -.nan .iNF 123456789012345678901234567890 2001-12-14 2001-12-14t21:59:43.10-05:00 << = (a) $a ^[a-z]+$ ' +
      'a] a{b} /a \\a _ ÿ'
    ).split(' '),
    `1${'0'.repeat(400)}`,
    'a, b',
    'a - b',
    'a ? b',
    'a & b',
    'a \'b\' "c"',
    'a\u00a0b',
    'a\u2028b',
    'a\x85b',
  ].map((scalar) => `a: ${scalar}\n`),
  'plain scalars of several lines': [
    'a: b\n  c\n  d\n',
    'a: b\n c\n\n   d  \n\n\n e\nf: g\n',
    'a:\n  b\n  c\n',
    'a:\n    b\n  c\nd: e\n',
    '- a\n  b\n- c\n',
    '- a\n b\n',
    'a: b\n  - c\n  # comment\n',
    'a: b\n  "c\n  \'d\n  &e *f !g |h\n',
    'a: 1\n  2\n',
    'a: b\n  # comment\nc: d\n',
    'a: 12 # comment\nb: c\n',
  ],
  'quoted scalars': [
    'a: \'\'\nb: ""\n',
    "a: 'b: c # d'\n",
    "a: 'it''s'''\n",
    'a: "\\0\\a\\b\\t\\n\\v\\f\\r\\e\\ \\"\\/\\\\\\N\\_\\L\\P\\x41\\u00e9\\ud83d\\ude00"\n',
    "a: 'b' # c\n",
    'a: \'12\'\nb: "true"\n',
    "a: 'b\n  c\n\n  d'\n",
    "a: 'b  \n\n\n  c '\n",
    "a: '\n  b\n  '\n",
    "a: 'b''\n  ''c'\n",
    "a:\n  'b\n  c'\nd: e\n",
    'a: "b\n  c\n\n  d"\n',
    'a: "b \\\n  c\\\n\n  \\  d"\n',
    'a: "b\\t  \n  c\\n\n  d"\n',
    '- \'a\n  b\'\n- "c\n  d"\n',
  ],
  'block scalars': [
    'a: |\n  b\n  c\n',
    'a: |-\n  b\n\n  c\n\n\nd: e\n',
    'a: |+\n  b\n\n\nc: d\n',
    'a: |+\n  b\n\n',
    'a: |\n\n\n  b\n',
    'a: |\n  b\n    c\n   d\n',
    'a: |\n  b\n     \n  c\n',
    'a: |\n  b\n \n  c\n',
    'a: | # comment\n  # no comment\n  b\n# comment\nc: d\n',
    'a: |  \n  b  \n',
    'a: |\n  b',
    'a: |',
    'a: |+\n\n\n',
    'a: |\nb: >-\nc: d\n',
    'a: >\n  b\n  c\n\n  d\n\n\n  e\n',
    'a: >-\n  b\n    c\n    d\n\n  e\n',
    'a: >+\n\n  b\n\n   c\n  \n  d\n\n',
    'a:\n  |\n  b\n',
    'a:\n  b: |\n   c\n  d: e\n',
    'a: |\n  ---\n  ...\n  %a\n',
  ],
  'flow collections': [
    'a: {}\nb: []\n',
    '- {}\n- []\n- {} # c\n',
    'a: [b, c]\n',
    'a: [ b , "c d" , \'e\' , 1, true, null ]\n',
    'a: [b c, d-e, f.g/h, .5, 0x10, $ref]\n',
    'a: ["b,c]", \'d: e\', ""]\n',
  ],
  comments: [
    '# a\n  # b\na: 1\n   # c\nb: 2\n# d',
    'a: # b\n  c: d\n',
    'a: # b\n# c\n  - d # e\n  # f\n  - g\n',
    '- # a\n  b\n- # c\n',
  ],
  documents: [
    '',
    '\n',
    '# only a comment\n',
    '---',
    '---\n',
    '---\n---\n',
    '--- # comment\na: 1\n---   \n- b\n',
    'a: 1\n---\nb: 2\n---\n',
    '# a\n---\n# b\n---\n# c\n',
    'a:\n---\nb: 1\n',
    '-\n---\n- a\n',
    'a: b\n  c\n---\nd: |\n  e\n---\nf: g\n',
    'a: --- b\n',
    '---\n  a: 1\n  b: 2\n',
    '---\n{}\n---\n[]\n',
    '----: a\n---a: b\n',
    '..: a\n....: b\n.a: c\n',
  ],
};

const NO_YAML = 'no YAML';

/** Texts that are not for the reader: js-yaml reads the first, and finds the words for what is wrong in the others. */
const HANDED_ON: Record<string, readonly string[]> = {
  'of YAML, but not of CRDs': [
    'a: &b c\nd: *b\n',
    'a: !!str 1\n',
    '? a\n: b\n',
    '%YAML 1.2\n---\na: 1\n',
    'a: 1\n...\n',
    'a: {b: c}\n',
    'a: [{}]\n',
    'a: [b: c]\n',
    'a: [b,\n  c]\n',
    'a: [b, ]\n',
    'a: { }\n',
    'a: |2\n  b\n',
    'a: "\\U0001f600"\n',
    'a: 😀\n',
    '"a" : b\n',
    '__proto__: a\n',
    "'__proto__': a\n",
    '<<: a\n',
    '--- a\n',
    '--- |\n  a\n',
    'just text\n',
    '"quoted"\n',
    ' a: 1\n',
    'a: 1\n  ',
    '\ufeffa: 1\n',
    'a: 1\r\nb: 2\r\n',
    'a:\tb\n',
    'a: |\n  b\tc\n',
    `${'- '.repeat(450)}a\n`,
    Array.from({ length: 450 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
  ],
  [NO_YAML]: [
    'a: 1\na: 2\n',
    "a: 1\n'a': 2\n",
    '1: a\n0x1: b\n',
    'a: b: c\n',
    'a: b: c\nd: e\n',
    'a: "b": "c"\nd: e\n',
    'a: b: {}\nd: e\n',
    "'a\n  b': c\n",
    "a: 1\n'b\n  c': d\n",
    'a: b\n  c\n  # d\n  e\n',
    'a: 1\n- b: c\n',
    'a: 1\n... b: c\n',
    'a:\n  - {}\n   - c\nd: e\n',
    'a:\n  b: []\n   d: e\nf: g\n',
    'a: - b\n',
    'a: b\n c: d\n',
    'a: b # c\n  d\n',
    'a: b\n  # c\n  d\n',
    'a:\n  b: c\n d: e\n',
    'a:\n  - b\n c\n',
    '- a\nb: c\n',
    'a: 1\n- b\n',
    "a: 'b\n",
    'a: "b\n',
    'a: "b\\',
    "a: 'b\nc'\n",
    "a: 'b' c\n",
    "a: 'b'#c\n",
    'a: "\\q"\n',
    'a: "\\x4"\n',
    "a: 'b\n---\n  c'\n",
    'a: @b\n',
    'a: `b\n',
    'a: %b\n',
    'a: , b\n',
    'a: ]\n',
    'a: [b\n',
    'a: {}}\n',
    'a: |x\n  b\n',
    'a: |\n     \n  b\n',
    'a: |\n    b\n  c\n',
    'a: b\0c\n',
    'a: b\x7fc\n',
    'a: \ud83d\n',
    'a: \ufffe\n',
    '{{ .Values.a }}\n',
    'a: {{ .Values.a }}\n',
  ],
};

describe('reading block YAML', () => {
  describe.each(Object.entries(READ))('reads %s', (_, texts) => {
    it.each(texts.map((text) => [JSON.stringify(text).slice(0, 80), text]))('%s', (_name, text) => {
      expect(readLikeJsYaml(text)).toBe('read');
    });
  });

  describe.each(Object.entries(HANDED_ON))('hands on what is %s', (kind, texts) => {
    it.each(texts.map((text) => [JSON.stringify(text).slice(0, 80), text]))('%s', (_name, text) => {
      expect(readBlockYaml(text)).toBeUndefined();
      const read = (): unknown => loadAll(text, { maxDepth: 1000 });
      if (kind === NO_YAML) expect(read).toThrow();
      else expect(read).not.toThrow();
    });
  });

  it('reads every style in one text', () => {
    expect(readLikeJsYaml(EVERY_STYLE)).toBe('read');
  });

  it('goes as deep as CRDs do', () => {
    const deep = Array.from({ length: 150 }, (_, i) => `${'  '.repeat(i)}- a:\n`).join('');
    expect(readLikeJsYaml(deep)).toBe('read');
  });

  it('makes plain objects, each its own', () => {
    const [first, second] = readBlockYaml('a: {}\nb: []\n---\na: {}\nb: []\n') as { a: object; b: object }[];
    expect(Object.getPrototypeOf(first?.a)).toBe(Object.prototype);
    expect(first?.a).not.toBe(second?.a);
    expect(first?.b).not.toBe(second?.b);
  });

  it('knows a word again only if it is the same', () => {
    // More words than it remembers, in two rounds, some of which differ only in a character that has no byte.
    const words = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}${i % 2 === 0 ? '“' : '”'}`);
    const text = [...words, ...words].map((word) => `- ${word}\n`).join('');
    expect(readLikeJsYaml(text)).toBe('read');
    expect(readLikeJsYaml('- a“\n- a”\n- a“: b\n  a”: c\n')).toBe('read');
  });

  it('reads whatever js-yaml writes as js-yaml does', () => {
    let read = 0;
    fc.assert(
      fc.property(jsonValue, dumpOptions, (value, options) => {
        if (readLikeJsYaml(dump(value, options)) === 'read') read += 1;
      }),
      { numRuns: 1000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it('reads no changed text otherwise than js-yaml', () => {
    let read = 0;
    fc.assert(
      fc.property(mutatedYaml(seeds()), (text) => {
        if (readLikeJsYaml(text) === 'read') read += 1;
      }),
      { numRuns: 3000 },
    );
    expect(read).toBeGreaterThan(600);
  });
});

const jsonText = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  fc.constantFrom(
    '',
    'null',
    '1',
    '0x1',
    '- a',
    'a: b',
    'a #b',
    ' a',
    'a ',
    '---',
    '...',
    "it's",
    '"',
    '__proto__',
    '<<',
  ),
  fc
    .array(fc.constantFrom('word', 'two words', '', ' ', '  deeper', 'a: b', '- c', "d'e", '# f'), { maxLength: 8 })
    .map((lines) => lines.join('\n')),
  fc
    .array(fc.constantFrom('long', 'lines', 'of', 'words', 'é', '“x”'), { minLength: 20, maxLength: 60 })
    .map((words) => words.join(' ')),
);

const { jsonValue } = fc.letrec<{ jsonValue: unknown }>((tie) => ({
  jsonValue: fc.oneof(
    { maxDepth: 4 },
    jsonText,
    fc.constantFrom(null, true, false, 0, -0, 1, -1.5, 1e21, 1e-7, Infinity, NaN),
    fc.array(tie('jsonValue'), { maxLength: 4 }),
    fc.array(fc.tuple(jsonText, tie('jsonValue')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

const dumpOptions = fc.record(
  {
    indent: fc.integer({ min: 1, max: 6 }),
    seqNoIndent: fc.boolean(),
    seqInlineFirst: fc.boolean(),
    lineWidth: fc.constantFrom(-1, 10, 20, 40, 80),
    quoteStyle: fc.constantFrom('single' as const, 'double' as const),
    forceQuotes: fc.boolean(),
    flowLevel: fc.constantFrom(-1, -1, -1, 1, 2, 3),
  },
  { requiredKeys: [] },
);
