import { performance } from 'node:perf_hooks';
import type { ProcessView } from '../model/inspection.js';

/** The event loop is measured over at least so long. */
const WINDOW_MS = 500;

/** Looks at the process, and at how busy its event loop was since the last look. */
export class ProcessWatch {
  #from = performance.eventLoopUtilization();
  #at = performance.now();
  #busy = 0;

  view(): ProcessView {
    const { heapUsed, rss } = process.memoryUsage();
    return {
      pid: process.pid,
      node: process.versions.node,
      uptimeMs: Math.round(process.uptime() * 1000),
      heapBytes: heapUsed,
      rssBytes: rss,
      loopBusy: this.#loopBusy(),
    };
  }

  #loopBusy(): number {
    if (performance.now() - this.#at < WINDOW_MS) return this.#busy;
    const { utilization } = performance.eventLoopUtilization(this.#from);
    [this.#from, this.#at] = [performance.eventLoopUtilization(), performance.now()];
    this.#busy = Math.round(utilization * 1000) / 1000;
    return this.#busy;
  }
}
