import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process took. */
export interface ProcessFigures {
  readonly exitCode: number | null;
  readonly wallMs: number;
  /** The CPU of all its threads, to the last look; undefined where the system does not tell. */
  readonly cpuMs: number | undefined;
  /** The largest resident set seen, in bytes; undefined where the system does not tell. */
  readonly peakRss: number | undefined;
  /** The end of what it printed. */
  readonly output: string;
}

const pollMs = 20;
const keptOutput = 4000;

/** Runs a command and watches its memory from outside. Any exit code is a result; a program that is missing is an error. */
export async function watchProcess(
  command: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly timeoutMs?: number },
): Promise<ProcessFigures> {
  const [program, ...args] = command;
  const startedAt = performance.now();
  const { cwd, timeoutMs = 900_000 } = options;
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let peakRss: number | undefined;
  let cpuMs: number | undefined;
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-keptOutput));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const poll = setInterval(() => {
    peakRss = peakOf(child.pid) ?? peakRss;
    cpuMs = cpuOf(child.pid) ?? cpuMs;
  }, pollMs);
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { exitCode, wallMs: performance.now() - startedAt, cpuMs, peakRss, output };
  } finally {
    clearInterval(poll);
  }
}

/** The system keeps the peak itself, so polling misses only what comes after the last look. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const match = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match?.[1] === undefined ? undefined : Number(match[1]) * 1024;
  } catch {
    return undefined;
  }
}

/** Linux counts in hundredths of a second. Children that have ended count too. */
function cpuOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything: the fields after it are counted.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return (user + system + childUser + childSystem) * 10;
  } catch {
    return undefined;
  }
}
