/** One line of a log. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** `controller`, `key`, `namespace`, `name`, `reconcileID`, and what the caller adds. */
  readonly fields: { readonly [name: string]: unknown };
}

/** Takes log lines. It must not throw. */
export type LogSink = (entry: LogEntry) => void;

/** Logs in the name of one run. */
export type RunLog = (message: string, fields?: { readonly [name: string]: unknown }) => void;

/** The default {@link LogSink}: one line of JSON on stderr. */
export const logOnStderr: LogSink = ({ level, message, fields }) => {
  process.stderr.write(`${JSON.stringify({ level, message, ...fields })}\n`);
};
