import { isExpired } from '../api/api-error.js';
import type { ErrorStage, OnError } from '../api/on-error.js';
import { callSafely } from '../api/call-safely.js';
import { safeOnError } from '../api/safe-on-error.js';
import type { Clock } from '../async/clock.js';
import { TransformError } from '../queue/queue.js';
import type { ReflectorOptions, ReflectorView } from './reflector-options.js';
import type { StatusKeeper } from './reflector-status.js';
import { statusError } from './reflector-status.js';

/** What {@link ErrorReports} goes by. */
export interface ErrorReportsOptions {
  readonly reflector: ReflectorView;
  readonly options: Pick<ReflectorOptions<never>, 'namespace' | 'onError' | 'watchErrorHandler'>;
  readonly clock: Clock;
  readonly status: StatusKeeper;
}

/** Whom a reflector tells of what went wrong. */
export class ErrorReports {
  readonly #about: ErrorReportsOptions;
  readonly #onError: OnError;

  constructor(about: ErrorReportsOptions) {
    this.#about = about;
    this.#onError = safeOnError(about.options.onError);
  }

  /** To the hook of errors that have no caller. */
  report(error: Error, stage: ErrorStage, key?: string): void {
    this.#onError(error, { stage, resource: this.#about.reflector.name, key });
  }

  /** Calls a function of the user; what it throws or rejects with goes to the hook. */
  callSafely(call: () => unknown): void {
    callSafely(call, (error) => this.report(error, 'handler'));
  }

  /** A list, or the start of a watch, failed: to the handler of those, else to the hook, except for expired versions. */
  requestFailed(error: Error, verb: 'list' | 'watch'): void {
    const handler = this.#about.options.watchErrorHandler;
    if (!handler) {
      if (!isExpired(error)) this.report(error, verb);
      return;
    }
    this.callSafely(() => handler(error, this.#about.reflector));
  }

  /** To `status.lastError`. */
  note(error: Error, verb: 'list' | 'watch'): void {
    const { reflector, options, clock, status } = this.#about;
    const location = { resource: reflector.name, namespace: options.namespace, at: clock.now() };
    status.change({ lastError: statusError(error, verb, location) });
  }

  /** An object of a list could not be made ready for the store. */
  readonly unprepared = (error: Error, key?: string): void =>
    this.report(error, error instanceof TransformError ? 'transform' : 'list', key);
}
