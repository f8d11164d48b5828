// Counterparts of client-go's tools/cache/mutation_detector_test.go, and of the modes that client-go does not have.
import type { ErrorContext, SharedIndexInformerOptions } from '@informer-gen/runtime';
import { mutableCopy, newSharedIndexInformer } from '@informer-gen/runtime';
import { CacheMutationError } from '@informer-gen/runtime/client-go';
import { FakeClock, FakeListerWatcher, settle } from '@informer-gen/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type Pod, pod, pods } from '../../conformance/support/pods.js';

const stop = { controller: new AbortController(), running: Promise.resolve() };

afterEach(async () => {
  stop.controller.abort();
  await stop.running;
});

/** An informer that guards its cache, with one pod in it, as somebody sees it who means to write to it. */
async function cachedPod(options: SharedIndexInformerOptions<Pod>): Promise<{
  cached: { metadata: { labels: Record<string, string>; finalizers: string[] } };
  clock: FakeClock;
  source: FakeListerWatcher<Pod>;
  errors: { error: Error; context: ErrorContext }[];
}> {
  const clock = new FakeClock();
  const errors: { error: Error; context: ErrorContext }[] = [];
  const source = new FakeListerWatcher<Pod>();
  const informer = newSharedIndexInformer(source, pods, {
    clock,
    onError: (error, context) => void errors.push({ error, context }),
    ...options,
  });
  stop.controller = new AbortController();
  stop.running = informer.run({ signal: stop.controller.signal });
  await settle();
  source.add(pod('anything', undefined, { metadata: { labels: { check: 'foo' }, finalizers: ['b', 'a'] } }));
  await settle();
  const cached = informer.getStore().getByKey('default/anything') as never;
  return { cached, clock, source, errors };
}

/** Code of somebody who never heard of strict mode. */
const sloppyWriter = new Function('pod', 'pod.metadata.labels.change = "true"; return pod.metadata.labels.change;') as (
  pod: unknown,
) => unknown;

describe('mutation_detector_test.go', () => {
  it('TestMutationDetector: compare finds a change within a period, and names the object and the place', async () => {
    const { cached, clock, errors } = await cachedPod({ mutationDetection: 'compare' });
    await clock.advanceAsync(5000);
    expect(errors).toEqual([]);
    cached.metadata.labels['change'] = 'true';
    await clock.advanceAsync(1000);
    expect(errors).toHaveLength(1);
    const [{ error, context }] = errors as [(typeof errors)[0]];
    expect(error).toBeInstanceOf(CacheMutationError);
    expect(error).toMatchObject({ key: 'default/anything', path: 'metadata.labels.change' });
    expect(context).toEqual({ stage: 'mutation', resource: 'pods', key: 'default/anything' });
  });

  it('finds a field that is named as an inherited one, also where its value is empty', async () => {
    const { cached, clock, errors } = await cachedPod({ mutationDetection: 'compare' });
    Object.defineProperty(cached.metadata.labels, '__proto__', { value: {}, enumerable: true });
    await clock.advanceAsync(1000);
    expect(errors).toMatchObject([{ error: { path: 'metadata.labels.__proto__' } }]);
  });

  it('TestMutationDetector: compare looks at an object for two minutes, and leaves no timer', async () => {
    const { cached, clock, errors } = await cachedPod({ mutationDetection: 'compare' });
    await clock.advanceAsync(121_000);
    cached.metadata.labels['change'] = 'true';
    await clock.advanceAsync(10_000);
    expect(errors).toEqual([]);
    stop.controller.abort();
    await stop.running;
    expect(clock.pendingTimers).toBe(0);
  });

  it('deviation(mutation-is-reported): the informer goes on after a mutation was found', async () => {
    const { cached, clock, source, errors } = await cachedPod({ mutationDetection: 'compare' });
    cached.metadata.labels['change'] = 'true';
    await clock.advanceAsync(3000);
    expect(errors).toHaveLength(1);
    source.add(pod('another'));
    await settle();
    expect(source.openWatches).toBe(1);
    expect(errors).toHaveLength(1);
  });
});

describe('deviation: modes of our own', () => {
  it('deviation(mutation-modes): freeze makes the write throw where it happens, at any depth', async () => {
    const { cached } = await cachedPod({ mutationDetection: 'freeze' });
    expect(() => (cached.metadata.labels['check'] = 'bar')).toThrow(TypeError);
    expect(() => cached.metadata.finalizers.push('c')).toThrow(TypeError);
    expect(sloppyWriter(cached)).toBeUndefined();
    expect(cached.metadata).toMatchObject({ labels: { check: 'foo' }, finalizers: ['b', 'a'] });
  });

  it('deviation(mutation-modes): freeze takes objects as deep and as wide as a server takes them', async () => {
    const deep = JSON.parse(`${'['.repeat(9990)}${']'.repeat(9990)}`) as unknown;
    const wide = Array.from({ length: 200_000 }, () => ({}));
    const transform = (object: Pod): Pod => Object.assign(object, { deep, wide });
    const { errors } = await cachedPod({ mutationDetection: 'freeze', transform });
    expect(errors).toEqual([]);
    let innermost = deep as unknown[];
    while (innermost.length > 0) innermost = innermost[0] as unknown[];
    for (const each of [innermost, wide, wide[199_999]]) expect(Object.isFrozen(each)).toBe(true);
  });

  it('deviation(mutation-modes): freeze goes on below what a transform froze itself', async () => {
    const transform = (object: Pod): Pod => Object.freeze({ ...object });
    const { cached } = await cachedPod({ mutationDetection: 'freeze', transform });
    expect(() => (cached.metadata.labels['check'] = 'bar')).toThrow(TypeError);
  });

  it('deviation(mutation-modes): proxy refuses the write and reports it with the stack of the writer', async () => {
    const { cached, errors } = await cachedPod({ mutationDetection: 'proxy' });
    function writerToBeFound(): void {
      cached.metadata.labels['check'] = 'bar';
    }
    expect(writerToBeFound).toThrow(TypeError);
    expect(errors.map(({ error, context }) => [context.stage, error.message])).toEqual([
      [
        'mutation',
        'cached object default/anything was changed at metadata.labels.check: objects in the cache are shared; change a mutableCopy',
      ],
    ]);
    expect(errors[0]?.error.stack).toContain('writerToBeFound');
    expect(cached.metadata.labels['check']).toBe('foo');
  });

  it('deviation(mutation-modes): proxy reports writers in sloppy code, who notice nothing', async () => {
    const { cached, errors } = await cachedPod({ mutationDetection: 'proxy' });
    expect(sloppyWriter(cached)).toBeUndefined();
    expect(errors.map(({ error }) => (error as CacheMutationError).path)).toEqual(['metadata.labels.change']);
  });

  it('deviation(mutation-modes): proxy reports every way to write', async () => {
    const { cached, errors } = await cachedPod({ mutationDetection: 'proxy' });
    const { metadata } = cached;
    const writes = [
      () => delete metadata.labels['check'],
      () => metadata.finalizers.push('c'),
      () => metadata.finalizers.sort(),
      () => Object.assign(metadata.labels, { check: 'bar' }),
      () => Object.defineProperty(metadata.labels, 'check', { value: 'bar' }),
      () => Object.setPrototypeOf(metadata.labels, null),
    ];
    for (const write of writes) expect(write).toThrow(TypeError);
    expect(errors).toHaveLength(writes.length);
    expect(metadata).toMatchObject({ labels: { check: 'foo' }, finalizers: ['b', 'a'] });
  });

  it('deviation(mutation-modes): what is guarded can be read, compared, written as JSON and copied as ever', async () => {
    for (const mutationDetection of ['freeze', 'proxy'] as const) {
      const transform = (object: Pod): Pod => Object.freeze({ ...object });
      const { cached, errors } = await cachedPod({ mutationDetection, transform });
      expect(cached.metadata).toBe(cached.metadata);
      expect(JSON.parse(JSON.stringify(cached))).toEqual(cached);
      const copy = mutableCopy(cached);
      copy.metadata.labels['check'] = 'bar';
      expect(cached.metadata.labels['check']).toBe('foo');
      expect(errors).toEqual([]);
    }
  });
});
