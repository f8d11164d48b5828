import { raceWithAbort } from '../../async/abort.js';
import { isAlreadyExists, isConflict, isNotFound } from '../../api/api-error.js';
import type { LeaderElectionRecord } from './lease-record.js';
import { textInSeconds } from './lease-record.js';
import type { LockCallOptions, ResourceLock } from './lease-lock.js';
import type { FenceMoment, WriteFence } from './write-fence.js';

/** Last successful write of the lease: the moment before it was sent, and the record as other candidates compare it. */
interface Standing {
  readonly from: FenceMoment;
  readonly text: string;
}

/**
 * A lock whose answers open and close a {@link WriteFence}. Only a successful write of the lease opens the fence. Every
 * answer that shows that the lease may be lost closes it: a read that returns another holder, an empty holder or no lease,
 * and a write that fails with 404 or 409.
 *
 * A call settles when its signal aborts, even if the underlying lock ignores the signal. An answer that arrives later can
 * close the fence but never opens it.
 */
export class FencedLock implements ResourceLock {
  readonly identity: string;
  readonly description: string;
  readonly #lock: ResourceLock;
  readonly #fence: WriteFence | undefined;
  /** Undefined until the first successful write, and after {@link end}. */
  #standing: Standing | undefined;
  /** Number of the last call, in the order in which calls are sent. */
  #lastCall = 0;
  /** Number of the last call that wrote the lease successfully. */
  #lastWritten = 0;
  /** Number of the last call whose answer showed a loss. */
  #lastLost = 0;

  constructor(lock: ResourceLock, fence: WriteFence | undefined) {
    this.#lock = lock;
    this.#fence = fence;
    this.identity = lock.identity;
    this.description = lock.description;
  }

  async get(options: LockCallOptions = {}): Promise<LeaderElectionRecord | undefined> {
    const call = this.#newCall();
    const reading = this.#lock.get(options).then((record) => {
      const loss = this.#lossShownBy(record);
      if (loss !== undefined) this.#close(call, loss);
      return record;
    });
    return raceWithAbort(reading, options.signal);
  }

  create(record: LeaderElectionRecord, options: LockCallOptions = {}): Promise<void> {
    return this.#write('create', record, options);
  }

  update(record: LeaderElectionRecord, options: LockCallOptions = {}): Promise<void> {
    return this.#write('update', record, options);
  }

  /** Closes the fence until the lease is acquired again. Call it before the lease is released. */
  end(): void {
    this.#standing = undefined;
    this.#fence?.close();
  }

  async #write(verb: 'create' | 'update', record: LeaderElectionRecord, options: LockCallOptions): Promise<void> {
    const call = this.#newCall();
    const sentAt = this.#fence?.moment();
    const writing = this.#lock[verb](record, options).catch((thrown: unknown) => {
      if (showsLoss(thrown))
        this.#close(call, `the lease ${this.description} was changed or deleted since it was last read`);
      throw thrown;
    });
    await raceWithAbort(writing, options.signal);
    if (record.holderIdentity !== this.identity || call < this.#lastLost) return;
    this.#lastWritten = Math.max(call, this.#lastWritten);
    if (sentAt !== undefined) this.#open(sentAt, record);
  }

  /**
   * Opens the fence from the moment before the record was sent, because no candidate can have read it earlier, for the
   * duration in the record. A record that equals the one before to client-go's candidates does not extend the lease: it
   * opens the fence, if it was closed in between, until the end of that one.
   */
  #open(sentAt: FenceMoment, record: LeaderElectionRecord): void {
    const text = textInSeconds(record);
    if (this.#standing?.text !== text) this.#standing = { from: sentAt, text };
    this.#fence?.extend(this.#standing.from, record.leaseDurationSeconds * 1000);
  }

  /** Does nothing if a call that was sent later has written the lease. */
  #close(call: number, why: string): void {
    if (this.#standing === undefined || call < this.#lastWritten) return;
    this.#lastLost = Math.max(call, this.#lastLost);
    this.#fence?.close(why);
  }

  #lossShownBy(record: LeaderElectionRecord | undefined): string | undefined {
    if (record === undefined) return `the lease ${this.description} is missing`;
    const { holderIdentity } = record;
    if (holderIdentity === this.identity) return undefined;
    if (holderIdentity === '') return `the lease ${this.description} has no holder`;
    return `the lease ${this.description} is held by "${holderIdentity}"`;
  }

  #newCall(): number {
    this.#lastCall += 1;
    return this.#lastCall;
  }
}

function showsLoss(thrown: unknown): boolean {
  return isNotFound(thrown) || isConflict(thrown) || isAlreadyExists(thrown);
}
