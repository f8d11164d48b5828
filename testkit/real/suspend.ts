import { readdirSync, readFileSync } from 'node:fs';

/** A machine on which this takes longer has other troubles. */
const STOPS_WITHIN_MS = 1000;
const LOOK_EVERY_MS = 1;

/**
 * Stops a process where it is, and returns when it has stopped: the signal alone only asks for that, and a thread that runs on
 * another core may answer one more request. Where the system shows no threads (it is not Linux) it returns at once.
 */
export function suspend(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + STOPS_WITHIN_MS;
  while (!hasStopped(pid) && performance.now() < deadline) Atomics.wait(sleeper, 0, 0, LOOK_EVERY_MS);
}

/** Whether none of its threads runs. */
function hasStopped(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.every((thread) =>
      /^\d+ \(.*\) [TtZX] /s.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
    );
  } catch {
    return true;
  }
}
