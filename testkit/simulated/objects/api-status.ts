import type { Status } from '@informer-gen/runtime';
import type { ResourceSpec, StatusCause } from '@informer-gen/runtime/client-go';

type Named = Pick<ResourceSpec, 'group' | 'plural' | 'kind'>;

/**
 * Thrown by a handler to answer with a Status; the HTTP layer turns it into the response.
 *
 * @example
 * if (error instanceof ApiStatusError) console.log(error.status.reason);
 */
export class ApiStatusError extends Error {
  override readonly name = 'ApiStatusError';
  readonly status: Status & { readonly code: number };

  constructor(status: Status & { readonly code: number }) {
    super(status.message ?? `status ${status.code}`);
    this.status = status;
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** What a {@link failure} says beyond its code. */
export interface FailureOptions {
  /** Default: the reason that API servers give with this code. `''` leaves it out. */
  readonly reason?: string | undefined;
  /** Default: a short sentence made of code and reason. */
  readonly message?: string | undefined;
  readonly details?: Status['details'] | undefined;
}

/** A Status of failure, complete as on the wire. */
export function failure(code: number, options: FailureOptions = {}): Status & { readonly code: number } {
  const reason = options.reason ?? reasons[code] ?? 'Unknown';
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: options.message ?? `the simulated server answers ${code} ${reason}`,
    ...(reason === '' ? {} : { reason }),
    ...(options.details === undefined ? {} : { details: options.details }),
    code,
  };
}

/** 400. */
export function badRequest(message: string): ApiStatusError {
  return new ApiStatusError(failure(400, { message }));
}

/** 404 for one object. */
export function notFound(resource: Named, name: string): ApiStatusError {
  const message = `${qualifiedName(resource)} "${name}" not found`;
  return new ApiStatusError(failure(404, { message, details: objectDetails(resource, name) }));
}

/** 404 for a resource of a group that is served. */
export function unknownResource(): ApiStatusError {
  return new ApiStatusError(failure(404, { message: 'the server could not find the requested resource', details: {} }));
}

/** 405. */
export function methodNotAllowed(): ApiStatusError {
  const message = 'the server does not allow this method on the requested resource';
  return new ApiStatusError(failure(405, { message, details: {} }));
}

/** 405 for a verb that a subresource of a custom resource does not have. */
export function verbNotSupported(resource: Named, verb: string): ApiStatusError {
  const message = `${verb} is not supported on resources of kind "${qualifiedName(resource)}"`;
  const { name: _name, ...details } = objectDetails(resource, '');
  return new ApiStatusError(failure(405, { message, details }));
}

/** 409 for a name that is taken, if only by what is being deleted. */
export function alreadyExists(
  resource: Named,
  name: string,
  options: { readonly isDeleting?: boolean } = {},
): ApiStatusError {
  const taken = `${qualifiedName(resource)} "${name}" already exists`;
  const message = options.isDeleting ? `object is being deleted: ${taken}` : taken;
  return new ApiStatusError(failure(409, { reason: 'AlreadyExists', message, details: objectDetails(resource, name) }));
}

/** 409 for a write that is based on an older state, or whose precondition fails. */
export function conflict(resource: Named, name: string, why: string): ApiStatusError {
  const message = `Operation cannot be fulfilled on ${qualifiedName(resource)} "${name}": ${why}`;
  return new ApiStatusError(failure(409, { message, details: objectDetails(resource, name) }));
}

/** 403 for what the rules of the cluster do not allow to anybody. */
export function forbidden(
  resource: Named,
  name: string,
  { why, causes }: { readonly why: string; readonly causes?: readonly StatusCause[] },
): ApiStatusError {
  const subject = name === '' ? qualifiedName(resource) : `${qualifiedName(resource)} "${name}"`;
  const { name: _name, ...kind } = objectDetails(resource, name);
  const details = { ...(name === '' ? kind : { name, ...kind }), ...(causes ? { causes } : {}) };
  return new ApiStatusError(failure(403, { message: `${subject} is forbidden: ${why}`, details }));
}

/** 410: the version asked for is compacted. */
export function expired(message: string): ApiStatusError {
  return new ApiStatusError(failure(410, { message }));
}

/** 415. */
export function unsupportedMediaType(message = '415: Unsupported Media Type'): ApiStatusError {
  return new ApiStatusError(failure(415, { message, details: {} }));
}

/** 504: the server has not reached this version yet. */
export function tooLargeResourceVersion(asked: number, current: number): ApiStatusError {
  return new ApiStatusError(
    failure(504, {
      message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
      details: {
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      },
    }),
  );
}

/** Why a field is wrong. */
export type FaultReason =
  'FieldValueRequired' | 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueNotSupported' | 'FieldValueTooLong';

/** One wrong field of an object or of the options. */
export interface FieldFault {
  readonly field: string;
  readonly reason: FaultReason;
  readonly message: string;
}

/** 422: the object, or the options of a list, are not valid. */
export function invalid(
  kind: { readonly group: string; readonly kind: string },
  name: string,
  causes: readonly StatusCause[],
): ApiStatusError {
  // Causes may be there twice, what they say in the message is not.
  const listed = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
  const text = listed.length === 1 ? listed[0] : `[${listed.join(', ')}]`;
  const message = `${kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`} "${name}" is invalid: ${text}`;
  const group = kind.group === '' ? {} : { group: kind.group };
  const kindField = kind.kind === '' ? {} : { kind: kind.kind };
  const details = { ...(name === '' ? {} : { name }), ...group, ...kindField, causes };
  return new ApiStatusError(failure(422, { message, details }));
}

function qualifiedName(resource: Named): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

function objectDetails(resource: Named, name: string): NonNullable<Status['details']> {
  return { name, ...(resource.group === '' ? {} : { group: resource.group }), kind: resource.plural };
}

/** 500 for what the server did not expect to fail. */
export function internalError(text: string): ApiStatusError {
  const message = `Internal error occurred: ${text}`;
  return new ApiStatusError(
    failure(500, { reason: 'InternalError', message, details: { causes: [{ message: text }] } }),
  );
}
