import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareResourceVersions,
  InvalidResourceVersionError,
  isWellFormedResourceVersion,
} from '../../../runtime/src/api/resource-version.js';

describe('compareResourceVersions', () => {
  it('orders as whole numbers of any size do', () => {
    const version = fc.bigInt({ min: 1n, max: 10n ** 40n });
    fc.assert(
      fc.property(version, version, (a, b) => {
        const expected = a < b ? -1 : a > b ? 1 : 0;
        expect(compareResourceVersions(String(a), String(b))).toBe(expected);
      }),
    );
  });

  it('tells versions apart that are the same JavaScript number', () => {
    expect(Number('9007199254740993')).toBe(Number('9007199254740992'));
    expect(compareResourceVersions('9007199254740993', '9007199254740992')).toBe(1);
  });

  it.each(['', '0', '0100', '-1', '1a', ' 1', '1.0', '１'])('refuses %j on either side', (malformed) => {
    expect(isWellFormedResourceVersion(malformed)).toBe(false);
    expect(() => compareResourceVersions(malformed, '100')).toThrow(InvalidResourceVersionError);
    expect(() => compareResourceVersions('100', malformed)).toThrow(InvalidResourceVersionError);
  });
});
