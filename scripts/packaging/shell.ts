import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Time limit of a command, npm's downloads included. */
const COMMAND_MS = 300_000;
/** Time limit of output, of a program that runs in the background. */
const OUTPUT_MS = 60_000;

/** A shell into which lines are pasted. Variables and background jobs stay from line to line. */
export class Shell implements AsyncDisposable {
  readonly #child: ChildProcess;
  #output = '';
  #waiting: (() => void)[] = [];

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    // A process group of its own, so that background jobs can be stopped with the shell.
    this.#child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        for (const check of this.#waiting) check();
      });
    }
  }

  /** Discards the output so far: what is expected from now on must be printed from now on. */
  clear(): void {
    this.#output = '';
  }

  /** Runs a line. Rejects if its exit code is not 0. */
  async run(line: string): Promise<void> {
    const end = /^__exit (\d+)\n/m;
    this.#child.stdin?.write(`${line}\necho "__exit $?"\n`);
    await this.#until(() => end.test(this.#output), COMMAND_MS, `the end of \`${line}\``);
    const code = end.exec(this.#output)?.[1];
    this.#output = this.#output.replace(end, '');
    if (code !== '0') throw new Error(`\`${line}\` ended with exit code ${code}:\n${this.#output}`);
  }

  /** Waits until these lines have been printed, in this order. Other lines may be between them. */
  async expect(lines: readonly string[]): Promise<void> {
    await this.#until(() => hasInOrder(this.#output.split('\n'), lines), OUTPUT_MS, lines.join('\n'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null) return;
    const closed = once(this.#child, 'close');
    process.kill(-pid, 'SIGKILL');
    await closed;
  }

  async #until(isThere: () => boolean, timeoutMs: number, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = [];
        reject(new Error(`timed out after ${timeoutMs / 1000} s waiting for ${what}\nthe output is:\n${this.#output}`));
      }, timeoutMs);
      const check = (): void => {
        if (!isThere()) return;
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((other) => other !== check);
        resolve();
      };
      this.#waiting.push(check);
      check();
    });
  }
}

function hasInOrder(printed: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const line of printed) if (line.trimEnd() === wanted[at]?.trimEnd()) at += 1;
  return at === wanted.length;
}
