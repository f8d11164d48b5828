import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertSafeNumbers, UnsafeNumberError } from '../../../runtime/src/client/safe-numbers.js';

describe('the numbers of a body', () => {
  it.each<[string, unknown, string]>([
    ['an integer beyond 2^53', { spec: { bytes: 2 ** 53 } }, 'spec.bytes'],
    ['a negative one', { spec: { limits: [1, { bytes: -(2 ** 60) }] } }, 'spec.limits[1].bytes'],
    ['one under a key that is no word', { 'a.b/c': 2 ** 53 }, '["a.b/c"]'],
    ['one in a JSON patch', [{ op: 'add', path: '/x', value: 2 ** 53 }], '[0].value'],
    ['NaN, which JSON makes null', { spec: { share: Number.NaN } }, 'spec.share'],
    ['infinity, which JSON makes null', Number.POSITIVE_INFINITY, 'the body'],
  ])('are refused with their path: %s', (_what, body, path) => {
    expect(() => assertSafeNumbers(body)).toThrow(expect.objectContaining({ code: 'UnsafeNumber' }) as Error);
    try {
      assertSafeNumbers(body);
    } catch (error) {
      expect((error as UnsafeNumberError).path).toBe(path);
    }
  });

  it('are sent rounded where the caller insists, but NaN never is', () => {
    expect(() => assertSafeNumbers({ a: 2 ** 60 }, { allowUnsafeIntegers: true })).not.toThrow();
    expect(() => assertSafeNumbers({ a: Number.NaN }, { allowUnsafeIntegers: true })).toThrow(UnsafeNumberError);
  });

  it('pass wherever JSON brings them back as they were, and every integer that fits', () => {
    const numbers = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(fc.object({ values: [numbers, fc.string(), fc.boolean(), fc.constant(null)] }), (body) => {
        expect(() => assertSafeNumbers(body)).not.toThrow();
      }),
    );
  });

  it('are refused wherever one of them does not fit, however deep it is', () => {
    const path = fc.array(fc.oneof(fc.stringMatching(/^[a-z]{1,4}$/), fc.nat(3)), { minLength: 1, maxLength: 6 });
    const beyond = fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }).map(Number);
    fc.assert(
      fc.property(path, beyond, (steps, number) => {
        const body = steps.reduceRight<unknown>((value, step) => {
          return typeof step === 'number' ? [...Array<number>(step).fill(0), value] : { before: 'x', [step]: value };
        }, number);
        const text = steps.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`));
        expect(() => assertSafeNumbers(body)).toThrow(expect.objectContaining({ path: text.join('') }) as Error);
      }),
    );
  });
});
