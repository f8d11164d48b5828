import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRequirement } from '../../../runtime/src/selectors/label-requirement.js';
import { LabelSelectorError } from '../../../runtime/src/selectors/label-selector-error.js';
import type { LabelOperator, Labels } from '../../../runtime/src/selectors/label-selector.js';
import {
  everything,
  nothing,
  parseLabelSelector,
  selectorFromLabelSelector,
  selectorFromSet,
  toSelector,
} from '../../../runtime/src/selectors/label-selector-parser.js';

interface Term {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
}

const key = fc.constantFrom('a', 'b', 'in', 'notin', 'x.y', 'example.com/a', 'A-b_c.9');
const value = fc.constantFrom('', 'a', 'b', 'in', 'notin', '1', '2', 'x-y_z.0');
const number = fc.constantFrom('0', '1', '2', '9007199254740993', '9223372036854775807');
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.record({
    key,
    operator: fc.constantFrom('in' as const, 'notin' as const),
    values: fc.array(value, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    key,
    operator: fc.constantFrom('=' as const, '==' as const, '!=' as const),
    values: value.map((v) => [v]),
  }),
  fc.record({ key, operator: fc.constantFrom('exists' as const, '!' as const), values: fc.constant([]) }),
  fc.record({ key, operator: fc.constantFrom('gt' as const, 'lt' as const), values: number.map((v) => [v]) }),
);
const labels: fc.Arbitrary<Labels> = fc.dictionary(
  key,
  fc.oneof(value, number, fc.constantFrom('9007199254740992', '-3')),
);
const blank = fc.constantFrom('', ' ', '\t', ' \r\n ');

/** Writes a term in one of the ways that the grammar allows. */
function write({ key: name, operator, values }: Term, space: string): string {
  if (operator === 'exists') return `${space}${name}${space}`;
  if (operator === '!') return `${space}!${space}${name}`;
  if (operator === 'in' || operator === 'notin') {
    return `${space}${name} ${operator}${space}(${space}${values.join(`${space},${space}`)}${space})${space}`;
  }
  const symbol = operator === 'gt' ? '>' : operator === 'lt' ? '<' : operator;
  return `${name}${space}${symbol}${space}${values[0]}${space}`;
}

function naive(terms: readonly Term[], set: Labels): boolean {
  return terms.every(({ key: name, operator, values }) => {
    const has = Object.keys(set).includes(name);
    const actual = set[name] ?? '';
    if (operator === 'exists') return has;
    if (operator === '!') return !has;
    if (operator === 'gt') return has && /^-?\d+$/.test(actual) && BigInt(actual) > BigInt(values[0] ?? '');
    if (operator === 'lt') return has && /^-?\d+$/.test(actual) && BigInt(actual) < BigInt(values[0] ?? '');
    const found = has && values.some((v) => v === actual);
    return operator === '!=' || operator === 'notin' ? !found : found;
  });
}

describe('parseLabelSelector', () => {
  it('agrees with a plain reading of the requirements, however they are spaced', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 4 }), labels, blank, (terms, set, space) => {
        const selector = parseLabelSelector(terms.map((t) => write(t, space)).join(','));
        expect(selector.matches(set)).toBe(naive(terms, set));
        expect(selector.empty).toBe(terms.length === 0);
      }),
      { numRuns: 500 },
    );
  });

  it('reads back what it prints', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 4 }), (terms) => {
        const selector = parseLabelSelector(terms.map((t) => write(t, '')).join(','));
        const again = parseLabelSelector(selector.toString());
        expect(again.toString()).toBe(selector.toString());
        expect(again.requirements).toEqual(selector.requirements);
      }),
    );
  });

  it('either parses or throws a LabelSelectorError, whatever it is given', () => {
    const text = fc.array(fc.constantFrom('a', 'in', 'notin', '(', ')', ',', '!', '=', '<', '>', ' ', '/', '\0', '5'));
    fc.assert(
      fc.property(text, (pieces) => {
        try {
          const printed = parseLabelSelector(pieces.join('')).toString();
          expect(parseLabelSelector(printed).toString()).toBe(printed);
        } catch (error) {
          expect(error).toBeInstanceOf(LabelSelectorError);
          expect((error as LabelSelectorError).position).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['x in (foo,,baz),y,z notin ()', 'x in (,baz,foo),y,z notin ()'],
    ['b=2,a=1', 'a=1,b=2'],
    ['a=', 'a='],
    ['a=,b', 'a=,b'],
    ['a in (,)', 'a in ()'],
    ['in in (in,notin)', 'in in (in,notin)'],
    ['!notin', '!notin'],
    ['a > 5 , b<7', 'a>5,b<7'],
    ['', ''],
    ['  ', ''],
  ])('reads %j as %j', (text, printed) => {
    expect(parseLabelSelector(text).toString()).toBe(printed);
  });

  it.each([
    ['a in b', 5, `found 'b', expected '('`],
    ['a,', 2, 'found the end, expected a label key'],
    [',a', 0, `found ',', expected a label key`],
    ['a b', 2, `found 'b', expected one of`],
    ['a=b c', 4, `found 'c', expected ',' or the end`],
    ['a==b=c', 4, `found '=', expected ',' or the end`],
    ['a in (b', 7, `found the end, expected ',' or ')'`],
    ['a in (b c)', 8, `found 'c', expected ',' or ')'`],
    ['!a=b', 2, `found '=', expected ',' or the end`],
    ['!', 1, 'found the end, expected a label key'],
    ['a=!', 2, `found '!', expected a value`],
    ['a>x', 1, 'an integer of 64 bits'],
    ['a>9223372036854775808', 1, 'an integer of 64 bits'],
    ['a/b/c', 0, 'at most one slash'],
    ['/a', 0, 'prefix of a label key must not be empty'],
    ['Ex.com/a', 0, 'DNS subdomain'],
    ['a/', 0, 'must not be empty'],
    ['-a', 0, 'beginning and ending with'],
    [`x=${'a'.repeat(64)}`, 1, 'at most 63'],
    ['a'.repeat(64), 0, 'at most 63'],
    [`${'a.'.repeat(127)}/b`, 0, 'at most 253'],
    ['x=é', 1, 'a label value is empty or'],
  ])('refuses %j at position %i', (text, position, message) => {
    let caught: unknown;
    try {
      parseLabelSelector(text);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(LabelSelectorError);
    expect(caught).toMatchObject({ position, text });
    expect((caught as Error).message).toContain(message);
  });

  it('sees no label in what every JavaScript object inherits', () => {
    expect(parseLabelSelector('constructor').matches({})).toBe(false);
    expect(parseLabelSelector('!toString').matches({})).toBe(true);
    expect(parseLabelSelector('toString!=a').matches(undefined)).toBe(true);
  });
});

describe('selectorFromLabelSelector', () => {
  it('matches everything for an empty object and nothing for none', () => {
    expect(selectorFromLabelSelector({})).toBe(everything);
    expect(selectorFromLabelSelector({ matchLabels: {}, matchExpressions: [] }).matches(undefined)).toBe(true);
    expect(selectorFromLabelSelector(undefined)).toBe(nothing);
    expect(selectorFromLabelSelector(null).matches({ a: 'b' })).toBe(false);
    expect(nothing.empty).toBe(false);
  });

  it('prints nothing as a text that matches nothing', () => {
    fc.assert(fc.property(labels, (set) => !parseLabelSelector(String(nothing)).matches(set)));
  });

  it('joins labels and expressions', () => {
    const selector = selectorFromLabelSelector({
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['b', 'a'] },
        { key: 'env', operator: 'NotIn', values: ['prod'] },
        { key: 'zone', operator: 'Exists' },
        { key: 'old', operator: 'DoesNotExist', values: [] },
      ],
    });
    expect(selector.toString()).toBe('app=web,env notin (prod),!old,tier in (a,b),zone');
    expect(selector.matches({ app: 'web', tier: 'a', zone: '1' })).toBe(true);
    expect(selector.matches({ app: 'web', tier: 'a', zone: '1', old: '' })).toBe(false);
  });

  it.each([
    [{ matchLabels: { 'a b': 'x' } }, '"a b"'],
    [{ matchLabels: { a: 'x y' } }, 'value "x y"'],
    [{ matchExpressions: [{ key: 'a', operator: 'In' }] }, 'at least one value'],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] }, 'takes no values'],
    [{ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] }, '"Gt" is no operator'],
    [{ matchExpressions: [{ key: 'a', operator: 'constructor' }] }, '"constructor" is no operator'],
  ])('refuses %j', (object, message) => {
    expect(() => selectorFromLabelSelector(object)).toThrow(LabelSelectorError);
    expect(() => selectorFromLabelSelector(object)).toThrow(message);
  });
});

describe('toSelector', () => {
  it('takes text, the object and a selector', () => {
    const selector = selectorFromSet({ a: '1' });
    expect(toSelector(selector)).toBe(selector);
    expect(String(toSelector('a = 1'))).toBe('a=1');
    expect(String(toSelector({ matchLabels: { a: '1' } }))).toBe('a=1');
    expect(toSelector(undefined)).toBe(everything);
    expect(toSelector('')).toBe(everything);
  });
});

describe('newRequirement', () => {
  it('refuses an exact match with two values', () => {
    expect(() => newRequirement({ key: 'a', operator: '=', values: ['1', '2'] })).toThrow('exactly one value, not 2');
  });
});
