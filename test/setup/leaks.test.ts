import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { LeakFinder } from './leaks.js';

const finders: LeakFinder[] = [];

afterEach(() => finders.splice(0).forEach((finder) => finder.stop()));

function newFinder(): LeakFinder {
  const finder = new LeakFinder();
  finders.push(finder);
  return finder;
}

describe('the leak check that ends every test file', () => {
  it('finds a server and both ends of a connection, until they are closed', async () => {
    const finder = newFinder();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(client, 'connect');
    const [socket] = (await accepted) as [typeof client];
    expect(
      finder
        .leaks()
        .map((leak) => leak.split(' ').slice(0, 3).join(' '))
        .sort(),
    ).toEqual(['a Server at', 'a Socket to', 'a Socket to']);
    client.destroy();
    socket.destroy();
    server.close();
    expect(await finder.leaksAfter(1000)).toEqual([]);
  });

  it('finds a child process by what it runs', async () => {
    const finder = newFinder();
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(child, 'spawn');
    expect(finder.leaks()).toContainEqual(
      expect.stringMatching(/a ChildProcess \(pid \d+\): .*process\.stdin\.resume/),
    );
    child.kill();
    await once(child, 'exit');
    expect(await finder.leaksAfter(1000)).toEqual([]);
  });

  it('finds timers that neither fired nor were cleared, and where they were set', async () => {
    const finder = newFinder();
    const timeout = setTimeout(() => {}, 60_000);
    const interval = setInterval(() => {}, 60_000);
    setTimeout(() => {}, 60_000).unref();
    await promisify(setTimeout)(1);
    expect(finder.leaks()).toEqual(Array(2).fill(expect.stringContaining('leaks.test.ts')));
    clearTimeout(timeout);
    clearInterval(interval);
    expect(finder.leaks()).toEqual([]);
  });

  it('does not look at what was there before', () => {
    const timer = setTimeout(() => {}, 60_000);
    const finder = newFinder();
    expect(finder.leaks()).toEqual([]);
    clearTimeout(timer);
  });
});
