import { spawn } from 'node:child_process';

export interface CommandOptions {
  /** Default: this process's. */
  readonly cwd?: string;
  /** Added to the environment. Default: nothing. */
  readonly env?: { readonly [name: string]: string };
  /** Default: an hour. */
  readonly timeoutMs?: number;
}

/** What a command that ended left behind. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that could not be run, failed, or took too long. */
export class CommandError extends Error {
  /** The program is not installed. */
  readonly missing: boolean;

  constructor(message: string, missing = false, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.missing = missing;
  }
}

/** Runs a command to its end. Rejects with a {@link CommandError} unless it ends with 0. */
export async function runCommand(
  command: readonly [string, ...string[]],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const [program, ...args] = command;
  const { cwd, env, timeoutMs = 3_600_000 } = options;
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(cwd !== undefined && { cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return await new Promise((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => {
      const missing = cause.code === 'ENOENT';
      const reason = missing ? `${program} is not installed: it is not on the PATH` : `${program}: ${cause.message}`;
      reject(new CommandError(reason, missing, { cause }));
    });
    child.once('close', (code, signal) => {
      if (code === 0) return resolve({ stdout, stderr });
      const reason = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      reject(new CommandError(`${command.join(' ')} ${reason}:\n${lastLines(stderr || stdout)}`));
    });
  });
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-15).join('\n');
}
