// Two replicas as processes of their own: one is stopped, or blocks, for longer than its lease lasts.
import { fileURLToPath } from 'node:url';
import { connect } from '@informer-gen/runtime';
import { expect, it } from 'vitest';
import { Child } from '../../../examples/child.js';
import { describeWithApiServer } from '../../../setup/api-server.js';
import { configMaps } from '../support/websites.js';

const program = fileURLToPath(new URL('./replica.ts', import.meta.url));

interface Server {
  readonly url: string;
  readonly namespace: string;
  readonly token: string;
  readonly ca: string;
}

/** Stops the first replica in the way of `how` and returns who wrote, in the order in which the server took it. */
async function takeOver({ url, namespace, token, ca }: Server, how: 'stop' | 'block' | 'kill'): Promise<string[]> {
  await using client = await connect({ server: url, token, ca });
  const over = new AbortController();
  const writers: string[] = [];
  const watching = (async () => {
    const request = { namespace, signal: over.signal };
    for await (const event of client.watch(configMaps, request)) {
      if (event.type !== 'BOOKMARK') writers.push(event.object.data?.['by'] ?? '');
    }
  })().catch(() => {});
  const replica = (name: string): Child => {
    const args = ['--conditions=@informer-gen/source', '--import', 'tsx', program, name, namespace, url, token, ca];
    return new Child(process.execPath, args);
  };
  const first = replica('first');
  await first.printed('leading');
  const second = replica('second');
  await second.printed('candidate');
  await expect.poll(() => writers.filter((by) => by === 'first').length, { timeout: 20_000 }).toBeGreaterThan(10);
  first.signal(how === 'kill' ? 'SIGKILL' : how === 'stop' ? 'SIGSTOP' : 'SIGUSR2');
  await second.printed('leading');
  await expect.poll(() => writers.includes('second'), { timeout: 20_000 }).toBe(true);
  if (how === 'stop') first.signal('SIGCONT');
  await first.end();
  if (how !== 'kill') expect(first.stdout).toContain('LeaderElectionLostError');
  const before = writers.length;
  await expect.poll(() => writers.length, { timeout: 20_000 }).toBeGreaterThan(before + 5);
  expect(await second.end('SIGTERM')).toBe(0);
  over.abort(new Error('over'));
  await watching;
  return writers.filter((by) => by !== '');
}

describeWithApiServer('a replica that has lost its lease without knowing it', (server) => {
  it.each(['stop', 'block', 'kill'] as const)(
    'writes nothing any more: after a %s',
    async (how) => {
      const { url, adminToken: token, caPem: ca } = server();
      const writers = await takeOver({ url, token, ca, namespace: await server().createNamespace() }, how);
      expect(writers).toContain('first');
      expect(writers.slice(writers.indexOf('second')).filter((by) => by === 'first')).toEqual([]);
    },
    90_000,
  );
});
