import type { LeaseAnswer, LogLine, SentRequest } from '../replica/log-line.js';
import type { Accepted } from '../world/history.js';

/** What one replica did. */
export interface ReplicaLog {
  readonly kind: 'ours' | 'client-go';
  readonly identity: string;
  readonly lines: readonly LogLine[];
}

/** What the checker has found. */
export interface Verdict {
  /** Writes of ours that were sent, those of the Lease aside. */
  readonly sent: number;
  /** Of them, those that were let through after the lease's end: must be none. */
  readonly sentAfterExpiry: readonly string[];
  /**
   * Of them, those that were let through after the elector had received an answer that shows the loss of the lease, and
   * before its next successful write of the lease: must be none.
   */
  readonly sentAfterLoss: readonly string[];
  /** Of them, those for which no fence was asked in the turn of the event loop that sent them: must be none. */
  readonly sentUnchecked: readonly string[];
  /** What replicas on client-go sent after their lease's end: nothing keeps them from it. */
  readonly othersSentAfterExpiry: number;
  /** Writes that the server took, whoever made them. */
  readonly accepted: number;
  /** Writes of ours that the server took after another had the lease, sent in time: with a precondition, and without. */
  readonly acceptedLate: { readonly guarded: number; readonly unguarded: readonly string[] };
  /** Two leaders at once: a lease that was taken over before it had ended. Must be none. */
  readonly overlaps: readonly string[];
}

interface LeaseWrite {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/**
 * Judges what replicas did. A lease ends its duration after the last renewal was *sent* that its holder knows to be
 * accepted, by the machine's clock: this is worked out here from the requests, and not asked of the fence.
 */
export function checkReplicas(
  logs: readonly ReplicaLog[],
  history: readonly Accepted[],
  leaseDurationMs: number,
): Verdict {
  const ours = logs.filter(({ kind }) => kind === 'ours');
  const late = (log: ReplicaLog): SentRequest[] => {
    const renewals = leaseWrites(log);
    return writes(log).filter(({ checkedAt, sentAt }) => {
      const at = checkedAt ?? sentAt;
      return at > endOfLease(renewals, at, leaseDurationMs);
    });
  };
  const acceptedLate = lateAcceptance(ours, history);
  return {
    sent: ours.flatMap(writes).length,
    sentAfterExpiry: ours.flatMap((log) => late(log).map((request) => shown(log, request))),
    sentAfterLoss: ours.flatMap((log) => sentAfterLoss(log).map((request) => shown(log, request))),
    sentUnchecked: ours.flatMap((log) =>
      writes(log)
        .filter(({ checkedAt }) => checkedAt === undefined)
        .map((request) => shown(log, request)),
    ),
    othersSentAfterExpiry: logs.filter(({ kind }) => kind === 'client-go').flatMap(late).length,
    accepted: history.filter(({ what }) => what === 'write').length,
    acceptedLate: {
      guarded: acceptedLate.filter(({ isGuarded }) => isGuarded).length,
      unguarded: acceptedLate.filter(({ isGuarded }) => !isGuarded).map(({ by, name }) => `${by}: ${name}`),
    },
    overlaps: overlaps(logs, history, leaseDurationMs),
  };
}

function isLease({ path }: SentRequest): boolean {
  return path.includes('/leases');
}

function requests({ lines }: ReplicaLog): SentRequest[] {
  return lines.filter((line) => line.type === 'request');
}

function writes(log: ReplicaLog): SentRequest[] {
  return requests(log).filter((request) => !isLease(request));
}

/** Those of the Lease that were accepted, as far as the replica knows. */
function leaseWrites(log: ReplicaLog): LeaseWrite[] {
  const answers = new Map(log.lines.flatMap((line) => (line.type === 'answer' ? [[line.id, line] as const] : [])));
  return requests(log).flatMap((request) => {
    const answer = isLease(request) ? answers.get(request.id) : undefined;
    if (answer === undefined || answer.status >= 300) return [];
    return [{ sentAt: request.sentAt, answeredAt: answer.at }];
  });
}

/** Judges by the last answer about the lease before each write. */
function sentAfterLoss(log: ReplicaLog): SentRequest[] {
  const answers = log.lines
    .filter((line) => line.type === 'lease')
    .filter((line) => changesStanding(line, log.identity))
    .reverse();
  return writes(log).filter(({ checkedAt, sentAt }) => {
    const last = answers.find(({ at }) => at < (checkedAt ?? sentAt));
    return last !== undefined && showsLoss(last, log.identity);
  });
}

/** Whether an answer takes the lease away or gives it back: a read that returns the own identity does neither. */
function changesStanding(answer: LeaseAnswer, identity: string): boolean {
  return showsLoss(answer, identity) || (answer.verb !== 'get' && answer.holder === identity);
}

function showsLoss({ holder, status, verb }: LeaseAnswer, identity: string): boolean {
  if (holder === undefined) return status === 404 || status === 409;
  return verb === 'get' && holder !== identity;
}

/** When the lease ends, as its holder can know it at that moment. */
function endOfLease(renewals: readonly LeaseWrite[], at: number, durationMs: number): number {
  const known = renewals.filter(({ answeredAt }) => answeredAt <= at);
  return Math.max(-Infinity, ...known.map(({ sentAt }) => sentAt + durationMs));
}

/** Writes that came into the server's order after somebody else's acquisition. */
function lateAcceptance(ours: readonly ReplicaLog[], history: readonly Accepted[]): Accepted[] {
  const identities = new Set(ours.map(({ identity }) => identity));
  let holder = '';
  const late: Accepted[] = [];
  for (const accepted of history) {
    if (accepted.what === 'lease') holder = accepted.by;
    else if (identities.has(accepted.by) && accepted.by !== holder) late.push(accepted);
  }
  return late;
}

function overlaps(logs: readonly ReplicaLog[], history: readonly Accepted[], durationMs: number): string[] {
  const found: string[] = [];
  let holder = '';
  for (const { what, by, seenAt } of history) {
    if (what !== 'lease' || by === holder) continue;
    const before = logs.find(({ identity }) => identity === holder);
    const taker = logs.find(({ identity }) => identity === by);
    const takenAt = taker && firstLeaseWrite(taker, seenAt);
    if (before && takenAt !== undefined) {
      const endsAt = endOfLease(leaseWrites(before), takenAt, durationMs);
      if (endsAt > takenAt) found.push(`${by} took over from ${before.identity} ${endsAt - takenAt} ms too early`);
    }
    holder = by;
  }
  return found;
}

/** When the acquisition that was seen at that moment was sent. */
function firstLeaseWrite(log: ReplicaLog, seenAt: number): number | undefined {
  return leaseWrites(log).find(({ sentAt }) => sentAt <= seenAt)?.sentAt;
}

function shown({ identity }: ReplicaLog, { method, path, sentAt }: SentRequest): string {
  return `${identity}: ${method} ${path} at ${sentAt.toFixed(3)}`;
}
