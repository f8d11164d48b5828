import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ranges that Linux and macOS take ports for outgoing connections from: a server that is down for a moment
 * finds its port still free when it comes back.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

/** A port on 127.0.0.1 that nobody listens on. Someone else may take it before its user does: callers try again. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`found no free port between ${LOWEST_PORT} and ${HIGHEST_PORT} on 127.0.0.1`);
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
