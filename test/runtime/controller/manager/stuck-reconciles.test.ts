// A run that does not end although its timeout has aborted its signal. On virtual time.
import type { ErrorContext } from '@informer-gen/runtime';
import { Metrics } from '@informer-gen/runtime/metrics';
import { ControllerBed, FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Collector } from '../../../../runtime/src/inspect/collect/collector.js';
import { rig as loopRig } from '../reconcile/loop-rig.js';
import { websiteCrd, websites } from '../support/websites.js';
import { rig } from './../support/manager-rig.js';

const TIMEOUT_MS = 30_000;

/** A reconcile that ignores its signal: a run of the key `a` ends when the test releases it. */
function blocking(): { readonly reconcile: (call: { key: string }) => Promise<void>; readonly release: () => void } {
  let release = (): void => {};
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { reconcile: ({ key }) => (key.endsWith('a') ? promise : Promise.resolve()), release };
}

describe('a run that ignores its timeout', () => {
  it('is one error 10 s later, which names controller, key and how long', async () => {
    const { reconcile, release } = blocking();
    const errors: { readonly code: unknown; readonly message: string; readonly context: ErrorContext }[] = [];
    await using test = loopRig(reconcile, {
      timeoutMs: TIMEOUT_MS,
      onError: (error, context) =>
        void errors.push({ code: Reflect.get(error, 'code'), message: error.message, context }),
    });
    test.loop.queue.add('default/a');
    await test.start();
    await test.clock.advanceAsync(TIMEOUT_MS + 9999);
    expect(errors).toEqual([]);
    await test.clock.advanceAsync(1);
    await test.clock.advanceAsync(3_600_000);
    expect(errors).toEqual([
      {
        code: 'ReconcileStuck',
        message:
          'test: default/a: the reconcile is still running 10 s after its timeoutMs of 30000 ms, and blocks a worker until it settles; ' +
          'pass the signal of its context to what it awaits',
        context: expect.objectContaining({ stage: 'reconcile', resource: 'test', key: 'default/a' }) as unknown,
      },
    ]);
    release();
  });

  it('counts until it settles, and is reported again if its next run is stuck too', async () => {
    let release = (): void => {};
    await using test = loopRig(() => new Promise<void>((resolve) => (release = resolve)), { timeoutMs: TIMEOUT_MS });
    const startedAt = test.clock.now();
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(TIMEOUT_MS + 10_000);
    expect(test.loop.stuckRuns).toEqual([{ key: 'a', id: expect.any(String) as unknown, since: startedAt }]);
    test.loop.queue.add('a');
    release();
    await settle();
    expect(test.loop.stuckRuns).toEqual([]);
    await test.clock.advanceAsync(TIMEOUT_MS + 10_000);
    expect(test.loop.stuckRuns).toHaveLength(1);
    expect(test.errors).toHaveLength(2);
    release();
  });

  it('is not reported if it ends within these 10 s, nor without a timeout', async () => {
    const late = loopRig(() => new Promise<void>((resolve) => void late.clock.after(TIMEOUT_MS + 9000, resolve)), {
      timeoutMs: TIMEOUT_MS,
    });
    late.loop.queue.add('a');
    await late.start();
    await late.clock.advanceAsync(3_600_000);
    expect(late.errors).toEqual([]);
    await late[Symbol.asyncDispose]();
    const { reconcile, release } = blocking();
    await using unlimited = loopRig(reconcile);
    unlimited.loop.queue.add('a');
    await unlimited.start();
    await unlimited.clock.advanceAsync(3_600_000);
    expect(unlimited.errors).toEqual([]);
    release();
  });

  it('is reported also where something else had aborted its signal before', async () => {
    const { reconcile, release } = blocking();
    await using test = loopRig(reconcile, { timeoutMs: TIMEOUT_MS });
    test.loop.queue.add('a');
    await test.start();
    test.abandon.abort(new Error('leadership was lost'));
    await test.clock.advanceAsync(TIMEOUT_MS + 10_000);
    expect(test.errors).toHaveLength(1);
    release();
  });
});

describe('a manager with a stuck reconcile', () => {
  it('is not ready, and ready again once the run has settled', async () => {
    const { reconcile, release } = blocking();
    const clock = new FakeClock();
    await using test = await rig({ clock, http: { port: 0, host: '127.0.0.1' } });
    test.manager.controller(websites).reconcile({ timeoutMs: TIMEOUT_MS }, (_site, { key }) => reconcile({ key }));
    await test.start();
    await expect.poll(() => test.manager.httpPort).toBeDefined();
    const ask = async (path: string): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${test.manager.httpPort}${path}`);
      return `${answer.status} ${(await answer.text()).trim()}`;
    };
    await test.server.create(websites, { metadata: { name: 'a', namespace: 'default' }, spec: { html: 'x' } });
    await clock.advanceAsync(TIMEOUT_MS);
    expect(await ask('/readyz/controllers')).toBe('200 [+]controllers ok');
    await clock.advanceAsync(30_000);
    expect(await ask('/readyz/controllers')).toBe(
      '500 [-]controllers failed: website: default/a: stuck in a reconcile for 60 s',
    );
    expect(await ask('/readyz?exclude=caches')).toMatch(/^500 /);
    expect(await ask('/healthz')).toBe('200 [+]ping ok');
    release();
    await clock.advanceAsync(0);
    expect(await ask('/readyz/controllers')).toBe('200 [+]controllers ok');
  });

  it('shows it in metrics and in the inspector', async () => {
    const { reconcile, release } = blocking();
    using metrics = new Metrics({ eventLoop: false, process: false });
    await using bed = await ControllerBed.start({
      server: 'simulated',
      crds: [websiteCrd],
      manager: { metrics },
      setUp: (manager) =>
        void manager
          .controller(websites)
          .reconcile({ timeoutMs: TIMEOUT_MS, workers: 2 }, (_site, { key }) => reconcile({ key })),
    });
    const { manager, clock } = bed;
    const collector = new Collector({ manager }, { clock, masked: [] });
    onTestFinished(() => collector[Symbol.dispose]());
    const stuck = (): unknown => /informer_gen_stuck_reconciles\{controller="website"\} (\d)/.exec(metrics.text())?.[1];
    expect(stuck()).toBe('0');
    const since = clock.now();
    bed.create(websites, { metadata: { name: 'a' }, spec: { html: 'x' } });
    await clock.advanceAsync(TIMEOUT_MS + 30_000);
    expect(stuck()).toBe('1');
    const { problems } = collector.inspection();
    expect(problems).toEqual([
      {
        severity: 'error',
        subject: { type: 'key', id: 'website', name: 'default/a' },
        what: 'website: the run of default/a is stuck',
        cause:
          'It has been running for 60 s and did not end when its timeoutMs aborted its signal. It blocks one of 2 workers.',
        since,
        next: 'Find what it awaits, and pass the signal of its context on to that. Only a restart of the process frees the worker sooner.',
      },
    ]);
    release();
    await clock.advanceAsync(0);
    expect(stuck()).toBe('0');
    expect(collector.inspection().problems).toEqual([]);
    expect(bed.errors.map((error) => Reflect.get(error, 'code') as unknown)).toEqual(['ReconcileStuck']);
  });
});
