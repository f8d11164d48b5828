import { expect, it } from 'vitest';
import { ApiError } from '../../../runtime/src/api/api-error.js';
import { toStatus } from '../../../runtime/src/api/status.js';
import type { Status } from '../../../runtime/src/api/status.js';
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

it.each([
  ['2592000', 300_000],
  ['9'.repeat(400), 300_000],
  ['Thu, 01 Jan 2099 00:00:00 GMT', 300_000],
  ['120', 120_000],
])('waits for Retry-After %s no longer than the documented maximum', (header, expected) => {
  const error = new ApiError({ code: 503 }, {}, parseRetryAfter(header, now));
  expect(error.retryAfterMs).toBe(expected);
});

it.each([
  [1e12, 300_000],
  [Infinity, 300_000],
  [7, 7000],
  [-1, undefined],
  [Number.NaN, undefined],
  ['abc', undefined],
  [{}, undefined],
  [null, undefined],
])('takes retryAfterSeconds %j of a status for %s ms', (retryAfterSeconds, expected) => {
  const sent = { code: 429, details: { retryAfterSeconds } } as Status;
  expect(new ApiError(sent).retryAfterMs).toBe(expected);
  expect(new ApiError(toStatus(sent)).retryAfterMs).toBe(retryAfterSeconds === Infinity ? undefined : expected);
});
