import { execFile } from 'node:child_process';

/** What a program that has ended has left behind. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run a program. */
export interface RunOptions {
  /** Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** What it reads. Default: nothing. */
  readonly input?: string;
  /** When it is ended. Default: after half a minute. */
  readonly timeoutMs?: number;
}

/** Runs a program to its end. The event loop goes on meanwhile: the server is in this process. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { env = process.env, input = '', timeoutMs = 30_000 } = options;
  return new Promise((resolve) => {
    const child = execFile(program, args, { env, timeout: timeoutMs, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, stdout, stderr: stderr === '' ? (error?.message ?? '') : stderr });
    });
    child.stdin?.end(input);
  });
}
