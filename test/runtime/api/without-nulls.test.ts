import { expect, it } from 'vitest';
import { withoutNulls } from '@informer-gen/runtime';

it('drops what is null at any depth, and leaves the object that it was given alone', () => {
  const read = Object.freeze({ a: null, b: [{ c: null, d: 1 }], e: { f: null, g: false, h: '' } });
  expect(withoutNulls(read)).toEqual({ b: [{ d: 1 }], e: { g: false, h: '' } });
  expect(read.a).toBeNull();
});

it('takes what is not there as it is', () => {
  expect(withoutNulls(undefined)).toBeUndefined();
});
