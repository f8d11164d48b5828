import { expect, it } from 'vitest';
import { TURN_BUDGET_MS, turnIsUsedUp, yieldToEventLoop } from '../../../runtime/src/async/turn.js';

/** Holds the event loop, as work does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('counts the work of one turn of the event loop, whoever does it, and starts anew with the next', async () => {
  await yieldToEventLoop();
  expect(turnIsUsedUp()).toBe(false);
  work(TURN_BUDGET_MS);
  await Promise.resolve();
  expect(turnIsUsedUp()).toBe(true);
  await yieldToEventLoop();
  expect(turnIsUsedUp()).toBe(false);
});
