import { toMicroTime, toTime } from '@informer-gen/runtime/controller/helpers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const moments = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

describe('a moment', () => {
  it('is printed to the second as a Time, and with six digits as a MicroTime', () => {
    expect(toTime(new Date('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02T03:04:05Z');
    expect(toMicroTime(new Date('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02T03:04:05.678000Z');
    expect(toMicroTime(1_767_225_600_000.25)).toBe('2026-01-01T00:00:00.000250Z');
  });

  it('is the same after printing, to the digits that are printed', () => {
    fc.assert(
      fc.property(moments, (at) => {
        expect(toTime(at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        expect(Date.parse(toTime(at))).toBe(Math.floor(at.getTime() / 1000) * 1000);
        expect(toMicroTime(at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
        expect(Date.parse(toMicroTime(at))).toBe(at.getTime());
      }),
    );
  });

  it('that Kubernetes cannot have is refused', () => {
    expect(() => toTime(new Date('+010000-01-01T00:00:00Z'))).toThrow(RangeError);
    expect(() => toMicroTime(Number.NaN)).toThrow(RangeError);
  });
});
