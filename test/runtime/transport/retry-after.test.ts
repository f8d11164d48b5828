import { expect, it } from 'vitest';
import { parseRetryAfter } from '../../../runtime/src/transport/retry-after.js';

const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['0', 0],
  [' 30 ', 30_000],
  [['5', '6'], 5000],
  ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
])('reads Retry-After %j as %s ms', (header, expected) => {
  expect(parseRetryAfter(header, now)).toBe(expected);
});
