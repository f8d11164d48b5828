import type { Status } from '@informer-gen/runtime';
import { failure } from '../objects/api-status.js';
import { userOf } from '../requests/requester.js';
import type { RequestRecord } from '../requests/request-log.js';
import { InterceptorError } from './interceptor-error.js';

/** Which requests something applies to. What is left out matches everything. */
export interface RequestMatch {
  /** `list`, `watch`, `create` …; `*` for every one. */
  readonly verb?: string | undefined;
  /** `pods` or `widgets.example.com`; a plural alone matches in every group. */
  readonly resource?: string | undefined;
  /** `''`: only requests over all namespaces. */
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  /** Name of the client: {@link RequestRecord.client}. Default: every client. */
  readonly client?: string | undefined;
  /** As requests name it: `system:serviceaccount:<namespace>:<name>`, or any bearer token. Default: every user. */
  readonly user?: string | undefined;
  /** Anything else. */
  readonly when?: ((request: RequestRecord) => boolean) | undefined;
}

/** What happens to a request instead of, or before, its usual answer. */
export interface FaultEffect {
  /** Answer with this code. For a watch, 200 starts a stream that ends at once, after the events in `body`. */
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** Sets the header Retry-After and the details of the Status. */
  readonly retryAfterSeconds?: number | undefined;
  /** Sent as it is instead of a Status. */
  readonly body?: string | undefined;
  /** Wait so long, on the server's clock, before anything else; alone, it makes a slow answer. */
  readonly delayMs?: number | undefined;
  /**
   * `reset`: break the connection; `hang`: never answer; `lose-answer`: do what was asked, a write is done, and break the
   * connection instead of answering.
   */
  readonly effect?: 'reset' | 'hang' | 'lose-answer' | undefined;
  /** Break the connection after so many bytes of the usual body. */
  readonly cutAfterBytes?: number | undefined;
}

/** A fault that waits for its requests. */
export interface FaultRule extends RequestMatch, FaultEffect {
  /** How many requests it hits. Default 1. */
  readonly times?: number | undefined;
  /** How many requests that match go by before: 2 hits the third try. Default 0. */
  readonly skip?: number | undefined;
}

/**
 * Sees every request first; what it returns happens, nothing means the usual answer. If it throws or rejects, the request has no
 * answer: a call of `FakeClient` rejects with an `InterceptorError`, a connection breaks, and the error is in `errors` of the
 * cluster.
 */
export type RequestInterceptor = (
  request: RequestRecord,
) => FaultEffect | undefined | void | Promise<FaultEffect | undefined | void>;

/** Whether a request is one that the match means. */
export function matchesRequest(match: RequestMatch, request: RequestRecord): boolean {
  const { verb, resource, namespace, name, when } = match;
  if (verb !== undefined && verb !== '*' && verb !== request.verb) return false;
  if (resource !== undefined && !namesResource(resource, request.resource)) return false;
  if (namespace !== undefined && namespace !== (request.namespace ?? '')) return false;
  if (name !== undefined && name !== request.name) return false;
  if (match.user !== undefined && match.user !== userOf(request.headers)) return false;
  if (match.client !== undefined && match.client !== request.client) return false;
  return when === undefined || when(request);
}

/** Returns true if a rule matches a request that is being handled. */
export function ruleMatches(rule: RequestMatch, request: RequestRecord): boolean {
  try {
    return matchesRequest(rule, request);
  } catch (thrown) {
    throw new InterceptorError('`when` of a rule', request, thrown);
  }
}

/** Whether `pods` or `widgets.example.com` names this resource; a plural alone names it in every group. */
export function namesResource(wanted: string, resource: string): boolean {
  return wanted === '*' || wanted === resource || resource.startsWith(`${wanted}.`);
}

async function callInterceptor(interceptor: RequestInterceptor, request: RequestRecord): Promise<FaultEffect | void> {
  try {
    return await interceptor(request);
  } catch (thrown) {
    throw new InterceptorError('onRequest', request, thrown);
  }
}

/** The faults that are to come. */
export class FaultScript {
  readonly #rules: { readonly rule: FaultRule; left: number; skip: number }[] = [];
  readonly #interceptors = new Set<RequestInterceptor>();

  /** Adds a rule; the function returned takes it back. */
  add(rule: FaultRule): () => void {
    const entry = { rule, left: rule.times ?? 1, skip: rule.skip ?? 0 };
    this.#rules.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  intercept(interceptor: RequestInterceptor): () => void {
    this.#interceptors.add(interceptor);
    return () => void this.#interceptors.delete(interceptor);
  }

  clear(): void {
    this.#rules.length = 0;
    this.#interceptors.clear();
  }

  /** Whether nothing is to happen to any request: there is nothing to ask. */
  get isQuiet(): boolean {
    return this.#rules.length === 0 && this.#interceptors.size === 0;
  }

  /** What is to happen to this request; interceptors come before rules, older rules before newer ones. */
  async next(request: RequestRecord): Promise<FaultEffect | undefined> {
    for (const interceptor of this.#interceptors) {
      const effect = await callInterceptor(interceptor, request);
      if (effect) return effect;
    }
    for (const entry of this.#rules) {
      if (entry.left <= 0 || !ruleMatches(entry.rule, request)) continue;
      if (entry.skip > 0) {
        entry.skip -= 1;
        continue;
      }
      entry.left -= 1;
      return entry.rule;
    }
    return undefined;
  }
}

/** The Status that a fault answers with. */
export function faultStatus(code: number, effect: FaultEffect): Status {
  const details = effect.retryAfterSeconds === undefined ? undefined : { retryAfterSeconds: effect.retryAfterSeconds };
  return failure(code, { reason: effect.reason, message: effect.message, details });
}
