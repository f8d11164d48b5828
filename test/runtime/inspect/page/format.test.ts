import { expect, it } from 'vitest';
import { shorten, shortPlural } from '../../../../runtime/page/format.js';

it('writes counts in a picture with few letters, never more than there are', () => {
  expect(
    [0, 1, 999, 1000, 9999, 12_345, 999_999, 1_234_567, 98_765_432].map((each) => shortPlural(each, 'event')),
  ).toEqual([
    '0 events',
    '1 event',
    '999 events',
    '1.0k events',
    '9.9k events',
    '12k events',
    '999k events',
    '1.2M events',
    '98M events',
  ]);
});

it('shortens what does not fit, by letters and not by halves of them', () => {
  expect(shorten('by billing', 15)).toBe('by billing');
  expect(shorten('by обработчик-событий', 15)).toBe('by обработчик-…');
  expect(shorten('🙂🙂🙂🙂', 3)).toBe('🙂🙂…');
  expect(shorten('long', 0)).toBe('l…');
});
