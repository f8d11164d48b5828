import { isInformerError } from './informer-error.js';
import type { ErrorContext, OnError } from './on-error.js';

/** Of one cause, one line is written in this time, and then how many more there were. */
const QUIET_MS = 1000;
/** Of so many causes at most something is remembered; the others are written as they come. */
const MAX_CAUSES = 1000;

interface Repeats {
  count: number;
  line: string;
}

/** Writes one line for each error, but no more than one in a second of the same cause; the next line says how many there were. */
export class LineReporter {
  readonly #write: (line: string) => void;
  readonly #repeats = new Map<string, Repeats>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  readonly report: OnError = (error, context) => {
    const line = lineOf(error, context);
    const cause = causeOf(error, context);
    const repeats = this.#repeats.get(cause);
    if (repeats) {
      repeats.count += 1;
      repeats.line = line;
      return;
    }
    this.#write(`${line}\n`);
    if (this.#repeats.size >= MAX_CAUSES) return;
    this.#repeats.set(cause, { count: 0, line });
    this.#waitFor(cause);
  };

  #waitFor(cause: string): void {
    setTimeout(() => {
      const { count, line } = this.#repeats.get(cause) as Repeats;
      this.#repeats.delete(cause);
      if (count === 0) return;
      this.#write(count === 1 ? `${line}\n` : `${line} (${count} times)\n`);
      this.#repeats.set(cause, { count: 0, line });
      this.#waitFor(cause);
    }, QUIET_MS).unref();
  }
}

function lineOf(error: Error, { stage, resource, key, handler }: ErrorContext): string {
  const where = [resource, key, handler && `handler ${handler}`].filter(Boolean).join(' ');
  return `informer: ${stage}: ${where}: ${error.message}`;
}

/** Errors of ours are of one cause where their code is the same, whichever object they are about. */
function causeOf(error: Error, { stage, resource, handler = '' }: ErrorContext): string {
  const what = isInformerError(error) ? error.code : `${error.name} ${error.message}`;
  return `${stage} ${resource} ${handler} ${what}`;
}

/** The default {@link OnError}: one line on stderr, at most one in a second for each cause. */
export const reportOnStderr: OnError = new LineReporter((line) => void process.stderr.write(line)).report;
