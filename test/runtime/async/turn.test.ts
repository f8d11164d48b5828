import { expect, it } from 'vitest';
import { breathe } from '../../../runtime/src/async/breath.js';
import { turnBudgetMs, turnIsUsedUp } from '../../../runtime/src/async/turn.js';

/** Holds the event loop, as work does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('counts the work of one turn of the event loop, whoever does it, and starts anew with the next', async () => {
  await breathe();
  expect(turnIsUsedUp()).toBe(false);
  work(turnBudgetMs);
  await Promise.resolve();
  expect(turnIsUsedUp()).toBe(true);
  await breathe();
  expect(turnIsUsedUp()).toBe(false);
});
