import { FakeClock, settle, SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ask } from './http-client.js';

const CMS = '/api/v1/namespaces/default/configmaps';
const body = { metadata: { name: 'a' } };

describe('a fault of a write', () => {
  it('can lose the answer after the write was done', async () => {
    await using server = await SimulatedApiServer.start();
    server.failNext({ verb: 'create', resource: 'configmaps', effect: 'lose-answer' });
    await expect(ask(server, CMS, { method: 'POST', body })).rejects.toThrow(/hang up|ECONNRESET/);
    expect(server.objects('configmaps')).toHaveLength(1);
    expect((await ask(server, CMS, { method: 'POST', body })).json['reason']).toBe('AlreadyExists');
  });

  it('can be a conflict at the third try', async () => {
    await using server = await SimulatedApiServer.start();
    server.create('configmaps', body);
    server.failNext({ verb: 'update', status: 409, skip: 2 });
    const codes: number[] = [];
    for (const x of ['1', '2', '3', '4']) {
      const answer = await ask(server, `${CMS}/a`, { method: 'PUT', body: { ...body, data: { x } } });
      codes.push(answer.code);
    }
    expect(codes).toEqual([200, 200, 409, 200]);
    expect(server.get('configmaps', 'a')).toMatchObject({ data: { x: '4' } });
  });

  it('can be 429, once, with the time to wait', async () => {
    await using server = await SimulatedApiServer.start();
    server.failNext({ verb: 'patch', status: 429, retryAfterSeconds: 2 });
    const options = { method: 'PATCH', type: 'application/merge-patch+json', body: {} };
    const answer = await ask(server, `${CMS}/a`, options);
    expect([answer.code, answer.headers['retry-after']]).toEqual([429, '2']);
  });

  it('can make the write slow, on the clock of the server', async () => {
    const clock = new FakeClock();
    await using server = await SimulatedApiServer.start({ clock });
    server.failNext({ verb: 'create', delayMs: 30_000 });
    const answering = ask(server, CMS, { method: 'POST', body });
    await server.until(() => server.requests.length === 1);
    await settle();
    expect(server.objects('configmaps')).toEqual([]);
    clock.advance(30_000);
    expect((await answering).code).toBe(201);
  });
});
