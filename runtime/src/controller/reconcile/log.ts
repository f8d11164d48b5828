import type { ErrorContext, OnError } from '../../api/on-error.js';
import { stackOf, toError } from '../../api/on-error.js';
import { splitMetaNamespaceKey } from '../../api/key.js';

/** What goes with a line of a log. */
export interface LogFields {
  readonly [name: string]: unknown;
}

/** One line of a log. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /**
   * Those of controller-runtime: `controller`, `controllerGroup`, `controllerKind`, the kind with namespace and name,
   * `namespace`, `name`, `reconcileID`, of an error `error` and `stacktrace`; and what the caller adds.
   */
  readonly fields: LogFields;
}

/** Takes log lines. It must not throw. */
export type LogSink = (entry: LogEntry) => void;

/** Logs in the name of one run. */
export interface RunLog {
  (message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(error: unknown, message: string, fields?: LogFields): void;
}

/** Which run a line is about. */
export interface LoggedRun {
  readonly controller: string;
  readonly controllerGroup: string;
  readonly controllerKind: string;
  readonly key: string;
  readonly reconcileID: string;
}

/** The fields that every line of a run has, under the names that controller-runtime gives them. */
export function runFields({ controller, controllerGroup, controllerKind, key, reconcileID }: LoggedRun): LogFields {
  const { namespace, name } = splitMetaNamespaceKey(key);
  const object = controllerKind === '' ? {} : { [controllerKind]: namespace === '' ? { name } : { name, namespace } };
  return { controller, controllerGroup, controllerKind, ...object, namespace, name, reconcileID };
}

/** An error as fields. */
export function errorFields(thrown: unknown): LogFields {
  const error = toError(thrown);
  const stack = error === thrown ? stackOf(error) : undefined;
  return { error: error.message, ...(stack !== undefined && { stacktrace: stack }) };
}

/** Logs in the name of one run. */
export function newRunLog(sink: LogSink, run: LoggedRun): RunLog {
  const known = runFields(run);
  const at =
    (level: LogEntry['level']) =>
    (message: string, fields: LogFields = {}): void =>
      sink({ level, message, fields: { ...known, ...fields } });
  return Object.assign(at('info'), {
    warn: at('warn'),
    error: (thrown: unknown, message: string, fields: LogFields = {}) =>
      sink({ level: 'error', message, fields: { ...known, ...fields, ...errorFields(thrown) } }),
  });
}

/** An `onError` that logs. */
export function errorsTo(sink: LogSink): OnError {
  return (error, context) => {
    const message = context.reconcile ? 'Reconciler error' : `${context.stage}: an error that has no caller`;
    sink({ level: 'error', message, fields: { ...placeOf(context), ...errorFields(error) } });
  };
}

function placeOf({ stage, resource, key, handler, reconcile }: ErrorContext): LogFields {
  if (reconcile !== undefined && key !== undefined) return runFields({ ...reconcile, key });
  const { namespace = '', name = '' } = key === undefined ? {} : splitMetaNamespaceKey(key);
  return {
    stage,
    resource,
    ...(key !== undefined && { namespace, name }),
    ...(handler !== undefined && { handler }),
  };
}
