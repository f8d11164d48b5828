import type { ResourceCaller } from '../../client/api-client.js';
import type { Clock } from '../../async/clock.js';
import { realClock } from '../../async/clock.js';
import { withTimeout } from '../../async/timeout.js';
import { InformerError } from '../../api/informer-error.js';
import { isConflict, isNotFound } from '../../api/api-error.js';
import type { LeaderElectionRecord, LeaseObject } from './lease-record.js';
import { leaseResource, recordOf, specOf } from './lease-record.js';

/** How a call on a lock ends early. */
export interface LockCallOptions {
  /** Ends the call. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
}

/** Where the record of an election is kept. */
export interface ResourceLock {
  /** Who this candidate is. */
  readonly identity: string;
  /** For messages: `default/website-operator`. */
  readonly description: string;
  /** Reads the record; undefined when there is none yet. */
  get(options?: LockCallOptions): Promise<LeaderElectionRecord | undefined>;
  create(record: LeaderElectionRecord, options?: LockCallOptions): Promise<void>;
  /** Replaces the record that was last seen; rejects with a conflict when it has changed since. */
  update(record: LeaderElectionRecord, options?: LockCallOptions): Promise<void>;
}

/** What a {@link LeaseLock} is made of. */
export interface LeaseLockOptions {
  /** Of the Lease. */
  readonly namespace: string;
  /** Of the Lease. */
  readonly name: string;
  /** Must be another one for each process: a restarted program is another candidate. */
  readonly identity: string;
  /** Put on the Lease; labels of others stay. Default: none. */
  readonly labels?: { readonly [key: string]: string } | undefined;
  /** How long a request may take, so that one that hangs does not cost the lease. Default 5000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** The calls of a client that a {@link LeaseLock} makes. */
export type LeaseClient = Pick<ResourceCaller, 'get' | 'create' | 'replace'>;

/**
 * Keeps the record of an election in a Lease. Give it a client of its own, so that no other request delays it.
 *
 * @example
 * const lock = new LeaseLock(client, { namespace: 'default', name: 'widget-operator', identity: electionIdentity() });
 * console.log(lock.description);
 */
export class LeaseLock implements ResourceLock {
  readonly identity: string;
  readonly description: string;
  readonly #client: LeaseClient;
  readonly #options: LeaseLockOptions;
  /** As last seen: an update is refused if the Lease has changed since. */
  #lease: LeaseObject | undefined;

  constructor(client: LeaseClient, options: LeaseLockOptions) {
    this.#client = client;
    this.#options = options;
    this.identity = options.identity;
    this.description = `${options.namespace}/${options.name}`;
  }

  async get(options: LockCallOptions = {}): Promise<LeaderElectionRecord | undefined> {
    const { namespace, name } = this.#options;
    try {
      this.#lease = await this.#within(options, (signal) =>
        this.#client.get(leaseResource, { namespace, name }, { signal }),
      );
      return recordOf(this.#lease.spec);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async create(record: LeaderElectionRecord, options: LockCallOptions = {}): Promise<void> {
    const { namespace, name, labels } = this.#options;
    const lease = { metadata: { namespace, name, ...(labels && { labels }) }, spec: specOf(record) };
    this.#lease = await this.#within(options, (signal) => this.#client.create(leaseResource, lease, { signal }));
  }

  async update(record: LeaderElectionRecord, options: LockCallOptions = {}): Promise<void> {
    const seen = this.#lease;
    if (seen === undefined)
      throw new InformerError('Configuration', `${this.description}: a Lease is read before it is updated`);
    const { namespace, name } = this.#options;
    const labels = { ...seen.metadata?.labels, ...this.#options.labels };
    const hasLabels = Object.keys(labels).length > 0;
    const metadata = { ...seen.metadata, namespace, name, ...(hasLabels && { labels }) };
    const lease = { ...seen, metadata, spec: { ...specOf(record) } };
    this.#lease = await this.#within(options, (signal) => this.#client.replace(leaseResource, lease, { signal }));
  }

  #within<R>({ signal }: LockCallOptions, call: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const { requestTimeoutMs = 5000, clock = realClock } = this.#options;
    return withTimeout(call, {
      signal,
      timeoutMs: requestTimeoutMs,
      clock,
      timedOut: () =>
        new InformerError('Unresponsive', `${this.description}: no answer within ${requestTimeoutMs / 1000} s`),
    });
  }
}

/** Whether somebody else has written the record since it was last seen. */
export function isLostUpdate(error: unknown): boolean {
  return isConflict(error);
}
