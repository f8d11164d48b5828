import { resourceName } from '@informer-gen/runtime';
import { failure, ApiStatusError } from '../objects/api-status.js';
import { matchesRequest } from './faults.js';
import type { RequestMatch } from './faults.js';
import type { RequestInfo } from '../requests/request-info.js';
import type { RequestRecord } from '../requests/request-log.js';

/** Who may do what: everyone everything, until told otherwise. */
export class AccessRules {
  readonly #denials = new Set<RequestMatch>();
  #tokens: ReadonlySet<string> | undefined;

  /** Denies; the function returned grants again. */
  deny(match: RequestMatch): () => void {
    this.#denials.add(match);
    return () => void this.#denials.delete(match);
  }

  /** Only bearers of these tokens are let in; undefined lets everyone in. */
  requireTokens(tokens: readonly string[] | undefined): void {
    this.#tokens = tokens === undefined ? undefined : new Set(tokens);
  }

  /** Throws 401 or 403. */
  check(request: RequestRecord, info: RequestInfo): void {
    if (this.#tokens !== undefined && !this.#tokens.has(bearerOf(request))) {
      throw new ApiStatusError(failure(401, { message: 'Unauthorized' }));
    }
    for (const denial of this.#denials) if (matchesRequest(denial, request)) throw forbidden(request, info);
  }
}

function bearerOf(request: RequestRecord): string {
  return /^Bearer (.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

function forbidden(request: RequestRecord, { group, plural, namespace, name }: RequestInfo): ApiStatusError {
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = plural === '' ? `path "${request.path}"` : `resource "${plural}" in API group "${group}" ${where}`;
  const subject = name === undefined ? resourceName({ group, plural }) : `${resourceName({ group, plural })} "${name}"`;
  const message = `${subject} is forbidden: User "simulated" cannot ${request.verb} ${what}`;
  const details = { ...(name === undefined ? {} : { name }), ...(group === '' ? {} : { group }), kind: plural };
  return new ApiStatusError(failure(403, { message, details }));
}
