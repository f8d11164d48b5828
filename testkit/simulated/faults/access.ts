import { resourceName } from '@informer-gen/runtime';
import { failure, ApiStatusError } from '../objects/api-status.js';
import { bearerToken, userOf, userOfToken } from '../requests/requester.js';
import type { RequestInfo } from '../requests/request-info.js';
import type { RequestRecord } from '../requests/request-log.js';
import { namesResource, ruleMatches } from './faults.js';
import type { RequestMatch } from './faults.js';

/** What somebody wants to do, without a request: what reviews of access ask about. */
export interface AccessQuestion {
  readonly user: string;
  readonly verb: string;
  /** `pods`, `widgets.example.com`. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** Who may do what: everyone everything, until told otherwise. */
export class AccessRules {
  readonly #denials = new Set<RequestMatch>();
  #tokens: ReadonlySet<string> | undefined;

  /** Denies; the function returned grants again. */
  deny(match: RequestMatch): () => void {
    this.#denials.add(match);
    return () => void this.#denials.delete(match);
  }

  /** Only bearers of these tokens, and of tokens that this server has issued, are let in; undefined lets everyone in. */
  requireTokens(tokens: readonly string[] | undefined): void {
    this.#tokens = tokens === undefined ? undefined : new Set(tokens);
  }

  /** Whether a token is good: issued here, or one of those that are required. */
  knowsToken(token: string): boolean {
    return userOfToken(token) !== undefined || this.#tokens?.has(token) === true;
  }

  /** Whether somebody may do something. Denials with a condition of their own (`when`) are about requests alone. */
  allows(question: AccessQuestion): boolean {
    return ![...this.#denials].some((denial) => denial.when === undefined && covers(denial, question));
  }

  /** Throws 401 or 403. */
  check(request: RequestRecord, info: RequestInfo): void {
    if (this.#tokens !== undefined && !this.knowsToken(bearerToken(request.headers))) {
      throw new ApiStatusError(failure(401, { message: 'Unauthorized' }));
    }
    for (const denial of this.#denials) if (ruleMatches(denial, request)) throw forbidden(request, info);
  }
}

function covers(denial: RequestMatch, { user, verb, resource, namespace, name }: AccessQuestion): boolean {
  if (denial.user !== undefined && denial.user !== user) return false;
  if (denial.verb !== undefined && denial.verb !== '*' && denial.verb !== verb) return false;
  if (denial.resource !== undefined && !namesResource(denial.resource, resource)) return false;
  if (denial.namespace !== undefined && denial.namespace !== (namespace ?? '')) return false;
  return denial.name === undefined || denial.name === name;
}

function forbidden(request: RequestRecord, { group, plural, namespace, name }: RequestInfo): ApiStatusError {
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = plural === '' ? `path "${request.path}"` : `resource "${plural}" in API group "${group}" ${where}`;
  const subject = name === undefined ? resourceName({ group, plural }) : `${resourceName({ group, plural })} "${name}"`;
  const message = `${subject} is forbidden: User "${userOf(request.headers)}" cannot ${request.verb} ${what}`;
  const details = { ...(name === undefined ? {} : { name }), ...(group === '' ? {} : { group }), kind: plural };
  return new ApiStatusError(failure(403, { message, details }));
}
