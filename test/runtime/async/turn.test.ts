import { expect, it } from 'vitest';
import { countTurns, TURN_BUDGET_MS, turnIsUsedUp, yieldToEventLoop } from '../../../runtime/src/async/turn.js';

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

it('resumes loops in the order in which they began to wait, as many in a turn as its budget takes', async () => {
  const { now } = performance;
  let reading = performance.now();
  // Every reading of this clock takes a millisecond.
  performance.now = () => reading++;
  try {
    const order: number[] = [];
    let [inThisTurn, most] = [0, 0];
    const loops = Array.from({ length: 200 }, async (_, at) => {
      await yieldToEventLoop();
      if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0));
      most = Math.max(most, (inThisTurn += 1));
      order.push(at);
    });
    await Promise.all(loops);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).toHaveLength(200);
    expect(most).toBeLessThanOrEqual(2 * TURN_BUDGET_MS + 2);
  } finally {
    performance.now = now;
    await new Promise((resolve) => setImmediate(resolve));
  }
});

it('measures turns by checks while they are counted, whatever the time of the machine is', async () => {
  turnIsUsedUp();
  const counting = countTurns();
  const checksInATurn = (): number => {
    let checks = 1;
    while (!turnIsUsedUp()) checks += 1;
    return checks;
  };
  const first = checksInATurn();
  expect(first).toBeGreaterThan(10);
  for (let i = 0; i < 3; i += 1) {
    await yieldToEventLoop();
    work(TURN_BUDGET_MS * 2);
    expect(checksInATurn()).toBe(first);
  }
  counting[Symbol.dispose]();
  counting[Symbol.dispose]();
  expect(turnIsUsedUp()).toBe(false);
  work(TURN_BUDGET_MS);
  expect(turnIsUsedUp()).toBe(true);
});
