import { setTimeout as delay } from 'node:timers/promises';
import { ReplicaProcess } from '../replica/replica-process.js';
import type { ReplicaKind } from '../replica/replica-process.js';
import type { ReplicaSettings } from '../replica/settings.js';

/** What all replicas of a group are told. */
export type GroupSettings = Omit<ReplicaSettings, 'identity'>;

/** Replicas of one program, started again some time after they have ended, as a kubelet does. */
export class ReplicaGroup implements AsyncDisposable {
  /** All that ever ran. */
  readonly all: ReplicaProcess[] = [];
  readonly #settings: GroupSettings;
  #isOver = false;

  constructor(settings: GroupSettings) {
    this.#settings = settings;
  }

  /** Starts one that is replaced when it ends. */
  async add(kind: ReplicaKind): Promise<ReplicaProcess> {
    const identity = `${kind}-${this.all.length + 1}`;
    const replica = await ReplicaProcess.start(kind, { ...this.#settings, identity });
    this.all.push(replica);
    void replica.whenEnded().then(() => this.#replace(kind));
    return replica;
  }

  find(identity: string): ReplicaProcess | undefined {
    return this.all.find((replica) => replica.identity === identity);
  }

  /** Not before the others had the time to take over from it. */
  async #replace(kind: ReplicaKind): Promise<void> {
    const { leaseDurationMs, retryPeriodMs } = this.#settings.times;
    await delay(leaseDurationMs + 3 * retryPeriodMs, undefined, { ref: false });
    if (!this.#isOver) await this.add(kind);
  }

  /** Ends all; those of ours drain first. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    for (const replica of this.all) replica.signal(replica.kind === 'ours' ? 'SIGTERM' : 'SIGKILL');
    const killing = setTimeout(() => this.all.forEach((replica) => replica.signal('SIGKILL')), 20_000);
    await Promise.all(this.all.map((replica) => replica.whenEnded()));
    clearTimeout(killing);
  }
}
