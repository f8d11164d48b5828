import { isInformerError } from './informer-error.js';

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
  | 'events';

/** Where an error happened. */
export interface ErrorContext {
  readonly stage: ErrorStage;
  /** As messages name it: `pods`, `widgets.example.com`. */
  readonly resource: string;
  readonly key?: string | undefined;
  /** The name of the handler that threw. */
  readonly handler?: string | undefined;
}

/** Takes every error that has no caller. It must not throw. */
export type OnError = (error: Error, context: ErrorContext) => void;

/** The default {@link OnError}: one line on stderr, with the place in the program's own code where there is one. */
export const reportOnStderr: OnError = (error, { stage, resource, key, handler }) => {
  const where = [resource, key, handler && `handler ${handler}`].filter(Boolean).join(' ');
  const frame = firstOwnFrame(error);
  const line = `informer: ${stage}: ${where}: ${error.message}${frame === undefined ? '' : ` (${frame})`}`;
  process.stderr.write(`${line.replaceAll(/\s*\n\s*/g, ' ')}\n`);
};

/**
 * Where the program's own code threw: the first frame outside Node and node_modules, `at onAdd (/app/main.js:3:9)`. Our
 * own errors tell of a server or of a rule, not of a line; what caused one may.
 */
function firstOwnFrame(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isInformerError(error)) return firstOwnFrame(error.cause);
  const { stack, message } = error;
  if (typeof stack !== 'string') return undefined;
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^\s+at .+:\d+:\d+\)?$/gm) ?? [];
  const ofPrograms = frames.filter((frame) => !/[( ]node:/.test(frame));
  const own = ofPrograms.find((frame) => !/[/\\]node_modules[/\\]/.test(frame)) ?? ofPrograms[0];
  return own?.trim();
}

/** What was thrown, as an Error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
