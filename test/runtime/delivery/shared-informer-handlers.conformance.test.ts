// Counterparts of client-go's tools/cache/shared_informer_test.go: how handlers come and go, and how informers end.
import { FilteringResourceEventHandler, newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { gate, informing, Listener } from '../../conformance/support/informing.js';
import { nameOf, type Pod, pod, pods } from '../../conformance/support/pods.js';

describe('removing handlers', () => {
  it('TestSharedInformerRemoveHandler: each registration removes its own handler', async () => {
    const { informer, source, start, stop } = informing([pod('pod1')]);
    const [first, second] = [new Listener(), new Listener()];
    const registration1 = informer.addEventHandler(first);
    const registration2 = informer.addEventHandler(second);
    await start();
    informer.removeEventHandler(registration2);
    source.add(pod('pod2'));
    await settle();
    expect([first.take(), second.take()]).toEqual([['add pod1', 'add pod2'], ['add pod1']]);
    informer.removeEventHandler(registration1);
    source.add(pod('pod3'));
    await settle();
    expect([first.take(), second.take()]).toEqual([[], []]);
    await stop();
  });

  it('TestSharedInformerRemoveForeignHandler: an informer leaves the handlers of another alone', async () => {
    const { informer, source, start, stop } = informing([pod('pod1')]);
    const other = informing([pod('pod1')]);
    const listener = new Listener();
    const registration = informer.addEventHandler(listener);
    expect(() => other.informer.removeEventHandler(registration)).toThrow('not of this informer');
    await start();
    source.add(pod('pod2'));
    await settle();
    expect(listener.take()).toEqual(['add pod1', 'add pod2']);
    await stop();
  });

  it('deviation(foreign-registration-throws): removing the handler of another informer is an error, not nothing', () => {
    const { informer } = informing();
    const registration = informing().informer.addEventHandler({});
    expect(() => informer.removeEventHandler(registration)).toThrow('not of this informer');
    expect(() => informer.shutDownEventHandler(registration)).toThrow('not of this informer');
  });

  it('TestSharedInformerMultipleRegistration: one handler added twice is two, and they go one by one', async () => {
    const { informer, source, start, stop } = informing([pod('pod1')]);
    const listener = new Listener();
    const first = informer.addEventHandler(listener);
    const second = informer.addEventHandler(listener);
    await start();
    expect(listener.take()).toEqual(['add pod1', 'add pod1']);
    informer.removeEventHandler(first);
    source.add(pod('pod2'));
    await settle();
    expect(listener.take()).toEqual(['add pod2']);
    informer.removeEventHandler(second);
    source.add(pod('pod3'));
    await settle();
    expect(listener.take()).toEqual([]);
    await stop();
  });

  it('TestRemovingRemovedSharedInformer: removing again does nothing', async () => {
    const { informer, start, stop } = informing([pod('pod1')]);
    const kept = new Listener();
    informer.addEventHandler(kept);
    const registration = informer.addEventHandler({});
    informer.removeEventHandler(registration);
    informer.removeEventHandler(registration);
    registration.remove();
    await informer.shutDownEventHandler(registration);
    await start();
    expect(kept.take()).toEqual(['add pod1']);
    await stop();
  });

  it('TestRemoveWhileActive: a handler that was removed is told nothing more', async () => {
    const { informer, source, start, stop } = informing();
    const listener = new Listener();
    const registration = informer.addEventHandler(listener);
    await start();
    source.add(pod('pod1'));
    await settle();
    expect(listener.take()).toEqual(['add pod1']);
    source.add(pod('pod2'));
    informer.removeEventHandler(registration);
    source.add(pod('pod3'));
    await settle();
    expect(listener.take()).toEqual([]);
    await stop();
  });

  it('TestRemoveEventHandler_AsynchronousPanic: removal does not wait for the call that runs, and drops what waits', async () => {
    const { informer, source, errors, start, stop } = informing();
    const { opened, open } = gate();
    const started: string[] = [];
    const registration = informer.addEventHandler({
      onAdd: async (object) => {
        started.push(nameOf(object));
        await opened;
        throw new Error('send on a closed channel');
      },
    });
    await start();
    source.add(pod('pod1'));
    source.add(pod('pod2'));
    await settle();
    informer.removeEventHandler(registration);
    expect(started).toEqual(['pod1']);
    expect(registration.backlog).toBe(0);
    open();
    await settle();
    expect(started).toEqual(['pod1']);
    expect(errors.map(({ error }) => error.message)).toEqual(['send on a closed channel']);
    await stop();
  });

  it('TestRemoveEventHandler_SynchronousShutdown: a shutdown waits for the call that runs', async () => {
    const { informer, source, errors, start, stop } = informing();
    const { opened, open } = gate();
    const order: string[] = [];
    const registration = informer.addEventHandler({
      onAdd: async () => {
        await opened;
        order.push('handled');
      },
    });
    await start();
    source.add(pod('pod1'));
    await settle();
    const shutdown = informer.shutDownEventHandler(registration).then(() => order.push('shut down'));
    await settle();
    expect(order).toEqual([]);
    open();
    await shutdown;
    expect(order).toEqual(['handled', 'shut down']);
    expect(errors).toEqual([]);
    await stop();
  });

  it('TestShutDownEventHandler_Lifecycles: works before the start, for a late handler, and for an early one', async () => {
    const never = informing();
    await never.informer.shutDownEventHandler(never.informer.addEventHandler({}));
    const { informer, start, stop } = informing([pod('pod1')]);
    const early = informer.addEventHandler({});
    await start();
    await informer.shutDownEventHandler(informer.addEventHandler({}));
    await informer.shutDownEventHandler(early);
    await stop();
  });
});

describe('adding handlers', () => {
  it.each(['RealFIFO', 'DeltaFIFO'] as const)(
    'TestAddWhileActive: a late handler sees what is cached, then what follows, and has a hasSynced of its own (%s)',
    async (queue) => {
      const { informer, source, start, stop } = informing([], { queue });
      const [first, second] = [new Listener(), new Listener()];
      const registration1 = informer.addEventHandler(first);
      expect(registration1.hasSynced()).toBe(false);
      await start();
      source.add(pod('pod1'));
      await settle();
      expect(first.take()).toEqual(['add pod1']);
      expect(registration1.hasSynced()).toBe(true);
      const { opened, open } = gate();
      const registration2 = informer.addEventHandler({
        onAdd: async (object) => {
          await opened;
          second.onAdd(object);
        },
      });
      source.add(pod('pod2'));
      await settle();
      expect(registration2.hasSynced()).toBe(false);
      open();
      await settle();
      expect(second.take()).toEqual(['add pod1', 'add pod2']);
      expect(registration2.hasSynced()).toBe(true);
      expect(first.take()).toEqual(['add pod2']);
      await stop();
    },
  );

  it('TestAddOnStoppedSharedInformer: a stopped informer takes no handler, and says so', async () => {
    const { informer, start, stop } = informing([pod('pod1')]);
    await start();
    await stop();
    expect(() => informer.addEventHandler({})).toThrow('pods: addEventHandler: the informer has stopped');
    expect(() => informer.addIndexers({ other: () => [] })).toThrow('pods: addIndexers: the informer has stopped');
  });

  it('TestRemoveOnStoppedSharedInformer: a stopped informer still lets handlers be removed', async () => {
    const { informer, start, stop } = informing([pod('pod1')]);
    const registration = informer.addEventHandler({});
    await start();
    await stop();
    expect(() => informer.removeEventHandler(registration)).not.toThrow();
    await informer.shutDownEventHandler(registration);
  });

  it('TestStateSharedInformer: is stopped only after it has run and ended', async () => {
    const { informer, start, stop } = informing([pod('pod1')]);
    const listener = new Listener();
    informer.addEventHandler(listener);
    expect(informer.isStopped()).toBe(false);
    await start();
    expect(listener.take()).toEqual(['add pod1']);
    expect(informer.isStopped()).toBe(false);
    await stop();
    expect(informer.isStopped()).toBe(true);
    expect(informer.status.phase).toBe('stopped');
  });

  it('TestNameForHandler: a handler is named by its option, its class, or a number', async () => {
    const { informer } = informing();
    class PodCounter {
      onAdd(): void {}
    }
    expect(informer.addEventHandler(new PodCounter()).name).toBe('PodCounter');
    expect(informer.addEventHandler({}).name).toBe('#1');
    expect(informer.addEventHandler({}, { name: 'mine' }).name).toBe('mine');
    expect(
      informer.addEventHandler(new FilteringResourceEventHandler<Pod>({ filter: () => true, handler: {} })).name,
    ).toBe('FilteringResourceEventHandler');
  });
});

describe('TestShutdown', () => {
  it('TestShutdown: after the end there is no timer, no watch, and no handler is called', async () => {
    const { informer, source, clock, start, stop } = informing([pod('pod1')], { resyncPeriodMs: 1000 });
    const listener = new Listener();
    informer.addEventHandler(listener);
    await start();
    expect(clock.pendingTimers).toBeGreaterThan(0);
    await stop();
    listener.take();
    expect(clock.pendingTimers).toBe(0);
    expect(source.openWatches).toBe(0);
    source.add(pod('pod2'));
    await clock.advanceAsync(10_000);
    expect(listener.take()).toEqual([]);
  });

  it('TestShutdown: waits for handlers that run, and drops what waits for them', async () => {
    const { informer, start, stop } = informing([pod('pod1'), pod('pod2')]);
    const { opened, open } = gate();
    const order: string[] = [];
    informer.addEventHandler({
      onAdd: async (object) => {
        await opened;
        order.push(nameOf(object));
      },
    });
    await start();
    const stopped = stop().then(() => order.push('stopped'));
    await settle();
    expect(order).toEqual([]);
    open();
    await stopped;
    expect(order).toEqual(['pod1', 'stopped']);
  });

  it('TestShutdown: an informer that never ran leaves nothing either', () => {
    const clock = new FakeClock();
    const informer = newSharedIndexInformer(informing().source, pods, { clock, resyncPeriodMs: 1000 });
    informer.addEventHandler({});
    expect(clock.pendingTimers).toBe(0);
  });
});
