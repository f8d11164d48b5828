/** Which part of the runtime met an error that has no caller. */
export type ErrorStage =
  | 'list'
  | 'watch'
  | 'transform'
  | 'store'
  | 'index'
  | 'queue'
  | 'process'
  | 'handler'
  | 'resync'
  | 'mutation'
  | 'transport'
  | 'reconcile'
  | 'election'
  | 'events'
  | 'observer';

/** Where an error happened. */
export interface ErrorContext {
  readonly stage: ErrorStage;
  /** As messages name it: `pods`, `widgets.example.com`. */
  readonly resource: string;
  readonly key?: string | undefined;
  /** The name of the handler that threw. */
  readonly handler?: string | undefined;
  /** Which run of which controller, for a reconcile that failed: the names are those of log lines. */
  readonly reconcile?: FailedRun | undefined;
}

/** A run that failed. */
export interface FailedRun {
  readonly controller: string;
  readonly controllerGroup: string;
  readonly controllerKind: string;
  readonly reconcileID: string;
}

/** Takes every error that has no caller. It must not throw. */
export type OnError = (error: Error, context: ErrorContext) => void;

/** Where an error was made, as far as it can be read. */
export function stackOf(error: Error): string | undefined {
  try {
    return typeof error.stack === 'string' ? error.stack : undefined;
  } catch {
    return undefined;
  }
}

/** What was thrown, as an Error whose message is text. Anything can be thrown, also what cannot be read: this never throws. */
export function toError(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(String(thrown));
    return typeof thrown.message === 'string' ? thrown : new Error(String(thrown.message), { cause: thrown });
  } catch {
    return new Error('something was thrown that cannot be read');
  }
}
