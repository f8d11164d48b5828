import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listening } from '../../../runtime/src/api/listening.js';

function newServer(): Server {
  const server = createServer();
  onTestFinished(() => void server.close());
  return server;
}

const options = { host: '127.0.0.1', purpose: 'the page', otherwise: 'the page cannot be served' };

it('says which port is taken, and what does not work without it', async () => {
  const first = newServer();
  await listening(first, { ...options, port: 0 });
  const { port } = first.address() as AddressInfo;
  await expect(listening(newServer(), { ...options, port })).rejects.toMatchObject({
    code: 'Configuration',
    message: `the page cannot be served: 127.0.0.1, port ${port} for the page is taken`,
  });
});

it.each(['80x', -1, 65_536, 1.5, Number.NaN, './socket', ''])('refuses %j, which is no port', async (port) => {
  const server = newServer();
  await expect(listening(server, { ...options, port })).rejects.toThrow(/is not a port: 0 to 65535/);
  expect(server.listening).toBe(false);
});

it('takes a port that is written as a text, as from the environment', async () => {
  const server = newServer();
  await listening(server, { ...options, port: '0' });
  expect((server.address() as AddressInfo).port).toBeGreaterThan(0);
});

it('survives what goes wrong later: too many open files cost a connection, and not the process', async () => {
  const server = newServer();
  await listening(server, { ...options, port: 0 });
  expect(() => server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))).not.toThrow();
});
