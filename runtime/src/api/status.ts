/** One reason inside a {@link Status}: `{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }`. */
export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** What a {@link Status} says beyond its message. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** What the API server answers when a request fails, also as the object of an ERROR watch event. */
export interface Status {
  readonly kind?: 'Status';
  readonly apiVersion?: 'v1';
  readonly metadata?: { readonly [key: string]: unknown };
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: StatusDetails;
}

/**
 * What a server sent as a {@link Status}, with only those fields that have the type they should: servers and proxies send
 * what they like, and what reads a status relies on its types.
 */
export function toStatus(sent: object): Status {
  const { kind, apiVersion, metadata, status, message, reason, code, details } = sent as Record<string, unknown>;
  return {
    ...(kind === 'Status' && { kind }),
    ...(apiVersion === 'v1' && { apiVersion }),
    ...(isObject(metadata) && { metadata }),
    ...texts({ status, message, reason }),
    ...(typeof code === 'number' && Number.isFinite(code) && { code }),
    ...(isObject(details) && { details: toDetails(details) }),
  };
}

function toDetails({ name, group, kind, uid, causes, retryAfterSeconds }: Record<string, unknown>): StatusDetails {
  return {
    ...texts({ name, group, kind, uid }),
    ...(Array.isArray(causes) && { causes: causes.filter(isObject).map(toCause) }),
    ...(typeof retryAfterSeconds === 'number' && Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
  };
}

function toCause({ reason, message, field }: Record<string, unknown>): StatusCause {
  return texts({ reason, message, field });
}

function texts<N extends string>(fields: { readonly [name in N]: unknown }): { readonly [name in N]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')) as {
    readonly [name in N]?: string;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
