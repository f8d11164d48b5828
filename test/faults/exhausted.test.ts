// A process that has as many files open as it may: no connection can be made, and one is made as soon as that is over.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { h2cServer, http1Server } from '../runtime/transport/servers.js';
import { eventLine, pod } from '../runtime/transport/wire.js';

const program = fileURLToPath(new URL('exhausted-child.ts', import.meta.url));
const end = { metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } } };

/** What the child says of itself. */
interface State {
  readonly phase: string;
  readonly error?: string;
  readonly opened: number;
  readonly names: readonly string[];
}

/** An informer in a process that may open a hundred files. */
class Child implements Disposable {
  readonly #process;
  readonly #lines;

  constructor(server: string, transport: string) {
    const node = [process.execPath, '--conditions=@informer-gen/source', '--import', 'tsx', program, server, transport];
    this.#process = spawn('sh', ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async ask(what: string): Promise<State> {
    this.#process.stdin.write(`${what}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the process has ended');
    return JSON.parse(value) as State;
  }

  /** Asks until it is so. The real time that takes does not matter. */
  async until(what: string, condition: (state: State) => boolean): Promise<State> {
    const giveUpAt = performance.now() + 30_000;
    for (;;) {
      const state = await this.ask('look');
      if (condition(state)) return state;
      if (performance.now() > giveUpAt) throw new Error(`did not happen: ${what}: ${JSON.stringify(state)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  [Symbol.dispose](): void {
    this.#process.kill('SIGKILL');
  }
}

it.each([
  ['http1', http1Server],
  ['http2', h2cServer],
] as const)('is said over %s, and healed from', async (transport, start) => {
  await using server = await start((_request, response) => {
    response.write(eventLine('ADDED', pod('a')) + eventLine('BOOKMARK', end));
  });
  using child = new Child(server.url, transport);
  expect((await child.ask('exhaust')).opened).toBeGreaterThan(10);
  const { error } = await child.until('it fails', (state) => state.error !== undefined);
  expect(error).toMatch(/EMFILE/);
  expect(server.connections()).toBe(0);
  await child.ask('free');
  await child.until('it heals', ({ names }) => names.includes('a'));
});
