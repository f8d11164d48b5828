import { statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import path from 'node:path';
import type { GenerateOptions } from '../config/options.js';
import { DEFAULT_OUT } from '../config/settings.js';
import { isGlob } from '../input/glob.js';
import { EXIT } from './exit-codes.js';
import type { Terminal } from './terminal.js';

/** Changes that come within this time are one change: editors write a file in several steps. */
const SETTLE_MS = 150;

/**
 * Runs `again` now and after every change of an input, until the process is told to end. A run that fails is reported,
 * and watching goes on.
 */
export async function watchInputs(
  options: GenerateOptions,
  again: () => Promise<number>,
  terminal: Terminal,
  signal?: AbortSignal,
): Promise<number> {
  const ended = signal ?? untilInterrupted();
  const attempt = async (): Promise<void> => {
    try {
      await again();
    } catch (error) {
      terminal.error(`informer-gen: ${(error as Error).message}\n`);
    }
  };
  await attempt();
  const out = path.resolve(options.cwd ?? terminal.cwd, options.out ?? DEFAULT_OUT);
  const changes = new ChangeQueue(out);
  const watchers = rootsOf(options, terminal.cwd).map((root) => changes.watch(root));
  terminal.error('watching for changes; Ctrl-C ends it\n');
  try {
    while (await changes.next(ended)) await attempt();
  } finally {
    for (const watcher of watchers) watcher.close();
  }
  return EXIT.ok;
}

function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

/** The files and folders to watch; of a glob, the folder before its first star. */
function rootsOf({ crd, openapi, cwd }: GenerateOptions, here: string): string[] {
  const patterns = [crd, openapi]
    .flat()
    .filter((pattern): pattern is string => typeof pattern === 'string' && pattern !== '-');
  const roots = patterns.map((pattern) => {
    const segments = path.resolve(cwd ?? here, pattern).split(path.sep);
    const first = segments.findIndex(isGlob);
    return (first === -1 ? segments : segments.slice(0, first)).join(path.sep) || path.sep;
  });
  return [...new Set(roots)];
}

/** Collects changes until somebody asks for them. */
class ChangeQueue {
  readonly #out: string;
  #changed = false;
  #wake: (() => void) | undefined;

  constructor(out: string) {
    this.#out = out;
  }

  watch(root: string): FSWatcher {
    const recursive = statSync(root).isDirectory();
    return watch(root, { recursive }, (_event, name) => {
      // The output may lie below an input folder; what we write ourselves is no change.
      const file = name === null ? root : path.resolve(recursive ? root : path.dirname(root), name);
      if (file === this.#out || file.startsWith(this.#out + path.sep)) return;
      this.#changed = true;
      this.#wake?.();
    });
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
