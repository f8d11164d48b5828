import { printable } from './printable.js';

/** Why the API server refused a request: what its status code, reason and causes say, as one of a closed set. */
export type ApiErrorCode =
  | 'AlreadyExists'
  | 'BadRequest'
  | 'Conflict'
  | 'Expired'
  | 'FieldManagerConflict'
  | 'Forbidden'
  | 'InternalError'
  | 'Invalid'
  | 'MethodNotAllowed'
  | 'NamespaceTerminating'
  | 'NotFound'
  | 'OtherApiError'
  | 'ResourceNotFound'
  | 'ResourceVersionTooLarge'
  | 'ServiceUnavailable'
  | 'Timeout'
  | 'TooManyRequests'
  | 'Unauthorized'
  | 'UnknownField'
  | 'UnsupportedMediaType';

/** Every reason for which this package throws, rejects or reports an error: a closed set to tell errors apart by. */
export type InformerErrorCode =
  | ApiErrorCode
  | 'AlreadyOwned'
  | 'AlreadyStarted'
  | 'CacheMutation'
  | 'CacheSync'
  | 'ClientClosed'
  | 'Configuration'
  | 'Connection'
  | 'Credentials'
  | 'Fenced'
  | 'FieldSelector'
  | 'ForeignRegistration'
  | 'HandlerBehind'
  | 'HandlerTimeout'
  | 'HeapClosed'
  | 'InconsistentWatchList'
  | 'IndexFunc'
  | 'IndexerConflict'
  | 'InitialEventsEndMissing'
  | 'InvalidCondition'
  | 'InvalidOwner'
  | 'InvalidResourceVersion'
  | 'Key'
  | 'KeyFormat'
  | 'LabelSelector'
  | 'LeaderElectionLost'
  | 'MalformedEvent'
  | 'MalformedList'
  | 'MalformedObject'
  | 'NoVersion'
  | 'NotProjected'
  | 'NotStarted'
  | 'QueueClosed'
  | 'ReconcileStuck'
  | 'ReconcileTimeout'
  | 'Renamed'
  | 'StaleCache'
  | 'Stopped'
  | 'Terminal'
  | 'TooLarge'
  | 'Transaction'
  | 'Transform'
  | 'TruncatedStream'
  | 'UnexpectedListKind'
  | 'UnknownIndex'
  | 'UnknownResource'
  | 'Unresponsive'
  | 'UnsafeNumber'
  | 'UntilTimeout'
  | 'VeryShortWatch'
  | 'WatchClosed'
  | 'WrongKind'
  | 'ZeroLengthDeltas';

/** The page on which each code has a section: what causes it, and what to do. */
const HELP_PAGE = 'https://github.com/informer-gen/informer-gen/blob/main/docs/errors.md';

/** A symbol of the whole process, so that errors of another copy of this package are recognised too. */
const BRAND: symbol = Symbol.for('@informer-gen/runtime/error');

/**
 * The base of every error that this package makes. `code` says which, `help` where to read on; `cause` holds what led to it. What a caller's own
 * function threw is handed on as it was, or as the `cause` of one of these.
 *
 * @example
 * await client.get(podResource, { namespace: 'default', name: 'nobody' }).catch((reason: unknown) => {
 *   if (!isInformerError(reason, 'NotFound')) throw reason;
 *   console.log(reason.code, reason.help);
 * });
 */
export class InformerError extends Error {
  override readonly name: string = 'InformerError';
  readonly code: InformerErrorCode;
  /** Where the documentation says what causes it and what to do. Not in the message: Node prints it beside. */
  readonly help: string;

  constructor(code: InformerErrorCode, message: string, options?: { readonly cause?: unknown }) {
    // An error without a cause must not have the property: Node prints it.
    super(printable(message), options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.help = `${HELP_PAGE}#${code.toLowerCase()}`;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Whether an error is one of this package's and, where codes are given, has one of them.
 *
 * @example
 * isInformerError(error, 'NotFound', 'Forbidden'); // → true
 * isInformerError(new Error('of somebody else')); // → false
 */
export function isInformerError<C extends InformerErrorCode = InformerErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is InformerError & { readonly code: C } {
  if (!(error instanceof Error) || !(BRAND in error)) return false;
  return codes.length === 0 || codes.includes((error as InformerError).code as C);
}
