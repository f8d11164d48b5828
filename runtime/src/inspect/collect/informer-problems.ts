import type { LastError } from '../../reflector/reflector-status.js';
import type { HandlerView, InformerView, InspectedProblem } from '../model/inspection.js';
import { counted, duration } from './words.js';

/** From when on something counts as stuck. */
export const LIMITS = {
  /** A first list may take so long. */
  syncMs: 10_000,
  /** A cache may be without a watch, or without a sign of life of the server, for so long. */
  staleMs: 60_000,
  /** An async call of a handler may take so long, and an event may wait so long for one. */
  handlerMs: 10_000,
  /** So many events may wait for a handler. */
  backlog: 1000,
  /** A key may wait so long for a worker, and a run may take so long. */
  keyMs: 30_000,
  /** So many keys may be ready for each worker. */
  readyPerWorker: 100,
  /** So often may a key fail. */
  failures: 3,
} as const;

/** What is stuck about an informer and its handlers. */
export function informerProblems(informer: InformerView, now: number): InspectedProblem[] {
  const own = ownProblem(informer, now);
  const handlers = informer.handlers.flatMap((handler) => handlerProblem(informer, handler, now) ?? []);
  return own === undefined ? handlers : [own, ...handlers];
}

function ownProblem(informer: InformerView, now: number): InspectedProblem | undefined {
  const { id, resource, synced, lastError, phase, since, disconnectedSince, heldUp, staleMs } = informer;
  const subject = { type: 'informer', id } as const;
  const failing = informer.namespaces?.find((each) => each.lastError !== undefined);
  const error = lastError ?? failing?.lastError;
  if (phase === 'idle')
    return {
      severity: 'warning',
      subject,
      what: `${resource} has not been started`,
      cause: 'Its informer or lister was asked for, and start() has not been called since.',
      next: 'Call start() of its factory: also again, after asking for another informer.',
    };
  if (phase === 'stopped')
    return {
      severity: 'note',
      subject,
      what: `${resource} has stopped`,
      cause: 'Its signal was aborted, or its factory was shut down. The cache stays as it was.',
      since,
      next: 'Nothing, if the program is ending.',
    };
  if (!synced && error !== undefined) {
    const { cause, next } = explain(error, informer);
    const place = error.namespace === undefined ? '' : ` in namespace ${error.namespace}`;
    return {
      severity: 'error',
      subject,
      what: `${resource} is not synced${place}`,
      cause,
      since: disconnectedSince ?? since,
      next,
    };
  }
  if (!synced && now - (disconnectedSince ?? since) > LIMITS.syncMs)
    return {
      severity: 'warning',
      subject,
      what: `${resource} is not synced`,
      cause: `Its first list has not ended: it is ${phase}.`,
      since: disconnectedSince ?? since,
      next: 'See whether the server answers, and how large the list is. A list of 100,000 objects takes a while.',
    };
  if (heldUp !== undefined)
    return {
      severity: 'warning',
      subject,
      what: `${resource} is not read from the server`,
      cause: `Handlers with the policy "pressure" are behind: ${heldUp.by.join(', ')}. The cache grows old meanwhile.`,
      since: heldUp.since,
      next: 'Make these handlers faster, or give them the policy "coalesce": they then get only the newest states.',
    };
  if (synced && disconnectedSince !== undefined && (error !== undefined || now - disconnectedSince > LIMITS.syncMs)) {
    const { cause, next } =
      error === undefined
        ? { cause: 'No watch is open.', next: 'It tries again by itself.' }
        : explain(error, informer);
    const severity = now - disconnectedSince > LIMITS.staleMs ? 'error' : 'warning';
    return {
      severity,
      subject,
      what: `${resource} is not being watched: its cache grows old`,
      cause,
      since: disconnectedSince,
      next,
    };
  }
  if (synced && error !== undefined) {
    const { cause, next } = explain(error, informer);
    return { severity: 'warning', subject, what: `${resource} had an error`, cause, since: error.at, next };
  }
  if (staleMs > LIMITS.staleMs)
    return {
      severity: 'warning',
      subject,
      what: `the watch of ${resource} is silent`,
      cause: `The connection looks open, and the server has given no sign of life for ${duration(staleMs)}.`,
      since: now - staleMs,
      next: 'It is opened anew by itself when the server does not answer. If it stays silent, look at proxies and load balancers between.',
    };
  return undefined;
}

/** What an error means, and what to do about it. */
function explain(error: LastError, informer: InformerView): { readonly cause: string; readonly next: string } {
  const { statusCode, message, verb, code } = error;
  const cause = `${verb} was answered with ${statusCode === undefined ? '' : `${statusCode}: `}${message}`;
  const [plural = '', ...group] = error.resource.split('.');
  const isCustom = group.length > 0;
  if (statusCode === 403)
    return {
      cause,
      next:
        `An RBAC rule is missing: ${ruleText(plural, group.join('.'))}, in a ` +
        `${error.namespace === undefined ? 'ClusterRole' : `Role in ${error.namespace}`} that is bound to the account of this program. ` +
        'It tries again by itself once that is granted.',
    };
  if (statusCode === 401)
    return {
      cause,
      next: 'The credentials are not accepted: see whether the token or certificate has expired, and for which cluster it is.',
    };
  if (statusCode === 404)
    return {
      cause: isCustom ? `${cause}. The server does not know ${error.resource}.` : cause,
      next: isCustom
        ? `Install the CustomResourceDefinition ${error.resource}, with ${informer.apiVersion ?? 'the version that is asked for'} served. It tries again by itself.`
        : 'See whether the server serves this version of the resource.',
    };
  if (statusCode === 429 || code === 'TooManyRequests')
    return {
      cause,
      next: 'The server is busy and asks to wait. It tries again by itself; see what else asks it so much.',
    };
  if (statusCode !== undefined && statusCode >= 500)
    return { cause, next: 'The server failed. It tries again by itself; see the logs of the API server and etcd.' };
  if (statusCode === undefined)
    return {
      cause: `${verb}: no answer: ${message}`,
      next: 'See whether the server can be reached from here: address, network policy, certificate. It tries again by itself.',
    };
  return { cause, next: 'It tries again by itself.' };
}

function ruleText(plural: string, group: string): string {
  return `apiGroups: ["${group}"], resources: ["${plural}"], verbs: ["get", "list", "watch"]`;
}

function handlerProblem(informer: InformerView, handler: HandlerView, now: number): InspectedProblem | undefined {
  const { name, busySince, waitingSince, backlog, policy } = handler;
  const subject = { type: 'handler', id: informer.id, name } as const;
  const of = `the handler ${name} of ${informer.resource}`;
  if (busySince !== undefined && now - busySince > LIMITS.handlerMs)
    return {
      severity: 'error',
      subject,
      what: `${of} does not settle`,
      cause: `The promise of one call has been pending for ${duration(now - busySince)}; ${counted(backlog, 'event')} ${backlog === 1 ? 'waits' : 'wait'} behind it.`,
      since: busySince,
      next: 'Find what it awaits. Give the handler a timeoutMs, so that one call cannot hold up the rest.',
    };
  const isLate = waitingSince !== undefined && now - waitingSince > LIMITS.handlerMs;
  if (!isLate && backlog < LIMITS.backlog) return undefined;
  const skipped = policy === 'coalesce' ? ' Of each object it gets only the newest state until it has caught up.' : '';
  return {
    severity: 'warning',
    subject,
    what: `${of} is behind`,
    cause: `${counted(backlog, 'event')} ${backlog === 1 ? 'waits' : 'wait'} for it; a call takes ${duration(handler.took.p50Ms)} (median).${skipped}`,
    ...(waitingSince !== undefined && { since: waitingSince }),
    next: 'Let the handler only put a key into a work queue, and do the work there with several workers.',
  };
}
