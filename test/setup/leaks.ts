/** What keeps a process alive and was not there at first: sockets, servers, child processes, timers. */
export class LeakFinder {
  readonly #handlesBefore = new Set<object>(activeHandles());
  readonly #timers = new Map<NodeJS.Timeout, Error>();
  readonly #restore: () => void;

  constructor() {
    const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;
    globalThis.setTimeout = this.#watched(realTimeout);
    globalThis.setInterval = this.#watched(realInterval);
    this.#restore = () => {
      globalThis.setTimeout = realTimeout;
      globalThis.setInterval = realInterval;
    };
  }

  /** One line for each leak; a timer comes with the place that set it. */
  leaks(): string[] {
    const handles = activeHandles().filter((handle) => !this.#handlesBefore.has(handle) && !isStandardStream(handle));
    const timers = [...this.#timers].filter(([timer]) => isPending(timer) && timer.hasRef());
    return [...handles.map(describeHandle), ...timers.map(([, setAt]) => `a timer, set ${placeOf(setAt)}`)];
  }

  /** The same after a grace: what is being closed needs some turns of the event loop to be gone. */
  async leaksAfter(graceMs: number): Promise<string[]> {
    const giveUpAt = performance.now() + graceMs;
    for (;;) {
      const leaks = this.leaks();
      if (leaks.length === 0 || performance.now() > giveUpAt) return leaks;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  /** Looks no more at timers that are set from now on. */
  stop(): void {
    this.#restore();
    this.#timers.clear();
  }

  /** The same function, whose timers are written down. Those of the test runner, which took its own before, are not. */
  #watched<F extends typeof setTimeout | typeof setInterval>(real: F): F {
    const timers = this.#timers;
    const watched = (...parameters: Parameters<F>): NodeJS.Timeout => {
      const timer = Reflect.apply(real as (...parameters: unknown[]) => NodeJS.Timeout, globalThis, parameters);
      // A test of fake timers may have put something else in place of real ones.
      if (typeof timer === 'object') timers.set(timer, new Error('set here'));
      if (timers.size > 10_000) for (const [each] of timers) if (!isPending(each)) timers.delete(each);
      return timer;
    };
    return Object.defineProperties(watched, Object.getOwnPropertyDescriptors(real)) as unknown as F;
  }
}

function activeHandles(): object[] {
  return (process as unknown as { _getActiveHandles(): object[] })._getActiveHandles();
}

function isStandardStream(handle: object): boolean {
  const { fd } = handle as { fd?: unknown };
  return typeof fd === 'number' && fd <= 2;
}

/** Neither fired nor cleared. */
function isPending(timer: NodeJS.Timeout): boolean {
  return !(timer as unknown as { _destroyed?: boolean })._destroyed;
}

interface Handle {
  readonly remoteAddress?: string;
  readonly remotePort?: number;
  readonly pid?: number;
  readonly spawnargs?: readonly string[];
  address?(): unknown;
}

function describeHandle(handle: object): string {
  const { remoteAddress, remotePort, pid, spawnargs, address } = handle as Handle;
  const kind = handle.constructor.name;
  if (spawnargs) return `a ${kind} (pid ${pid}): ${spawnargs.join(' ')}`;
  if (remoteAddress) return `a ${kind} to ${remoteAddress}:${remotePort}`;
  return address ? `a ${kind} at ${JSON.stringify(address.call(handle))}` : `a ${kind}`;
}

/** The first two places outside of this file and of Node. */
function placeOf({ stack = '' }: Error): string {
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line) && !/leaks\.ts|node:/.test(line));
  return (
    places
      .slice(0, 2)
      .map((line) => line.trim())
      .join(' ') || 'somewhere'
  );
}
