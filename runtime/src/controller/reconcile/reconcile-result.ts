import { causesOf } from '../../api/causes.js';
import { InformerError, isInformerError } from '../../api/informer-error.js';

/** What a reconcile asks for when it went well. */
export interface ReconcileResult {
  /**
   * Run again after this delay, as a success: failures are forgotten. Zero or less runs again soon, with the delay of a failure, so that
   * `next - now()` may be in the past and a run that always returns it backs off. `NaN` is an error that is not retried.
   */
  readonly requeueAfterMs?: number | undefined;
  /** Run again, with the delay of a failure. Prefer `requeueAfterMs`, or throw. Default false. */
  readonly requeue?: boolean | undefined;
  /** The priority with which it comes again. Default: the one it had. */
  readonly priority?: number | undefined;
}

/** Returns the delay in milliseconds, `rate-limited` for the delay of a failure, or `none`. Throws if the result is not valid. */
export function requeueDelay({ requeueAfterMs, requeue = false }: ReconcileResult): number | 'rate-limited' | 'none' {
  if (requeueAfterMs === undefined) return requeue ? 'rate-limited' : 'none';
  if (typeof requeueAfterMs !== 'number' || Number.isNaN(requeueAfterMs))
    throw new TerminalError(
      `requeueAfterMs is ${String(requeueAfterMs)}: it must be a number; the key is not reconciled again until something changes`,
    );
  return requeueAfterMs > 0 ? requeueAfterMs : 'rate-limited';
}

/**
 * Trying again would not help: the key is not queued again until something changes.
 *
 * @example
 * manager.controller(widgetResource).reconcile((widget) => {
 *   if (widget.spec.replicas > 1000) throw new TerminalError('too many: trying again is of no use');
 * });
 */
export class TerminalError extends InformerError {
  override readonly name = 'TerminalError';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('Terminal', message, options);
  }
}

/**
 * Whether an error is terminal, or was caused by one that is.
 *
 * @example
 * isTerminal(new TerminalError('it is of no use')); // → true
 */
export function isTerminal(error: unknown): boolean {
  for (const cause of causesOf(error)) if (isInformerError(cause, 'Terminal')) return true;
  return false;
}

/** Returns true if an apply was refused because the object belongs to something else, or an error was caused by that. */
export function isRefusal(error: unknown): boolean {
  for (const cause of causesOf(error)) if (isInformerError(cause, 'AlreadyOwned')) return true;
  return false;
}

/** How a reconcile ended, in the words of metrics. */
export type ReconcileResultName = 'success' | 'error' | 'requeue' | 'requeue_after';

/** One reconcile that is over. */
export interface ReconcileOutcome {
  readonly controller: string;
  readonly key: string;
  /** The id of this run, as in its log lines. */
  readonly id: string;
  readonly result: ReconcileResultName;
  readonly durationMs: number;
  readonly error?: Error | undefined;
  readonly isTerminal: boolean;
  /** The reconcile's own deadline has passed, and not one of the caller's. */
  readonly timedOut: boolean;
}
