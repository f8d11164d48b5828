import { Waiters } from '../async/waiters.js';

/** Whom an informer waits for before it reads on. */
export interface HeldUp {
  readonly since: number;
  /** The names of handlers with the policy `pressure` that are too far behind. */
  readonly by: readonly string[];
}

/** Stops the reading of an informer while handlers with the policy `pressure` are too far behind. */
export class ReadingGate {
  /** Everybody who may hold it. */
  readonly #members = new Set<GateMember>();
  readonly #waiters = new Waiters();
  #isHeld = false;

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Somebody may hold it: watches need connections of their own. */
  get mayBeHeld(): boolean {
    return this.#members.size > 0;
  }

  /** Who holds it, and since when; undefined while it is open. */
  get heldUp(): HeldUp | undefined {
    const holders = [...this.#members].filter(({ since }) => since !== undefined);
    if (holders.length === 0) return undefined;
    return { since: Math.min(...holders.map(({ since }) => since as number)), by: holders.map(({ name }) => name) };
  }

  /** For a handler that may hold it. */
  join(name: string): GateMember {
    const member = new GateMember(name, () => this.#changed());
    this.#members.add(member);
    return member;
  }

  /** The handler is gone. */
  leave(member: GateMember): void {
    this.#members.delete(member);
    this.#changed();
  }

  /** Resolves while nobody holds it; rejects with the signal's reason when that aborts. */
  async whenOpen(signal: AbortSignal): Promise<void> {
    while (this.#isHeld) await this.#waiters.wait(signal);
  }

  #changed(): void {
    this.#isHeld = this.heldUp !== undefined;
    if (!this.#isHeld) this.#waiters.wakeAll();
  }
}

/** A handler's part in a {@link ReadingGate}. */
export class GateMember {
  readonly name: string;
  readonly #onChange: () => void;
  #since: number | undefined;

  constructor(name: string, onChange: () => void) {
    this.name = name;
    this.#onChange = onChange;
  }

  /** Since when it holds the gate; undefined while it does not. */
  get since(): number | undefined {
    return this.#since;
  }

  hold(now: number): void {
    this.#since ??= now;
    this.#onChange();
  }

  release(): void {
    this.#since = undefined;
    this.#onChange();
  }
}
