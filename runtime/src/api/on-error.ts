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

/** What was thrown, as an Error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
