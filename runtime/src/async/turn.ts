/**
 * How long one phase of the event loop may be used before work that can wait should wait. The budget is shared by
 * everything in the process that asks, so a hundred busy watches hold the loop no longer than one does. A turn has two
 * phases in which we work (sockets, then what waited), and reading the sockets comes on top: less than 20 ms in all.
 */
export const TURN_BUDGET_MS = 6;

let turnStartedAt = 0;
let turnHasStarted = false;

/** Whether the work of this turn of the event loop has used up {@link TURN_BUDGET_MS}; then `await yieldToEventLoop()`. */
export function turnIsUsedUp(): boolean {
  const now = performance.now();
  if (!turnHasStarted) {
    turnHasStarted = true;
    turnStartedAt = now;
    setImmediate(endTurn);
    return false;
  }
  return now - turnStartedAt >= TURN_BUDGET_MS;
}

function endTurn(): void {
  turnHasStarted = false;
}

/** Lets the event loop turn once: timers, sockets and everybody else run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Asks {@link turnIsUsedUp} on every so many steps of a loop, because asking costs a read of the clock.
 *
 * @example
 * for (const object of hugeList) { use(object); if (budget.isUsedUp()) await yieldToEventLoop(); }
 */
export class TurnBudget {
  readonly #stride: number;
  #steps = 0;

  /** @param stride 1 where a step is much work. Default 16. */
  constructor(stride = 16) {
    this.#stride = stride;
  }

  /** Counts a step. True when it is time to `await yieldToEventLoop()`. */
  isUsedUp(): boolean {
    this.#steps += 1;
    if (this.#steps < this.#stride) return false;
    this.#steps = 0;
    return turnIsUsedUp();
  }
}
