import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiServerStartError } from './errors.js';
import { sharedReaper } from './reaper.js';

/** What to run, and where its output goes. */
export interface ChildServerOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** Both output streams are appended here: a file does not fill up a pipe nobody reads. */
  readonly logFile: string;
  readonly name: string;
}

const PROBE_INTERVAL_MS = 20;
const LOG_TAIL_LINES = 20;

/** One running server program: started on construction, watched by the reaper, with its log in a file. */
export class ChildServer {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #logFile: string;
  readonly #ended: Promise<void>;
  #endedBy: string | undefined;

  constructor(options: ChildServerOptions) {
    this.name = options.name;
    this.#logFile = options.logFile;
    const log = openSync(options.logFile, 'a');
    try {
      // Detached: a Ctrl-C in the terminal is for us to act on; it must not reach the servers on its own.
      this.#child = spawn(options.program, options.args, { stdio: ['ignore', log, log], detached: true });
    } finally {
      closeSync(log);
    }
    const { pid } = this.#child;
    if (pid !== undefined) sharedReaper().addProcess(pid);
    this.#ended = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#endedBy ??= how;
        if (pid !== undefined) sharedReaper().removeProcess(pid);
        resolve();
      };
      this.#child.once('error', (error) => end(`could not be started: ${error.message}`));
      this.#child.once('exit', (code, signal) => end(signal === null ? `exited with ${code}` : `ended by ${signal}`));
    });
  }

  /** Whether the program runs. */
  get running(): boolean {
    return this.#endedBy === undefined;
  }

  /** The process id; undefined if the program could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends SIGKILL and waits until the process is gone. */
  async kill9(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Sends SIGTERM, waits up to `graceMs`, then SIGKILL. Resolves when the process is gone. */
  async terminate(graceMs: number): Promise<void> {
    this.#child.kill('SIGTERM');
    const timer = new AbortController();
    const grace = delay(graceMs, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([this.#ended, grace]);
    timer.abort();
    await this.kill9();
  }

  /**
   * Asks `probe` again and again until it says true. Throws {@link ApiServerStartError} with the end of the log if the
   * program ends first or `timeoutMs` pass. A probe that throws counts as "not yet".
   */
  async waitUntil(probe: () => Promise<boolean>, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    let lastError: unknown;
    while (this.running) {
      try {
        if (await probe()) return;
      } catch (error) {
        lastError = error;
      }
      if (Date.now() >= deadline) throw this.#startError(`was not ready after ${timeoutMs} ms`, lastError);
      await Promise.race([delay(PROBE_INTERVAL_MS), this.#ended]);
    }
    throw this.#startError(this.#endedBy ?? 'ended', lastError);
  }

  #startError(what: string, cause: unknown): ApiServerStartError {
    const tail = readFileSync(this.#logFile, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
    return new ApiServerStartError(`${this.name} ${what}. The end of its log:\n${tail}`, { cause });
  }
}
