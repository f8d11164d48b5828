import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { plainSocket } from '../../../runtime/src/transport/http/plain-socket.js';
import { eventually, http1Server } from './servers.js';

/** Chunks of `piece` after piece, as they are handed on; kept, not copied. */
function chunksOf(url: string, agent: http.Agent): { chunks: Buffer[]; response: Promise<http.IncomingMessage> } {
  const chunks: Buffer[] = [];
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .get(url, { agent }, (message) => {
        message.on('data', (chunk: Buffer) => chunks.push(chunk));
        resolve(message);
      })
      .on('error', reject);
  });
  return { chunks, response };
}

function plainAgent(url: string): http.Agent {
  const agent = new http.Agent({ keepAlive: true });
  const { hostname: host, port } = new URL(url);
  agent.createConnection = () => plainSocket({ host, port: Number(port) });
  return agent;
}

describe('a connection without TLS', () => {
  it('leaves what it has handed on alone when more comes, on it and on others', async () => {
    const answers: http.ServerResponse[] = [];
    await using server = await http1Server((_request, response) => {
      answers.push(response);
      response.write('-');
    });
    const agent = plainAgent(server.url);
    const readers = Array.from({ length: 3 }, () => chunksOf(server.url, agent));
    await Promise.all(readers.map(({ response }) => response));
    for (let round = 0; round < 20; round += 1) {
      // Those of each have other bytes, and as many as those of the others.
      answers.forEach((answer, number) => answer.write(Buffer.alloc(50_000, 0x61 + ((round + number) % 26))));
      await eventually(
        () => readers.every(({ chunks }) => Buffer.concat(chunks).length === 1 + 50_000 * (round + 1)),
        'it has come',
      );
    }
    for (const { chunks } of readers) {
      const text = Buffer.concat(chunks).toString('latin1').slice(1);
      const letters = text.match(/(.)\1*/g)?.map((run) => [run[0], run.length]);
      expect(letters).toHaveLength(20);
      expect(letters?.every(([, length]) => length === 50_000)).toBe(true);
    }
    agent.destroy();
  });

  it('stops reading while the answer is not wanted, and goes on where it stopped', async () => {
    const body = Buffer.alloc(40_000_000, Buffer.from(Array.from({ length: 251 }, (_, at) => at)));
    await using server = await http1Server((_request, response) => void response.end(body));
    const agent = plainAgent(server.url);
    const { chunks, response } = chunksOf(server.url, agent);
    const message = await response;
    message.pause();
    const length = (): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const before = length();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(length()).toBe(before);
    expect(message.socket.bytesRead).toBeLessThan(body.length);
    message.resume();
    await eventually(() => message.complete && length() === body.length, 'all of it has come');
    expect(Buffer.concat(chunks).equals(body)).toBe(true);
    agent.destroy();
  });

  it('is used again, and is given up when the server closes it while it is idle', async () => {
    await using server = await http1Server((_request, response) => void response.end('done'));
    const agent = plainAgent(server.url);
    for (let round = 0; round < 3; round += 1) {
      const { response, chunks } = chunksOf(server.url, agent);
      const message = await response;
      await eventually(() => message.complete, 'it has ended');
      expect(Buffer.concat(chunks).toString()).toBe('done');
      await eventually(() => Object.values(agent.freeSockets).flat().length === 1, 'it is idle');
    }
    expect(server.connections()).toBe(1);
    for (const socket of server.sockets) socket.destroy();
    await eventually(() => Object.values(agent.freeSockets).flat().length === 0, 'it is given up');
    agent.destroy();
  });
});
