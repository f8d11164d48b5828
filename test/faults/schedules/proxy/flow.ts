/** What happens to the bytes of one direction of a connection. */
export interface Conditions {
  /** Nothing passes, and nobody is told. Default false. */
  readonly held?: boolean;
  /** Bytes arrive this much later. Default 0. */
  readonly delayMs?: number;
  /** No more than this many a second. Default: no limit. */
  readonly bytesPerSecond?: number;
  /** One byte of this many becomes NUL, which is never part of valid JSON. Default: none. */
  readonly corruptEveryBytes?: number;
}

/** Time, as far as a flow needs it. Tests pass their own. */
export interface FlowTimer {
  now(): number;
  /** Calls back after so many milliseconds; the function returned prevents that. */
  after(ms: number, callback: () => void): () => void;
}

/** The machine's own time. */
export const machineTimer: FlowTimer = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** A slow flow passes its share this often. */
const SLICE_MS = 50;

/** Bytes on their way in one direction: they arrive by {@link push} and leave, changed by the conditions, to `sink`. */
export class Flow {
  readonly #sink: (bytes: Buffer) => void;
  readonly #timer: FlowTimer;
  readonly #waiting: { readonly bytes: Buffer; readonly arrivedAt: number }[] = [];
  #conditions: Conditions = {};
  #cancelTimer: (() => void) | undefined;
  #passed = 0;
  #onEmpty: (() => void) | undefined;

  constructor(sink: (bytes: Buffer) => void, timer: FlowTimer = machineTimer) {
    this.#sink = sink;
    this.#timer = timer;
  }

  /** How many bytes wait. */
  get waitingBytes(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  push(bytes: Buffer): void {
    this.#waiting.push({ bytes, arrivedAt: this.#timer.now() });
    this.#pass();
  }

  /** Takes effect for what waits, too. */
  set(conditions: Conditions): void {
    this.#conditions = conditions;
    this.#pass();
  }

  /** Calls back once nothing waits any more, at once if that is so now. */
  whenEmpty(callback: () => void): void {
    this.#onEmpty = callback;
    this.#pass();
  }

  /** Drops what waits. */
  stop(): void {
    this.#cancelTimer?.();
    this.#waiting.length = 0;
    this.#conditions = { held: true };
  }

  #pass(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#conditions.held === true) return;
    const { delayMs = 0, bytesPerSecond } = this.#conditions;
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const waitMs = first.arrivedAt + delayMs - this.#timer.now();
      if (waitMs > 0) return this.#passAfter(waitMs);
      if (bytesPerSecond !== undefined) {
        this.#passSlice(Math.max(1, Math.round((bytesPerSecond * SLICE_MS) / 1000)));
        return this.#passAfter(SLICE_MS);
      }
      this.#waiting.shift();
      this.#deliver(first.bytes);
    }
    this.#onEmpty?.();
    this.#onEmpty = undefined;
  }

  #passAfter(ms: number): void {
    this.#cancelTimer = this.#timer.after(ms, () => this.#pass());
  }

  #passSlice(bytes: number): void {
    const first = this.#waiting.shift();
    if (first === undefined) return;
    const rest = first.bytes.subarray(bytes);
    if (rest.length > 0) this.#waiting.unshift({ bytes: rest, arrivedAt: first.arrivedAt });
    this.#deliver(first.bytes.subarray(0, bytes));
  }

  #deliver(bytes: Buffer): void {
    const every = this.#conditions.corruptEveryBytes;
    this.#sink(every === undefined ? bytes : this.#corrupted(bytes, every));
    this.#passed += bytes.length;
  }

  #corrupted(bytes: Buffer, every: number): Buffer {
    const copy = Buffer.from(bytes);
    for (let at = every - 1 - (this.#passed % every); at < copy.length; at += every) copy[at] = 0;
    return copy;
  }
}
