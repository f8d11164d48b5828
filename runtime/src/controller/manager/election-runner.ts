import type { Clock } from '../../async/clock.js';
import type { OnError } from '../../api/on-error.js';
import { safeOnError } from '../../api/safe-on-error.js';
import type { Observable, Observer } from '../../observe/observer.js';
import { Observers } from '../../observe/observers.js';
import type { ObservedElection } from '../../observe/subjects.js';
import { LeaderElector } from '../election/leader-elector.js';
import { electionIdentity } from '../election/identity.js';
import { LeaseLock } from '../election/lease-lock.js';
import type { WriteFence } from '../election/write-fence.js';
import type { EventClient } from '../events/event-recorder.js';
import { EventRecorder } from '../events/event-recorder.js';
import type { LeaderElectionOptions, ManagerClient } from './manager-options.js';
import type { ElectionState } from './manager-state.js';
import { podNamespace } from './manager-options.js';

/** What an {@link ElectionRunner} is made of. */
export interface ElectionRunnerOptions {
  readonly managerName: string;
  readonly election: LeaderElectionOptions;
  /** For the Lease. */
  readonly client: ManagerClient;
  /** For the events about it, which the fence keeps back as it does every other write. */
  readonly events: EventClient;
  readonly fence: WriteFence | undefined;
  readonly clock: Clock;
  readonly random: (() => number) | undefined;
  readonly onError: OnError | undefined;
  readonly onElected: () => void;
  /** Called when the elector has ended without being stopped; with the reason, if it is not a missed renewal. */
  readonly onLost: (why: string | undefined) => void;
}

/** Maximum time to wait for the event that leading stopped: the lease may be lost because the server is unreachable. */
const LAST_WORDS_MS = 1000;

/** Takes part in the election of a manager, from its start until {@link stop}. */
export class ElectionRunner implements Observable {
  readonly #options: ElectionRunnerOptions;
  readonly #elector: LeaderElector;
  /** Its own: the manager's is disposed of before the lease is given up. */
  readonly #recorder: EventRecorder;
  readonly #place: Pick<ElectionState, 'lease' | 'identity'>;
  readonly #stop = new AbortController();
  readonly #observers: Observers;
  readonly #subject: ObservedElection;
  #isLeading = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ElectionRunnerOptions) {
    const { election, managerName, client, events, clock, random, fence, onError } = options;
    const {
      namespace = podNamespace(),
      name = managerName,
      identity = electionIdentity(random),
      release = true,
    } = election;
    const requestTimeoutMs = Math.max(1000, (election.renewDeadlineMs ?? 10_000) / 2);
    this.#options = options;
    this.#place = { lease: `${namespace}/${name}`, identity };
    this.#recorder = new EventRecorder({
      client: events,
      controller: managerName,
      flushTimeoutMs: LAST_WORDS_MS,
      clock,
      random,
      onError: (error, context) => {
        // Silently skips an event that this process is no longer allowed to write.
        if (this.#mayWrite()) safeOnError(onError)(error, context);
      },
    });
    const record = (action: string, what: string): void =>
      this.#recorder.recordFor(
        { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace, name },
        { reason: 'LeaderElection', action, note: `${identity} ${what}` },
      );
    this.#observers = new Observers({ name, onError });
    const isLeading = (): boolean => this.#isLeading;
    this.#subject = {
      type: 'election',
      name,
      get isLeading() {
        return isLeading();
      },
    };
    this.#observers.add(this.#subject);
    this.#elector = new LeaderElector({
      ...election,
      lock: new LeaseLock(client, { namespace, name, identity, clock, requestTimeoutMs }),
      fence,
      clock,
      random,
      onError,
      releaseOnCancel: release,
      onSlowPath: () => this.#observers.on?.slowPathTaken?.(this.#subject),
      callbacks: {
        onStartedLeading: () => {
          this.#leads(true);
          record('BecomeLeader', 'became leader');
          options.onElected();
        },
        onStoppingLeading: () => {
          if (this.#mayWrite()) record('StopLeading', 'stopped leading');
          return this.#recorder[Symbol.asyncDispose]();
        },
        onStoppedLeading: () => {
          this.#leads(false);
          if (!this.#stop.signal.aborted) options.onLost(this.#takenOver());
        },
      },
    });
  }

  observe(observer: Observer): Disposable {
    return this.#observers.observe(observer);
  }

  isLeader(): boolean {
    return this.#elector.isLeader();
  }

  /** Who leads, as far as this process knows. */
  state(): ElectionState {
    const { fence } = this.#options;
    return {
      ...this.#place,
      leader: this.#elector.getLeader(),
      isLeader: this.#elector.isLeader(),
      observedAt: this.#elector.observedAt,
      fenceLeftMs: fence?.leftMs(),
    };
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

  #mayWrite(): boolean {
    const { fence } = this.#options;
    return fence === undefined || fence.leftMs() > 0;
  }

  /** States which process holds the lease, if it is another one. */
  #takenOver(): string | undefined {
    const { identity, lease } = this.#place;
    const leader = this.#elector.getLeader();
    return leader === '' || leader === identity ? undefined : `the lease ${lease} is held by "${leader}"`;
  }

  #leads(isLeading: boolean): void {
    if (this.#isLeading === isLeading) return;
    this.#isLeading = isLeading;
    this.#observers.on?.leadershipChanged?.(this.#subject, { isLeading });
  }
}
