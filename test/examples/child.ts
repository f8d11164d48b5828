import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A program of the examples in a process of its own, with what it prints. */
export class Child {
  stdout = '';
  stderr = '';
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<number | null>;
  readonly #checks = new Set<() => void>();

  constructor(command: string, args: readonly string[], env: { readonly [name: string]: string } = {}) {
    this.#process = spawn(command, args, { cwd: root, env: { ...process.env, ...env } });
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => this.#received('stdout', text));
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => this.#received('stderr', text));
    this.#ended = new Promise((resolve, reject) => {
      this.#process.once('error', reject);
      this.#process.once('close', (code) => resolve(code));
    });
    void this.#ended.finally(() => this.#check()).catch(() => {});
  }

  /** Runs a script of package.json and waits for its end. Gives the exit code. */
  static async npmRun(...args: readonly string[]): Promise<Child & { readonly code: number | null }> {
    const child = new Child('npm', ['run', '--silent', ...args]);
    return Object.assign(child, { code: await child.end() });
  }

  /** Resolves when this text has been printed; rejects when the program ends without it. */
  async printed(text: string): Promise<void> {
    while (!this.stdout.includes(text)) {
      if (this.#process.exitCode !== null)
        throw new Error(`ended without printing ${text}: ${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => this.#checks.add(resolve));
    }
  }

  /** Waits for its end, and gives the exit code; asks it to end first if a signal is given. */
  end(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal) this.#process.kill(signal);
    return this.#ended;
  }

  /** Sends a signal, and does not wait. */
  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  #received(where: 'stdout' | 'stderr', text: string): void {
    this[where] += text;
    this.#check();
  }

  #check(): void {
    for (const resolve of this.#checks) resolve();
    this.#checks.clear();
  }
}
