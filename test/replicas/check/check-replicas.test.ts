import { describe, expect, it } from 'vitest';
import type { LeaseAnswer, LogLine } from '../replica/log-line.js';
import type { Accepted } from '../world/history.js';
import type { ReplicaLog } from './check-replicas.js';
import { checkReplicas } from './check-replicas.js';

const LEASE_MS = 15_000;

let lastId = 0;

/** A write of the Lease, and its answer unless there was none. */
function renewal(sentAt: number, status?: number): LogLine[] {
  lastId += 1;
  const request: LogLine = { type: 'request', id: lastId, method: 'PUT', path: '/apis/c/leases/replica', sentAt };
  return status === undefined ? [request] : [request, { type: 'answer', id: lastId, at: sentAt + 10, status }];
}

function write(checkedAt: number | undefined, sentAt = checkedAt ?? 0): LogLine {
  lastId += 1;
  return { type: 'request', id: lastId, method: 'PATCH', path: '/api/v1/configmaps/a', sentAt, checkedAt };
}

function answer(fields: Partial<LeaseAnswer>): LogLine {
  return { type: 'lease', at: 0, verb: 'get', ...fields };
}

function replica(identity: string, ...lines: readonly (LogLine | LogLine[])[]): ReplicaLog {
  return { kind: identity.startsWith('go') ? 'client-go' : 'ours', identity, lines: lines.flat() };
}

function lease(version: number, by: string, seenAt: number): Accepted {
  return { version: String(version), seenAt, what: 'lease', by, name: 'Lease', isGuarded: true };
}

function accepted(version: number, by: string, isGuarded = false): Accepted {
  return { version: String(version), seenAt: 0, what: 'write', by, name: 'apply a', isGuarded };
}

describe('the checker of replicas', () => {
  it('passes writes that were let through while the lease held', () => {
    const verdict = checkReplicas([replica('a', renewal(0, 200), write(14_999))], [], LEASE_MS);
    expect(verdict).toMatchObject({ sent: 1, sentAfterExpiry: [], sentUnchecked: [] });
  });

  it('finds a write that was let through after the lease had ended', () => {
    const { sentAfterExpiry } = checkReplicas([replica('a', renewal(0, 200), write(15_001))], [], LEASE_MS);
    expect(sentAfterExpiry).toEqual([expect.stringContaining('a: PATCH /api/v1/configmaps/a')]);
  });

  it.each([
    ['has no answer', undefined],
    ['was refused', 409],
  ])('does not count a renewal that %s', (_how, status) => {
    const log = replica('a', renewal(0, 200), renewal(10_000, status), write(16_000));
    expect(checkReplicas([log], [], LEASE_MS).sentAfterExpiry).toHaveLength(1);
  });

  it('does not count a renewal whose answer came only after the write', () => {
    const log = replica('a', renewal(0, 200), renewal(15_995, 200), write(16_000));
    expect(checkReplicas([log], [], LEASE_MS).sentAfterExpiry).toHaveLength(1);
  });

  it.each<[string, Partial<LeaseAnswer>]>([
    ['another holder on a read', { verb: 'get', holder: 'b' }],
    ['no holder on a read', { verb: 'get', holder: '' }],
    ['404 on a renewal', { verb: 'update', status: 404 }],
    ['409 on a renewal', { verb: 'update', status: 409 }],
  ])('finds a write that was let through after an answer that shows the loss: %s', (_answer, seen) => {
    const log = replica('a', renewal(0, 200), answer({ at: 5000, ...seen }), write(4999), write(5001));
    expect(checkReplicas([log], [], LEASE_MS).sentAfterLoss).toEqual([expect.stringContaining('at 5001.000')]);
  });

  it('passes writes after the next successful renewal, and not after a read that returns the own identity', () => {
    const lost = answer({ at: 5000, verb: 'update', status: 409 });
    const read = answer({ at: 5010, verb: 'get', holder: 'a' });
    const won = answer({ at: 5020, verb: 'update', holder: 'a' });
    const log = replica('a', renewal(0, 200), lost, read, write(5015), won, write(5025));
    expect(checkReplicas([log], [], LEASE_MS).sentAfterLoss).toEqual([expect.stringContaining('at 5015.000')]);
  });

  it('finds a write for which no fence was asked', () => {
    expect(
      checkReplicas([replica('a', renewal(0, 200), write(undefined, 5))], [], LEASE_MS).sentUnchecked,
    ).toHaveLength(1);
  });

  it('judges by the moment of the check: a process may be stopped between it and the bytes', () => {
    const log = replica('a', renewal(0, 200), write(14_000, 40_000));
    expect(checkReplicas([log], [], LEASE_MS).sentAfterExpiry).toEqual([]);
  });

  it('counts apart what client-go sends after its lease', () => {
    const verdict = checkReplicas([replica('go', renewal(0, 200), write(undefined, 16_000))], [], LEASE_MS);
    expect(verdict).toMatchObject({ sentAfterExpiry: [], othersSentAfterExpiry: 1 });
  });

  it('finds a lease that was taken before it had ended', () => {
    const logs = [replica('a', renewal(0, 200)), replica('b', renewal(14_000, 200))];
    const { overlaps } = checkReplicas(logs, [lease(1, 'a', 5), lease(2, 'b', 14_005)], LEASE_MS);
    expect(overlaps).toEqual(['b took over from a 1000 ms too early']);
  });

  it('passes a lease that was given up, or taken when it had ended', () => {
    const logs = [
      replica('a', renewal(0, 200)),
      replica('b', renewal(16_000, 200)),
      replica('c', renewal(17_000, 200)),
    ];
    const history = [lease(1, 'a', 5), lease(2, 'b', 16_005), lease(3, '', 16_900), lease(4, 'c', 17_005)];
    expect(checkReplicas(logs, history, LEASE_MS).overlaps).toEqual([]);
  });

  it('tells writes that the server took after a takeover by whether they had a precondition', () => {
    const history = [lease(1, 'a', 0), accepted(2, 'a'), lease(3, 'b', 0), accepted(4, 'a', true), accepted(5, 'a')];
    const { acceptedLate, accepted: count } = checkReplicas([replica('a'), replica('b')], history, LEASE_MS);
    expect(acceptedLate).toEqual({ guarded: 1, unguarded: ['a: apply a'] });
    expect(count).toBe(3);
  });
});
