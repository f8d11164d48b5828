import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { InitialEventsDeadline } from '../../../runtime/src/reflector/initial-events-deadline.js';

/** Lets something happen every ten seconds, and says when the end was not waited for any longer, and why. */
function whenGivenUp(happens: (deadline: InitialEventsDeadline) => void): string {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const reasons: string[] = [];
  const deadline = new InitialEventsDeadline({
    clock,
    silenceMs: 30_000,
    onExpired: (why) => void reasons.push(`${(clock.now() - startedAt) / 1000} s: it ${why}`),
  });
  for (let passed = 0; passed < 1200 && reasons.length === 0; passed += 10) {
    clock.advance(10_000);
    if (reasons.length === 0) happens(deadline);
  }
  deadline.cancel();
  return reasons.join();
}

const SILENT = 'it sent nothing more of it for 30 s and no end bookmark';
const TOO_LONG = 'it did not end the initial state within 10 minutes';

describe('the end of the initial state is waited for', () => {
  it.each<[string, (deadline: InitialEventsDeadline) => void, string]>([
    ['30 s where nothing comes', () => {}, `30 s: ${SILENT}`],
    ['while bytes come of which nothing is known yet', (deadline) => deadline.bytes(), `600 s: ${TOO_LONG}`],
    ['while objects of it come', (deadline) => deadline.events(true), `600 s: ${TOO_LONG}`],
    [
      'no longer because bytes come that turn out to be changes',
      (deadline) => {
        deadline.bytes();
        deadline.events(false);
      },
      `30 s: ${SILENT}`,
    ],
  ])('%s', (_how, happens, expected) => {
    expect(whenGivenUp(happens)).toBe(expected);
  });
});
