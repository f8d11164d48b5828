import { openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Tells for how long the event loop was held at most. */
export interface LoopHold {
  /** The longest since it was last asked, in ms. */
  take(): number;
}

const TICK_MS = 5;

/**
 * The longest that this process held its own event loop: the CPU time of the main thread between two ticks of a short timer. How long a
 * busy machine kept the process waiting is not in it. Where the system does not tell (it is Linux that does), the delay of
 * the loop by the clock, which contains that.
 */
export function measureLoopHold(): LoopHold {
  const cpuMs = mainThreadCpu();
  if (cpuMs === undefined) return byTheClock();
  let before = cpuMs();
  let longest = 0;
  const look = (): void => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(look, TICK_MS);
  return {
    take() {
      look();
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
}

function byTheClock(): LoopHold {
  const loop = monitorEventLoopDelay({ resolution: TICK_MS });
  loop.enable();
  return {
    take() {
      const taken = loop.max / 1e6;
      loop.reset();
      return taken;
    },
  };
}

/** The CPU time that the main thread has used, in ms; undefined where `/proc` does not say. */
function mainThreadCpu(): (() => number) | undefined {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const text = Buffer.alloc(64);
    const read = (): number => Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, 64, 0)), 10) / 1e6;
    return Number.isFinite(read()) ? read : undefined;
  } catch {
    return undefined;
  }
}
