import { readFileSync } from 'node:fs';
import { InformerError } from '../../api/informer-error.js';
import type { OnError } from '../../api/on-error.js';
import type { Clock } from '../../async/clock.js';
import { aNumber, noneNegative } from '../../async/check-number.js';
import type { ConnectOptions } from '../../client/connect.js';
import type { ResourceCaller } from '../../client/api-client.js';
import type { SharedInformerFactoryOptions } from '../../factory/shared-informer-factory.js';
import type { Client } from '../../source/lister-watcher.js';
import type { Observable } from '../../observe/observer.js';
import type { LeaderElectorOptions } from '../election/elector-options.js';
import type { ReconcileOutcome } from '../reconcile/reconcile-result.js';
import type { ReadYourWritesOptions } from '../reconcile/controller-host.js';
import type { LogSink } from '../reconcile/log.js';
import type { ManagerHttpOptions } from './probes.js';

/** What a manager needs of a client: `ApiClient`, and `FakeClient` of the testing package. */
export type ManagerClient = Client & ResourceCaller & Partial<Observable>;

/** How a manager's leader is elected. */
export interface LeaderElectionOptions extends Pick<
  LeaderElectorOptions,
  'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs'
> {
  /** Of the Lease. Default: the namespace of the pod, or `default`. */
  readonly namespace?: string | undefined;
  /** Of the Lease. Default: the manager's name. */
  readonly name?: string | undefined;
  /** Default: the host's name and a UUID. */
  readonly identity?: string | undefined;
  /** Give up the lease at the end, when all work has ended, so that another takes over at once. Default true. */
  readonly release?: boolean | undefined;
  /** `warm`: caches are filled before this process leads. `cold`: only then, to save memory. Default `warm`. */
  readonly standby?: 'warm' | 'cold' | undefined;
}

/** What a manager needs of `Metrics` of `@informer-gen/runtime/metrics`. */
export interface ManagerMetrics {
  readonly contentType: string;
  observe(subject: Observable): Disposable;
  text(): string | Promise<string>;
}

/** What a manager can be told. */
export interface ManagerOptions {
  /** The name of the program: of its fields, its Lease and its events. */
  readonly name: string;
  /** How to reach the server. Default: as `connect()` finds it. */
  readonly connect?: ConnectOptions | undefined;
  /**
   * A client that is there already, instead of `connect`. The manager does not dispose of it. With an election, its writes
   * are held back where they are called, and not where their bytes are sent. Default: one made by `connect`.
   */
  readonly client?: ManagerClient | undefined;
  /** Elect one leader among all processes of this name. Default false. */
  readonly leaderElection?: boolean | LeaderElectionOptions | undefined;
  /** Answer probes. Default: none. */
  readonly http?: ManagerHttpOptions | undefined;
  /** Counts what the manager does, and is served as `/metrics` where `http` is given. Default: nothing is counted. */
  readonly metrics?: ManagerMetrics | undefined;
  /**
   * Options of the manager's informers: their namespace, resyncs, transform, and a clock of their own. Default: all namespaces, no
   * resync, no transform, the manager's clock.
   */
  readonly informers?:
    | Pick<
        SharedInformerFactoryOptions,
        'namespace' | 'resyncPeriodMs' | 'customResync' | 'transform' | 'mutationDetection' | 'clock'
      >
    | undefined;
  /** How long all caches together may take to sync before `run()` rejects. Default 120,000. */
  readonly cacheSyncTimeoutMs?: number | undefined;
  /** Owns the fields that are applied. Default: the name. */
  readonly fieldManager?: string | undefined;
  /** How long the end waits for work to finish; 0: not at all; less: for ever. Default 30,000. */
  readonly gracePeriodMs?: number | undefined;
  /** Default: on, and a run that waits too long fails. */
  readonly readYourWrites?: ReadYourWritesOptions | false | undefined;
  /** Told of every run of a reconcile that is over, for metrics. Default: nobody. */
  readonly onReconciled?: ((outcome: ReconcileOutcome) => void) | undefined;
  /** Takes errors that have no caller, failed runs included. Default: `log` where that is given, else one line on stderr. */
  readonly onError?: OnError | undefined;
  /** Takes what reconciles log. Default: a line of JSON on stderr. */
  readonly log?: LogSink | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Returns numbers in [0, 1): for names of events, ids of runs, timeouts of watches and waits before retries. Default: Math.random. */
  readonly random?: (() => number) | undefined;
}

/**
 * This process was the leader and no longer is. Nothing of the manager can be used again: the process should end.
 *
 * @example
 * await manager.run({ signal: AbortSignal.abort() }).catch((reason: unknown) => {
 *   if (!(reason instanceof LeaderElectionLostError)) throw reason;
 *   process.exitCode = 1; // Kubernetes starts it again
 * });
 */
export class LeaderElectionLostError extends InformerError {
  override readonly name = 'LeaderElectionLostError';

  constructor(why = 'the lease could not be renewed in time') {
    super('LeaderElectionLost', `leader election lost: ${why}`);
  }
}

const QUALIFIED_NAME = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LEASE_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Refuses what would only be found out later: times that are none, and names that the server refuses. */
export function checkOptions(options: ManagerOptions): void {
  noneNegative(options, 'cacheSyncTimeoutMs');
  if (options.gracePeriodMs !== undefined) aNumber('gracePeriodMs', options.gracePeriodMs);
  if (typeof options.readYourWrites === 'object') noneNegative(options.readYourWrites, 'timeoutMs');
  checkNames(options);
}

/** Those of each event and each try to lead. */
function checkNames({ name, leaderElection }: ManagerOptions): void {
  if (!QUALIFIED_NAME.test(name)) throw invalidName('name', name, 'website-operator or acme.dev/website-operator');
  if (leaderElection === undefined || leaderElection === false) return;
  const { name: lease = name } = leaderElection === true ? {} : leaderElection;
  if (!LEASE_NAME.test(lease)) throw invalidName('leaderElection.name', lease, 'website-operator: that of a Lease');
}

function invalidName(option: string, name: string, example: string): InformerError {
  return new InformerError('Configuration', `${option} "${name}": the server takes names such as ${example}`);
}

/** Where the pod's namespace is written. */
const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/** The namespace of the pod; `default` outside of one. */
export function podNamespace(file: string = NAMESPACE_FILE): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'default';
  } catch {
    return 'default';
  }
}
