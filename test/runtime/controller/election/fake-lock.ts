import { ApiError } from '@informer-gen/runtime';
import type { LeaderElectionRecord } from '../../../../runtime/src/controller/election/lease-record.js';
import type { ResourceLock } from '../../../../runtime/src/controller/election/lease-lock.js';

/** The record that several {@link FakeLock}s share, with the version that guards it. */
export class SharedRecord {
  record: LeaderElectionRecord | undefined;
  version = 0;

  /** As another candidate would write it. */
  write(record: LeaderElectionRecord): void {
    this.record = record;
    this.version += 1;
  }
}

/** A lock in memory that logs its calls and fails when it is told to. */
export class FakeLock implements ResourceLock {
  readonly identity: string;
  readonly description = 'default/lock';
  readonly calls: string[] = [];
  /** Called before each call takes effect; what it throws is the answer. */
  before: (call: string, signal: AbortSignal | undefined) => void | Promise<void> = () => {};
  readonly #shared: SharedRecord;
  #seen = -1;

  constructor(identity: string, shared: SharedRecord = new SharedRecord()) {
    this.identity = identity;
    this.#shared = shared;
  }

  get record(): LeaderElectionRecord | undefined {
    return this.#shared.record;
  }

  async get({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<LeaderElectionRecord | undefined> {
    await this.#call('get', signal);
    this.#seen = this.#shared.version;
    return this.#shared.record;
  }

  async create(record: LeaderElectionRecord, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    await this.#call('create', signal);
    if (this.#shared.record !== undefined) throw refusal(409, 'AlreadyExists');
    this.#write(record);
  }

  async update(record: LeaderElectionRecord, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    await this.#call('update', signal);
    if (this.#seen !== this.#shared.version) throw refusal(409, 'Conflict');
    this.#write(record);
  }

  #write(record: LeaderElectionRecord): void {
    this.#shared.write(record);
    this.#seen = this.#shared.version;
  }

  async #call(call: string, signal: AbortSignal | undefined): Promise<void> {
    this.calls.push(call);
    await this.before(call, signal);
  }
}

export function refusal(code: number, reason: string): ApiError {
  return new ApiError({ kind: 'Status', apiVersion: 'v1', code, reason, message: reason });
}
