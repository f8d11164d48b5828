/**
 * How long one phase of the event loop may be used before work that can wait should wait. The budget is shared by
 * everything in the process that asks, so a hundred busy watches hold the loop no longer than one does. A turn has two
 * phases in which we work (sockets, then what waited), and reading the sockets comes on top: less than 20 ms in all.
 */
export const turnBudgetMs = 6;

let turnStartedAt = 0;
let turnIsMarked = false;

/** True when the work of this turn of the event loop has used up {@link turnBudgetMs}; then `await breathe()`. */
export function turnIsUsedUp(): boolean {
  const now = performance.now();
  if (!turnIsMarked) {
    turnIsMarked = true;
    turnStartedAt = now;
    setImmediate(unmark);
    return false;
  }
  return now - turnStartedAt >= turnBudgetMs;
}

function unmark(): void {
  turnIsMarked = false;
}
