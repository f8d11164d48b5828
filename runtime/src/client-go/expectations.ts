import { realClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';

/** How many creations and deletions a controller still waits to see. */
export interface Expectations {
  readonly adds: number;
  readonly deletes: number;
}

/** What expectations can be told. */
export interface ExpectationsOptions {
  /** After this long an expectation counts as met, in case its event never comes. Default 300 000: five minutes. */
  readonly ttlMs?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

interface Expected {
  adds: number;
  deletes: number;
  readonly setAt: number;
}

/**
 * Keeps a controller from acting twice on a cache that has not seen its last action. Before it creates or deletes, it says
 * how many; its event handlers tell what they observe; it acts on a key again only when the expectations are satisfied.
 *
 * @example
 * const expectations = new ControllerExpectations();
 * expectations.expectCreations('default/web', 1);
 * expectations.satisfiedExpectations('default/web'); // → false
 * expectations.creationObserved('default/web');
 * expectations.satisfiedExpectations('default/web'); // → true
 */
export class ControllerExpectations {
  readonly #records = new Map<string, Expected>();
  readonly #ttlMs: number;
  readonly #clock: Clock;

  constructor({ ttlMs = 300_000, clock = realClock }: ExpectationsOptions = {}) {
    this.#ttlMs = ttlMs;
    this.#clock = clock;
  }

  /** True when everything expected was observed, the expectation is too old, or there is none. */
  satisfiedExpectations(key: string): boolean {
    const record = this.#records.get(key);
    if (record === undefined || (record.adds <= 0 && record.deletes <= 0)) return true;
    return this.#clock.now() - record.setAt > this.#ttlMs;
  }

  /** Sets what is expected for this key, instead of what was. */
  setExpectations(key: string, { adds, deletes }: Expectations): void {
    this.#records.set(key, { adds, deletes, setAt: this.#clock.now() });
  }

  expectCreations(key: string, adds: number): void {
    this.setExpectations(key, { adds, deletes: 0 });
  }

  expectDeletions(key: string, deletes: number): void {
    this.setExpectations(key, { adds: 0, deletes });
  }

  /** Expects more than was expected. Nothing happens for a key without expectations; the age stays. */
  raiseExpectations(key: string, { adds, deletes }: Expectations): void {
    this.lowerExpectations(key, { adds: -adds, deletes: -deletes });
  }

  /** Expects less than was expected, as after an action that failed. Nothing happens for a key without expectations. */
  lowerExpectations(key: string, { adds, deletes }: Expectations): void {
    const record = this.#records.get(key);
    if (record === undefined) return;
    record.adds -= adds;
    record.deletes -= deletes;
  }

  creationObserved(key: string): void {
    this.lowerExpectations(key, { adds: 1, deletes: 0 });
  }

  deletionObserved(key: string): void {
    this.lowerExpectations(key, { adds: 0, deletes: 1 });
  }

  /** What is still expected; less than 0 when more was observed than expected. */
  getExpectations(key: string): Expectations | undefined {
    const record = this.#records.get(key);
    return record && { adds: record.adds, deletes: record.deletes };
  }

  /** To be called when the object that the key names is gone. */
  deleteExpectations(key: string): void {
    this.#records.delete(key);
  }
}

/**
 * The same, but it remembers which objects are to be deleted: the event of another deletion, or the same one seen twice (an
 * update with a deletionTimestamp, then the deletion), is not counted.
 *
 * @example
 * const expectations = new UIDTrackingControllerExpectations();
 * expectations.expectDeletions('default/web', ['u-1']);
 * expectations.satisfiedExpectations('default/web'); // → false
 * expectations.deletionObserved('default/web', 'u-1');
 * expectations.satisfiedExpectations('default/web'); // → true
 */
export class UIDTrackingControllerExpectations {
  readonly #expectations: ControllerExpectations;
  /** The objects, by any name that is unique to each, whose deletion is expected for a key. */
  readonly #uids = new Map<string, Set<string>>();

  constructor(options: ExpectationsOptions = {}) {
    this.#expectations = new ControllerExpectations(options);
  }

  satisfiedExpectations(key: string): boolean {
    return this.#expectations.satisfiedExpectations(key);
  }

  expectCreations(key: string, adds: number): void {
    this.#expectations.expectCreations(key, adds);
  }

  creationObserved(key: string): void {
    this.#expectations.creationObserved(key);
  }

  /** Expects the deletion of these objects, instead of what was expected. */
  expectDeletions(key: string, uids: Iterable<string>): void {
    const expected = new Set(uids);
    this.#uids.set(key, expected);
    this.#expectations.expectDeletions(key, expected.size);
  }

  /** Counts the deletion if it was expected and not counted yet. */
  deletionObserved(key: string, uid: string): void {
    if (this.#uids.get(key)?.delete(uid)) this.#expectations.deletionObserved(key);
  }

  /** The objects whose deletion is still expected. */
  getUIDs(key: string): ReadonlySet<string> | undefined {
    return this.#uids.get(key);
  }

  getExpectations(key: string): Expectations | undefined {
    return this.#expectations.getExpectations(key);
  }

  deleteExpectations(key: string): void {
    this.#expectations.deleteExpectations(key);
    this.#uids.delete(key);
  }
}
