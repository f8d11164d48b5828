import type { LoopView, KeyView, LeadershipView, ManagerView, InspectedProblem } from '../model/inspection.js';
import { LIMITS } from './informer-problems.js';
import { counted, duration, ordinal } from './words.js';

/** What is stuck about a controller and its keys. */
export function controllerProblems(controller: LoopView, now: number): InspectedProblem[] {
  const backlog = backlogProblem(controller, now);
  const keys = controller.keys.flatMap((key) => keyProblem(controller, key, now) ?? []);
  return backlog === undefined ? keys : [backlog, ...keys];
}

function backlogProblem(controller: LoopView, now: number): InspectedProblem | undefined {
  const { name, ready, workers, active, oldest, took } = controller;
  const waitedMs = oldest === undefined ? 0 : now - oldest.since;
  if (waitedMs <= LIMITS.keyMs && ready <= workers * LIMITS.readyPerWorker) return undefined;
  const isIdle = active === 0;
  const keys = `${counted(ready, 'key')} ${ready === 1 ? 'is' : 'are'}`;
  return {
    severity: 'warning',
    subject: { type: 'controller', id: name },
    what: `the controller ${name} has a backlog`,
    cause: isIdle
      ? `${keys} ready and nothing works on ${ready === 1 ? 'it' : 'them'}: the controller does not run yet.`
      : `${keys} ready; ${active} of ${counted(workers, 'worker')} ${active === 1 ? 'is' : 'are'} busy, and a run takes ${duration(took.p50Ms)} (median).`,
    ...(oldest !== undefined && { since: oldest.since }),
    next: isIdle
      ? 'It begins when its caches have synced and, with an election, when this process leads.'
      : 'Give it more workers (reconcile({ workers })), or make a run shorter: see what it waits for.',
  };
}

function keyProblem(controller: LoopView, key: KeyView, now: number): InspectedProblem | undefined {
  const subject = { type: 'key', id: controller.name, name: key.key } as const;
  if (key.stuckSince !== undefined)
    return {
      severity: 'error',
      subject,
      what: `${controller.name}: the run of ${key.key} is stuck`,
      cause: `It has been running for ${duration(now - key.stuckSince)} and did not end when its timeoutMs aborted its signal. It blocks one of ${counted(controller.workers, 'worker')}.`,
      since: key.stuckSince,
      next: 'Find what it awaits, and pass the signal of its context on to that. Only a restart of the process frees the worker sooner.',
    };
  const isWorkedOn = key.state === 'working' || key.state === 'again';
  if (isWorkedOn && key.since !== undefined && now - key.since > LIMITS.keyMs)
    return {
      severity: 'error',
      subject,
      what: `${controller.name}: the run of ${key.key} does not end`,
      cause: `A worker has had it for ${duration(now - key.since)}.`,
      since: key.since,
      next: 'Find what it awaits. Give the controller a timeoutMs, and pass its signal on to what it calls.',
    };
  if (key.last?.isTerminal === true)
    return {
      severity: 'warning',
      subject,
      what: `${controller.name}: ${key.key} was given up`,
      cause: key.last.error ?? 'its last run failed for good',
      since: key.last.at,
      next: 'It threw a TerminalError: nothing tries it again before its object, or what it watches, changes. Mend what the error says.',
    };
  if (key.failures < LIMITS.failures || key.last?.error === undefined) return undefined;
  const next = key.nextTryAt === undefined ? '' : `It is tried again in ${duration(key.nextTryAt - now)}. `;
  return {
    severity: 'error',
    subject,
    what: `${controller.name}: ${key.key} has failed for the ${ordinal(key.failures)} time`,
    cause: key.last.error,
    ...(key.failingSince !== undefined && { since: key.failingSince }),
    next: `${next}Each failure doubles the wait. Throw a TerminalError for what no try can mend.`,
  };
}

/** What is to be known about the manager. */
export function managerProblems(manager: ManagerView, now: number): InspectedProblem[] {
  const { leadership } = manager;
  if (leadership === undefined || manager.phase !== 'running') return [];
  const problem = leadershipProblem(manager.name, leadership, now);
  return problem === undefined ? [] : [problem];
}

function leadershipProblem(name: string, leadership: LeadershipView, now: number): InspectedProblem | undefined {
  const { isLeader, leader, lease, fenceLeftMs, observedAt } = leadership;
  const subject = { type: 'manager', id: name } as const;
  if (!isLeader && leader !== '')
    return {
      severity: 'note',
      subject,
      what: 'this process does not lead',
      cause: `${leader} holds the lease ${lease}. Controllers do not run here, and writes are kept back.`,
      since: observedAt,
      next: 'Nothing: it takes over when the leader ends, or does not renew its lease in time.',
    };
  if (!isLeader)
    return {
      severity: 'warning',
      subject,
      what: 'nobody leads yet',
      cause: `The lease ${lease} has no holder, or could not be read. Controllers do not run.`,
      next: 'See whether this account may get, create and update leases in apiGroups: ["coordination.k8s.io"].',
    };
  if (fenceLeftMs !== undefined && fenceLeftMs <= 0)
    return {
      severity: 'error',
      subject,
      what: 'writes are fenced',
      cause: `The lease ${lease} was not renewed in time (last seen ${duration(now - observedAt)} ago): another process may lead by now, so nothing is sent.`,
      since: observedAt,
      next: 'The process ends its work by itself and should be started anew. See whether the event loop was blocked, or the server away.',
    };
  return undefined;
}
