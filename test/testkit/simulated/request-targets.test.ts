import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';

async function statusOf(server: SimulatedApiServer, target: string): Promise<number | undefined> {
  const { hostname, port } = new URL(server.url);
  const sent = request({ hostname, port, path: target, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('the target of a request to the simulated server', () => {
  it.each([
    ['/api/v1/namespaces', 200],
    ['//other.example/api/v1/namespaces', 404],
    ['//', 200],
    ['http://other.example/api/v1/namespaces', 200],
    ['http://[/api/v1/namespaces', 200],
  ])('%s is read as a path and answered with %i', async (target, status) => {
    await using server = await SimulatedApiServer.start();
    expect(await statusOf(server, target)).toBe(status);
  });
});
