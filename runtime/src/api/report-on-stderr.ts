import type { Clock } from '../async/clock.js';
import { realClock } from '../async/clock.js';
import { isInformerError } from './informer-error.js';
import type { ErrorContext, OnError } from './on-error.js';
import { stackOf } from './on-error.js';
import { printable } from './printable.js';

/** Of one cause, one line is written in this time, and then how many more there were. */
const QUIET_MS = 1000;
/** Of so many causes at most something is remembered; the last of them is all the others. */
const MAX_CAUSES = 1000;
const OTHERS = 'others';

interface Repeats {
  count: number;
  line: string;
}

/** Writes one line for each error, but no more than one in a second of the same cause; the next line says how many there were. */
export class LineReporter {
  readonly #write: (line: string) => void;
  readonly #clock: Clock;
  readonly #repeats = new Map<string, Repeats>();
  /** Codes whose page was named already: once is enough. */
  readonly #helped = new Set<string>();

  constructor(write: (line: string) => void, clock: Clock = realClock) {
    this.#write = write;
    this.#clock = clock;
  }

  readonly report: OnError = (error, context) => {
    const frame = firstOwnFrame(error);
    const line = lineOf(error, context, frame);
    const known = causeOf(error, context, frame);
    const cause = this.#repeats.size < MAX_CAUSES - 1 || this.#repeats.has(known) ? known : OTHERS;
    const repeats = this.#repeats.get(cause);
    if (repeats) {
      repeats.count += 1;
      repeats.line = line;
      return;
    }
    this.#write(`${line}${this.#helpFor(error)}\n`);
    this.#repeats.set(cause, { count: 0, line });
    this.#waitFor(cause);
  };

  #helpFor(error: Error): string {
    if (!isInformerError(error) || this.#helped.has(error.code)) return '';
    this.#helped.add(error.code);
    return `; see ${error.help}`;
  }

  #waitFor(cause: string): void {
    const timer = this.#clock.after(QUIET_MS, () => {
      const { count, line } = this.#repeats.get(cause) as Repeats;
      this.#repeats.delete(cause);
      if (count === 0) return;
      this.#write(count === 1 ? `${line}\n` : `${line} (${count} times)\n`);
      this.#repeats.set(cause, { count: 0, line });
      this.#waitFor(cause);
    });
    timer.unref?.();
  }
}

function lineOf(error: Error, { stage, resource, key, handler }: ErrorContext, frame: string | undefined): string {
  const where = [resource, key, handler && `handler ${handler}`].filter(Boolean).join(' ');
  const line = `informer: ${stage}: ${where}: ${error.message}${frame === undefined ? '' : ` (${frame})`}`;
  return printable(line);
}

/**
 * Where the program's own code threw: the first frame outside Node and node_modules, `at onAdd (/app/main.js:3:9)`. Our
 * own errors tell of a server or of a rule, not of a line; what caused one may.
 */
function firstOwnFrame(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isInformerError(error)) return firstOwnFrame(error.cause);
  const { message } = error;
  const stack = stackOf(error);
  if (stack === undefined) return undefined;
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^\s+at .+:\d+:\d+\)?$/gm) ?? [];
  const ofPrograms = frames.filter((frame) => !/[( ]node:/.test(frame));
  const own = ofPrograms.find((frame) => !/[/\\]node_modules[/\\]/.test(frame)) ?? ofPrograms[0];
  return own?.trim();
}

/**
 * Errors of ours are of one cause where their code is the same, whichever object they are about; others where they were
 * thrown at the same place: their messages may name the object.
 */
function causeOf(error: Error, { stage, resource, handler = '' }: ErrorContext, frame: string | undefined): string {
  const what = isInformerError(error) ? error.code : `${error.name} ${frame ?? error.message}`;
  return `${stage} ${resource} ${handler} ${what}`;
}

/**
 * The default {@link OnError}: one line on stderr, with the place in the program's own code where there is one, and at most one
 * in a second for each cause. The first line of each code says where to read on.
 *
 * @example
 * newResourceInformer(client, podResource, {
 *   onError: (failure, context) => {
 *     if (context.stage !== 'watch') reportOnStderr(failure, context); // the rest is the default's
 *   },
 * });
 */
export const reportOnStderr: OnError = new LineReporter((line) => void process.stderr.write(line)).report;
