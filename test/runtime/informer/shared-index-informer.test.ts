import { defineResource, type KubernetesObject, newSharedIndexInformer } from '@informer-gen/runtime';
import { FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string };
}

const pods = defineResource<Pod>({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });

function pod(name: string, nodeName?: string): Pod {
  return { metadata: { namespace: 'default', name }, ...(nodeName ? { spec: { nodeName } } : {}) };
}

describe.each(['RealFIFO', 'DeltaFIFO'] as const)('a shared informer on %s', (queue) => {
  it.each([true, false])('lists, watches and tells every handler (WatchList: %s)', async (watchListSupported) => {
    const source = new FakeListerWatcher<Pod>([pod('a'), pod('b')]);
    source.watchListSupported = watchListSupported;
    const clock = new FakeClock();
    const informer = newSharedIndexInformer(source, pods, { clock, queue });
    const seen: string[] = [];
    const registration = informer.addEventHandler({
      onAdd: (object, initial) => void seen.push(`add ${object.metadata?.name} ${initial}`),
      onUpdate: (_before, after) => void seen.push(`update ${after.metadata?.name}`),
      onDelete: ({ key, finalStateUnknown }) => void seen.push(`delete ${key} ${finalStateUnknown}`),
    });
    const stop = new AbortController();
    const running = informer.run({ signal: stop.signal });
    await informer.whenSynced();
    await registration.whenSynced();
    expect(seen).toEqual(['add a true', 'add b true']);
    source.modify(pod('a', 'node-1'));
    source.add(pod('c'));
    source.delete(pod('b'));
    await settle();
    expect(seen.slice(2)).toEqual(['update a', 'add c false', 'delete default/b false']);
    source.deleteDropWatch(pod('a'));
    source.compact();
    source.resetWatches();
    await clock.advanceAsync(10_000);
    expect(seen.slice(5).sort()).toEqual(['delete default/a true', 'update c']);
    expect(informer.indexer.listKeys()).toEqual(['default/c']);
    expect(informer.status.phase).toBe('watching');
    stop.abort();
    await running;
    expect(clock.pendingTimers).toBe(0);
    expect(source.openWatches).toBe(0);
  });

  it.each([true, false])(
    'tells of a deletion and a creation under one name, both missed, as one update with another uid (WatchList: %s)',
    async (watchListSupported) => {
      const withUid = (uid: string): Pod => ({ metadata: { namespace: 'default', name: 'a', uid } });
      const source = new FakeListerWatcher<Pod>([withUid('first')]);
      source.watchListSupported = watchListSupported;
      const clock = new FakeClock();
      const informer = newSharedIndexInformer(source, pods, { clock, queue });
      const seen: string[] = [];
      informer.addEventHandler({
        onAdd: ({ metadata }) => void seen.push(`add ${metadata?.uid}`),
        onUpdate: (before, after) => void seen.push(`update ${before.metadata?.uid} to ${after.metadata?.uid}`),
        onDelete: ({ key }) => void seen.push(`delete ${key}`),
      });
      const stop = new AbortController();
      const running = informer.run({ signal: stop.signal });
      await informer.whenSynced();
      source.deleteDropWatch(withUid('first'));
      source.addDropWatch(withUid('second'));
      source.compact();
      source.resetWatches();
      await clock.advanceAsync(10_000);
      expect(seen).toEqual(['add first', 'update first to second']);
      stop.abort();
      await running;
    },
  );
});
