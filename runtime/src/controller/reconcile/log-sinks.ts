import type { LogEntry, LogSink } from './log.js';

/**
 * The default {@link LogSink}: one line of JSON on stderr, with the keys of controller-runtime's: `level`, `ts`, `msg`.
 *
 * @example
 * await using manager = await Manager.create({ name: 'website-operator', client, log: logOnStderr });
 */
export const logOnStderr: LogSink = (entry) => {
  process.stderr.write(`${jsonLine(entry)}\n`);
};

/**
 * Takes nothing.
 *
 * @example
 * await using manager = await Manager.create({ name: 'website-operator', client, log: noLog });
 */
export const noLog: LogSink = () => {};

/** What is needed of a console. */
export interface ConsoleLike {
  info(...values: readonly unknown[]): void;
  warn(...values: readonly unknown[]): void;
  error(...values: readonly unknown[]): void;
}

/**
 * Logs to a console: the message, then the fields as an object.
 *
 * @example
 * await using manager = await Manager.create({ name: 'website-operator', client, log: logToConsole() });
 */
export function logToConsole(to: ConsoleLike = console): LogSink {
  return ({ level, message, fields }) => to[level](message, fields);
}

/** What is needed of a logger of pino; bunyan's has the same. */
export interface PinoLike {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Logs to pino.
 *
 * @example
 * import pino from 'pino';
 * await using manager = await Manager.create({ name: 'website-operator', client, log: logToPino(pino()) });
 */
export function logToPino(logger: PinoLike): LogSink {
  return ({ level, message, fields }) => logger[level]({ ...fields }, message);
}

function jsonLine({ level, message, fields }: LogEntry): string {
  const line = { level, ts: new Date().toISOString(), msg: message };
  try {
    return JSON.stringify({ ...line, ...fields });
  } catch {
    // A field that JSON cannot hold must not cost the line.
    return JSON.stringify({
      ...line,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asText(value)])),
    });
  }
}

function asText(value: unknown): unknown {
  try {
    JSON.stringify(value);
    return value;
  } catch {
    return String(value);
  }
}
