const MAX_NAME_LENGTH = 253;
const NANOS_IN_MS = 1_000_000;

/**
 * Names of the events of one recorder: the object's name and nanoseconds since the epoch, as client-go has them. Clocks count
 * milliseconds; the rest is random, so that recorders of other processes choose other names.
 */
export class EventNames {
  readonly #random: () => number;
  #lastNanos = 0n;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns a name that this recorder has not used before. */
  next(objectName: string, timeMs: number): string {
    const nanos = this.#nextNanos(timeMs).toString(16);
    const name = `${objectName}.${nanos}`;
    const isSubdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name);
    return isSubdomain && name.length <= MAX_NAME_LENGTH ? name : this.#uuid(nanos);
  }

  #nextNanos(timeMs: number): bigint {
    const nanos = BigInt(Math.floor(timeMs)) * BigInt(NANOS_IN_MS) + BigInt(this.#below(NANOS_IN_MS));
    this.#lastNanos = nanos > this.#lastNanos ? nanos : this.#lastNanos + 1n;
    return this.#lastNanos;
  }

  /** A UUID of version 8 (RFC 9562): the nanoseconds, then random digits. */
  #uuid(nanos: string): string {
    const random = [7, 7].map((digits) =>
      this.#below(16 ** digits)
        .toString(16)
        .padStart(digits, '0'),
    );
    const digits = [nanos.padStart(16, '0'), ...random].join('');
    const part = (start: number, end: number): string => digits.slice(start, end);
    return `${part(0, 8)}-${part(8, 12)}-8${part(12, 15)}-a${part(15, 18)}-${part(18, 30)}`;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
