import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReaderAnswer, ReaderCalls, ReaderQuestion, ReaderTask } from './task.js';

/** How a TypeScript program of this repository is run. */
const EXEC_ARGV = ['--conditions=@informer-gen/source', '--import', 'tsx'];
const KEPT_OUTPUT = 4000;

/** The process that runs the informers, seen from outside. */
export class Reader implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, (answer: ReaderAnswer) => void>();
  #crash: string | undefined;
  #disposed = false;
  #output = '';
  #questions = 0;

  constructor(task: ReaderTask) {
    const program = fileURLToPath(new URL('reader-process.ts', import.meta.url));
    this.#child = fork(program, [JSON.stringify(task)], {
      execArgv: EXEC_ARGV,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const keep = (chunk: Buffer): void => void (this.#output = (this.#output + chunk.toString()).slice(-KEPT_OUTPUT));
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.#child.on('message', (message) => {
      const answer = message as ReaderAnswer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        if (!this.#disposed) this.#crash = `ended with ${code ?? signal}:\n${this.#output.trim()}`;
        for (const [id, answer] of this.#waiting) answer({ id, error: `the process of the informers ${this.#crash}` });
        this.#waiting.clear();
        resolve();
      });
    });
  }

  /** Why the process ended although nobody told it to; undefined while it has not. */
  get crash(): string | undefined {
    return this.#crash;
  }

  async ask<A extends keyof ReaderCalls>(ask: A): Promise<ReaderCalls[A]> {
    this.#questions += 1;
    const question: ReaderQuestion = { id: this.#questions, ask };
    const { answer, error } = await new Promise<ReaderAnswer>((resolve) => {
      this.#waiting.set(question.id, resolve);
      if (this.#crash !== undefined) resolve({ id: question.id, error: `the process of the informers ${this.#crash}` });
      else this.#child.send(question);
    });
    if (error !== undefined) throw new Error(error);
    return answer as ReaderCalls[A];
  }

  /** SIGSTOP. */
  suspend(): void {
    this.#child.kill('SIGSTOP');
  }

  /** SIGCONT. */
  resume(): void {
    this.#child.kill('SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
