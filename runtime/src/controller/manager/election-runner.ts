import type { Clock } from '../../async/clock.js';
import type { OnError } from '../../api/on-error.js';
import { LeaderElector } from '../election/leader-elector.js';
import { electionIdentity } from '../election/identity.js';
import { LeaseLock } from '../election/lease-lock.js';
import type { WriteFence } from '../election/write-fence.js';
import type { EventRecorder } from '../events/event-recorder.js';
import type { LeaderElectionOptions, ManagerClient } from './manager-options.js';
import { podNamespace } from './manager-options.js';

/** What an {@link ElectionRunner} is made of. */
export interface ElectionRunnerOptions {
  readonly managerName: string;
  readonly election: LeaderElectionOptions;
  readonly client: ManagerClient;
  readonly fence: WriteFence | undefined;
  readonly recorder: EventRecorder;
  readonly clock: Clock;
  readonly onError: OnError | undefined;
  readonly onElected: () => void;
  /** The elector has ended although nobody asked it to. */
  readonly onLost: () => void;
}

/** Takes part in the election of a manager, from its start until {@link stop}. */
export class ElectionRunner {
  readonly #options: ElectionRunnerOptions;
  readonly #elector: LeaderElector;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: ElectionRunnerOptions) {
    const { election, managerName, client, clock, fence, onError } = options;
    const { namespace = podNamespace(), name = managerName, identity = electionIdentity(), release = true } = election;
    const requestTimeoutMs = Math.max(1000, (election.renewDeadlineMs ?? 10_000) / 2);
    this.#options = options;
    this.#elector = new LeaderElector({
      ...election,
      lock: new LeaseLock(client, { namespace, name, identity, clock, requestTimeoutMs }),
      fence,
      clock,
      onError,
      releaseOnCancel: release,
      callbacks: {
        onStartedLeading: () => {
          this.#record({ namespace, name, identity });
          options.onElected();
        },
        onStoppedLeading: () => {
          if (!this.#stop.signal.aborted) options.onLost();
        },
      },
    });
  }

  isLeader(): boolean {
    return this.#elector.isLeader();
  }

  /** For the liveness probe. */
  check(): void {
    const error = this.#elector.check(20_000);
    if (error !== undefined) throw error;
  }

  start(): void {
    this.#running = this.#elector.run({ signal: this.#stop.signal });
  }

  /** Ends the election, and gives up the lease where that was asked for. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the manager stops'));
    await this.#running;
  }

  #record({ namespace, name, identity }: { namespace: string; name: string; identity: string }): void {
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace, name };
    const note = `${identity} became leader`;
    this.#options.recorder.recordFor(lease, { reason: 'LeaderElection', action: 'BecomeLeader', note });
  }
}
