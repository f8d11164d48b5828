import * as fc from 'fast-check';

/** What means something to YAML, to put where it does not belong. */
const CHARACTERS = [...':-#"\'|>{}[]&*!%@`\n ?,~0x.e_+=<\\\t\r\u00a0\u2028\ufeff\x7fé“🦄'];
const WORDS =
  `'' "" \\n \\u00e9 \\x41 'a' "a" 'a': "a": {} [] [a,"b"] [1, {a:1} a: null true ~ 0x1F 0o17 -0 1e3 .inf .nan ? <<: ` +
  '__proto__: constructor: &a *a !!str -- ...';
const SPACED =
  ': | :|:\n|- |-\n| #|# x\n|\n\n|\n |\n  |\n    |\n- |\n  - |\n\n  |  \n|---\n|\n---\n|\n--- |\n...\n|>\n|>-\n|>+\n|> # x\n|' +
  '\\\n|\\ |\'\n  |"\n  |a: b|[a, b]|%YAML 1.2\n';
const TOKENS = [...CHARACTERS, ...WORDS.split(' '), ...SPACED.split('|'), '|\n', '|-\n', '|+\n', '|2\n', '--- |\n'];

/** One change of a text. Places are shares of its length, so that they fit whatever went before. */
export type Mutation = (text: string, other: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

function at(share: number, length: number): number {
  return Math.floor(share * (length + 1));
}

/** A change among lines. */
function onLines(share: number, change: (lines: string[], index: number) => void): Mutation {
  return (text) => {
    const lines = text.split('\n');
    change(lines, Math.min(at(share, lines.length), lines.length - 1));
    return lines.join('\n');
  };
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...TOKENS), fc.nat(2)).map(([share, token, dropped]): Mutation => (text) => {
    const index = at(share, text.length);
    return text.slice(0, index) + token + text.slice(index + dropped);
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 4 })).map(([share, dropped]): Mutation => (text) => {
    const index = at(share, text.length);
    return text.slice(0, index) + text.slice(index + dropped);
  }),
  fc
    .tuple(place, fc.constantFrom(...TOKENS))
    .map(([share, token]) => onLines(share, (lines, i) => (lines[i] = (lines[i] ?? '') + token))),
  fc
    .tuple(place, fc.constantFrom(...TOKENS))
    .map(([share, token]) =>
      onLines(share, (lines, i) => (lines[i] = (lines[i] ?? '').replace(/^ */, `$&${token.replaceAll('$', '$$')}`))),
    ),
  place.map((share) => onLines(share, (lines, i) => lines.splice(i, 1))),
  place.map((share) => onLines(share, (lines, i) => lines.splice(i, 0, lines[i] ?? ''))),
  fc.tuple(place, fc.integer({ min: -4, max: 4 })).map(([share, by]) =>
    onLines(share, (lines, i) => {
      const line = lines[i] ?? '';
      lines[i] = by > 0 ? ' '.repeat(by) + line : line.replace(new RegExp(`^ {0,${-by}}`), '');
    }),
  ),
  fc.tuple(place, place).map(
    ([share, otherShare]): Mutation =>
      (text, other) =>
        text.slice(0, at(share, text.length)) + other.slice(at(otherShare, other.length)),
  ),
);

/** Texts of a list, or some lines of them, changed in a few places. */
export function mutatedYaml(texts: readonly string[]): fc.Arbitrary<string> {
  const text = fc
    .tuple(fc.constantFrom(...texts), place, fc.integer({ min: 1, max: 40 }))
    .map(([whole, share, count]) => excerpt(whole, share, count));
  return fc
    .tuple(text, text, fc.array(mutation, { maxLength: 4 }))
    .map(([first, other, mutations]) => mutations.reduce((changed, mutate) => mutate(changed, other), first));
}

/** Some lines of a text, moved to the left as far as the first of them can be. */
function excerpt(text: string, share: number, count: number): string {
  const lines = text.split('\n');
  const first = Math.floor(share * lines.length);
  const indent = /^ */.exec(lines[first] ?? '')?.[0].length ?? 0;
  return lines
    .slice(first, first + count)
    .map((line) => (line.startsWith(' '.repeat(indent)) ? line.slice(indent) : line.trimStart()))
    .join('\n');
}
