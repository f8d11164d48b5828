// What an outsider does to a manager: handlers that never return, events of a standby, options that are none, controllers that come late.
import { settle } from '@informer-gen/testing';
import { Manager } from '@informer-gen/runtime/controller';
import type { ManagerOptions } from '@informer-gen/runtime/controller';
import { describe, expect, it } from 'vitest';
import { leaseResource } from '../../../../runtime/src/controller/election/lease-record.js';
import { electionTimes, rig } from '../support/manager-rig.js';
import { configMaps, websites } from '../support/websites.js';

const map = { metadata: { name: 'a', namespace: 'default' } };

describe('the end of a manager', () => {
  it('does not wait for ever for a handler that never returns, and gives up the lease', async () => {
    const test = await rig({ leaderElection: electionTimes });
    test.manager.informerFactory.informerFor(configMaps).addEventHandler({ onAdd: () => new Promise(() => {}) });
    test.server.direct.create(configMaps, map);
    await test.start();
    test.stop.abort(new Error('over'));
    await test.clock.advanceAsync(10_000);
    await test.running();
    expect(test.errors).toEqual([expect.stringContaining('a handler of the manager')]);
    expect(test.server.direct.get(leaseResource, 'test')?.spec?.holderIdentity).toBe('');
    await test[Symbol.asyncDispose]();
  });
});

describe('a manager that does not lead', () => {
  it('writes no event either, also through a client that it was given', async () => {
    await using test = await rig({ leaderElection: electionTimes });
    test.manager.recorder.record(configMaps, map, { reason: 'Seen', note: 'from a standby' });
    await settle();
    expect(test.server.requests.filter(({ path }) => path.includes('/events'))).toEqual([]);
    expect(test.errors).toEqual([expect.stringContaining('does not lead')]);
  });
});

describe('a manager that has stopped', () => {
  it('refuses a controller and keeps nothing of it', async () => {
    const test = await rig();
    await test.start();
    const late = test.manager.controller(websites);
    await test[Symbol.asyncDispose]();
    expect(() => late.reconcile(() => {})).toThrow('the manager stops, and starts nothing any more');
    expect(test.manager.inspect().controllers).toEqual([]);
  });
});

describe('the options of a manager', () => {
  it.each<[string, Partial<ManagerOptions>]>([
    ['gracePeriodMs', { gracePeriodMs: NaN }],
    ['cacheSyncTimeoutMs', { cacheSyncTimeoutMs: -1 }],
    ['timeoutMs', { readYourWrites: { timeoutMs: NaN } }],
  ])('are refused where a time is none: %s', async (name, options) => {
    const { server } = await rig();
    await expect(Manager.create({ name: 'test', client: server, ...options })).rejects.toThrow(`${name} is `);
  });
});
