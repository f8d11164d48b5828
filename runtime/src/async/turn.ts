/**
 * How long one phase of the event loop may be used before work that can wait should wait. The budget is shared by
 * everything in the process that asks, so a hundred busy watches hold the loop no longer than one does. A turn has two
 * phases in which we work (sockets, then what waited), handlers have their own budget, and reading the sockets comes on top: less
 * than 20 ms in all. Shorter ones cost nothing that could be measured.
 */
export const TURN_BUDGET_MS = 4;

let turnStartedAt = 0;
let turnHasStarted = false;
/** Counts turns, so that the end of one is not taken for that of a later one. */
let turn = 0;

/** Whether the work of this turn of the event loop has used up {@link TURN_BUDGET_MS}; then `await yieldToEventLoop()`. */
export function turnIsUsedUp(): boolean {
  const now = turnClock();
  if (!turnHasStarted) {
    turnHasStarted = true;
    turnStartedAt = now;
    const begun = (turn += 1);
    setImmediate(() => {
      if (turn === begun) turnHasStarted = false;
    });
    return false;
  }
  return now - turnStartedAt >= TURN_BUDGET_MS;
}

/** What one check of the budget costs while turns are counted: a turn takes 64 checks. */
const COUNTED_MS = TURN_BUDGET_MS / 64;

let counters = 0;
let countedMs = 0;

/** The time by which turns are measured. */
function turnClock(): number {
  return counters === 0 ? performance.now() : (countedMs += COUNTED_MS);
}

/**
 * Measures turns of the event loop by the number of checks of their budgets instead of the machine's time, in the whole process,
 * until the returned object is disposed of. A program on virtual time then does the same in the same order in every run.
 *
 * @example
 * using _counting = countTurns();
 */
export function countTurns(): Disposable {
  counters += 1;
  // What came before must not count.
  turn += 1;
  turnHasStarted = false;
  endHandlersTurn();
  let isOver = false;
  return {
    [Symbol.dispose]: () => {
      if (!isOver) counters -= 1;
      isOver = true;
      turn += 1;
      turnHasStarted = false;
      endHandlersTurn();
    },
  };
}

/** Loops that wait for a turn with budget left: those that are being resumed, and those that began to wait meanwhile. */
let resuming: (() => void)[] = [];
let resumed = 0;
let waiting: (() => void)[] = [];
let isScheduled = false;

/**
 * Resolves in a later turn of the event loop, after timers and sockets had theirs. Loops resume in the order in which they
 * began to wait, and only while the turn has budget left: a thousand loops that wait together do not all resume in one turn.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    scheduleResume();
  });
}

function scheduleResume(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => void resume());
}

async function resume(): Promise<void> {
  if (resumed === resuming.length) [resuming, resumed, waiting] = [waiting, 0, []];
  while (resumed < resuming.length) {
    resuming[resumed]?.();
    resumed += 1;
    // The loop that resumes works first.
    await Promise.resolve();
    if (turnIsUsedUp()) break;
  }
  isScheduled = false;
  if (resumed < resuming.length || waiting.length > 0) scheduleResume();
}

/** Resolves in the next turn of the event loop, whatever else waits for one. */
export function nextTurn(): Promise<void> {
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

/** So long may all handlers of the process be called in a turn, counted apart: reading must not keep them from catching up. */
const HANDLERS_BUDGET_MS = 4;

let handlersUsedMs = 0;
let handlersHaveRun = false;
let handlersTurn = 0;

function endHandlersTurn(): void {
  handlersTurn += 1;
  handlersUsedMs = 0;
  handlersHaveRun = false;
}

/** The {@link TurnBudget} of one who calls handlers: only the time between two steps counts, and not what others do between two waits. */
export class HandlersBudget {
  readonly #stride = 16;
  #steps = 0;
  #since: number | undefined;

  /** After a wait: the time until now is not the handlers'. */
  resume(): void {
    this.#since = undefined;
  }

  /** Counts a step. True when it is time to `await nextTurn()`. */
  isUsedUp(): boolean {
    this.#steps += 1;
    if (this.#steps < this.#stride) return false;
    this.#steps = 0;
    const now = turnClock();
    if (this.#since !== undefined) handlersUsedMs += now - this.#since;
    this.#since = now;
    if (!handlersHaveRun) {
      handlersHaveRun = true;
      const begun = handlersTurn;
      setImmediate(() => {
        if (handlersTurn === begun) endHandlersTurn();
      });
    }
    return handlersUsedMs >= HANDLERS_BUDGET_MS;
  }
}
