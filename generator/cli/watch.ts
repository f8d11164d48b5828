import path from 'node:path';
import type { GenerateOptions } from '../config/options.js';
import { DEFAULT_OUT } from '../config/settings.js';
import { isGlob } from '../input/glob.js';
import { EXIT } from './exit-codes.js';
import type { Terminal } from './terminal.js';
import { TreeWatcher } from './tree-watcher.js';

/** Changes that come within this time are one change: editors write a file in several steps. */
const SETTLE_MS = 150;

/** Options, and the config file that they came from. */
export interface WatchedOptions {
  readonly options: GenerateOptions;
  /** Undefined where there is none. */
  readonly config: string | undefined;
}

/** What watching needs. */
export interface WatchInput {
  /** The options to begin with. */
  readonly first: WatchedOptions;
  /** Reads them again. */
  load(): Promise<WatchedOptions>;
  run(options: GenerateOptions): Promise<number>;
  readonly terminal: Terminal;
  /** Ends it. Default: what tells the process to end. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs now and after every change of an input or of the config file, until the process is told to end. A run that fails is
 * reported, and watching goes on, with the options that were good last.
 */
export async function watchInputs({ first, load, run, terminal, signal }: WatchInput): Promise<number> {
  const ended = signal ?? untilInterrupted();
  const changes = new ChangeQueue();
  const watcher = new TreeWatcher(() => changes.add());
  let current = first;
  const attempt = async (step: () => Promise<unknown>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      terminal.error(`informer-gen: ${(error as Error).message}\n`);
    }
  };
  try {
    const start = async (): Promise<unknown> => {
      // Before the run: what changes during it is not lost.
      watcher.watch(rootsOf(current, terminal.cwd), outOf(current, terminal.cwd));
      return run(current.options);
    };
    await attempt(start);
    terminal.error('watching for changes; Ctrl-C ends it\n');
    while (await changes.next(ended)) {
      await attempt(async () => {
        current = await load();
        await start();
      });
    }
  } finally {
    watcher.close();
  }
  return EXIT.ok;
}

function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function outOf({ options }: WatchedOptions, here: string): string {
  return path.resolve(options.cwd ?? here, options.out ?? DEFAULT_OUT);
}

/** The files and folders to watch; of a glob, the folder before its first star. */
function rootsOf({ options: { crd, openapi, headerFile, cwd }, config }: WatchedOptions, here: string): string[] {
  const patterns = [crd, openapi, headerFile]
    .flat()
    .filter((pattern): pattern is string => typeof pattern === 'string' && pattern !== '-');
  const roots = patterns.map((pattern) => {
    const segments = path.resolve(cwd ?? here, pattern).split(path.sep);
    const first = segments.findIndex(isGlob);
    return (first === -1 ? segments : segments.slice(0, first)).join(path.sep) || path.sep;
  });
  return [...new Set(config === undefined ? roots : [...roots, config])];
}

/** Collects changes until somebody asks for them. */
class ChangeQueue {
  #changed = false;
  #wake: (() => void) | undefined;

  add(): void {
    this.#changed = true;
    this.#wake?.();
  }

  /** Resolves with true after a change has settled, with false when the signal aborts. */
  async next(signal: AbortSignal): Promise<boolean> {
    if (!this.#changed && !signal.aborted) await this.#change(signal);
    if (signal.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    this.#changed = false;
    return !signal.aborted;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        signal.removeEventListener('abort', finish);
        this.#wake = undefined;
        resolve();
      };
      this.#wake = finish;
      signal.addEventListener('abort', finish);
    });
  }
}
