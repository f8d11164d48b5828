import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeFieldValue,
  FieldSelectorError,
  fieldSelectorFromSet,
  fieldSelectorText,
  parseFieldSelector,
} from '../../../runtime/src/selectors/field-selector.js';

const field = fc.constantFrom('metadata.name', 'spec.nodeName', 'status.phase', 'type');
const value = fc.string({ unit: fc.constantFrom('a', '\\', ',', '=', '!', ' ', 'é', '😀') });

describe('fieldSelectorText', () => {
  it('escapes backslashes, commas and equals signs, and orders the fields', () => {
    expect(fieldSelectorText({ b: 'x,y', a: 'p=q\\r' })).toBe('a=p\\=q\\\\r,b=x\\,y');
    expect(fieldSelectorText({ 'spec.unschedulable': false })).toBe('spec.unschedulable=false');
    expect(escapeFieldValue('plain')).toBe('plain');
  });

  it('is read back by parseFieldSelector, whatever the values are', () => {
    fc.assert(
      fc.property(fc.dictionary(field, value), (fields) => {
        const parsed = parseFieldSelector(fieldSelectorText(fields));
        expect(Object.fromEntries(parsed.requirements.map((r) => [r.field, r.value]))).toEqual({ ...fields });
        expect(String(parsed)).toBe(fieldSelectorText(fields));
      }),
    );
  });
});

describe('parseFieldSelector', () => {
  it.each([
    ['a==b', 'a=b'],
    ['b!=c,a=b', 'a=b,b!=c'],
    [',a=b,', 'a=b'],
    ['', ''],
    ['a=', 'a='],
    ['a!=\\=', 'a!=\\='],
  ])('reads %j as %j', (text, printed) => {
    expect(String(parseFieldSelector(text))).toBe(printed);
  });

  it.each([
    ['a', 0, 'expected'],
    ['x=y,b', 4, 'expected'],
    ['=b', 0, 'a field before the operator'],
    ['a=b=c', 3, `'=' in a value`],
    ['a=\\x', 3, 'only'],
    ['a=\\', 2, 'only'],
  ])('refuses %j at position %i', (text, position, message) => {
    let caught: unknown;
    try {
      parseFieldSelector(text);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(FieldSelectorError);
    expect(caught).toMatchObject({ text, position });
    expect((caught as Error).message).toContain(message);
  });
});

describe('FieldSelector.matches', () => {
  const pod = { metadata: { name: 'a' }, spec: { nodeName: 'n', replicas: 3, paused: true } };

  it('finds values by path and compares their text', () => {
    expect(parseFieldSelector('metadata.name=a,spec.nodeName!=m').matches(pod)).toBe(true);
    expect(parseFieldSelector('metadata.name=a,spec.nodeName!=n').matches(pod)).toBe(false);
    expect(parseFieldSelector('spec.replicas=3,spec.paused=true').matches(pod)).toBe(true);
    expect(fieldSelectorFromSet({}).matches(pod)).toBe(true);
    expect(fieldSelectorFromSet({}).empty).toBe(true);
  });

  it('takes a missing field, an object and what objects inherit for the empty text', () => {
    expect(parseFieldSelector('status.phase=').matches(pod)).toBe(true);
    expect(parseFieldSelector('status.phase=Running').matches(pod)).toBe(false);
    expect(parseFieldSelector('metadata=').matches(pod)).toBe(true);
    expect(parseFieldSelector('constructor.name=').matches(pod)).toBe(true);
    expect(parseFieldSelector('a=').matches(null)).toBe(true);
  });
});
