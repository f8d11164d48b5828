// Counterparts of controller-runtime's pkg/internal/controller/controller_test.go.
import { settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { TerminalError } from '../../../../runtime/src/controller/reconcile/reconcile-result.js';
import type { EventSource, KeySink } from '../../../../runtime/src/controller/sources/informer-source.js';
import { rig } from './loop-rig.js';

function source(options: Partial<EventSource> = {}): EventSource & { sink: KeySink | undefined; starts: number } {
  const made = {
    description: 'things',
    sink: undefined as KeySink | undefined,
    starts: 0,
    start(sink: KeySink) {
      made.sink = sink;
      made.starts += 1;
    },
    whenSynced: () => Promise.resolve(),
    stop: () => {},
    ...options,
  };
  return made;
}

const never = (_options: { readonly signal: AbortSignal }): Promise<void> =>
  new Promise((_resolve, reject) => {
    _options.signal.addEventListener('abort', () => reject(_options.signal.reason as Error), { once: true });
  });

describe('controller_test.go: what a result does', () => {
  it('should requeue a Request if there is an error and continue processing items: with a growing delay', async () => {
    let failures = 2;
    const keys: string[] = [];
    await using test = rig(({ key }) => {
      keys.push(key);
      if (key === 'a' && failures > 0) {
        failures -= 1;
        throw new Error('not yet');
      }
    });
    test.loop.queue.add('a');
    test.loop.queue.add('b');
    await test.start();
    expect(keys).toEqual(['a', 'b']);
    expect(test.errors).toEqual(['not yet']);
    await test.clock.advanceAsync(5);
    expect(keys).toEqual(['a', 'b', 'a']);
    expect(test.loop.queue.numRequeues('a')).toBe(2);
    await test.clock.advanceAsync(10);
    expect(keys).toEqual(['a', 'b', 'a', 'a']);
    expect(test.loop.queue.numRequeues('a')).toBe(0);
    expect(test.outcomes.map(({ key, result }) => `${key} ${result}`)).toEqual([
      'a error',
      'b success',
      'a error',
      'a success',
    ]);
  });

  it('should not requeue a Request if there is a terminal error: and leaves its backoff as it was', async () => {
    const errors = [new Error('first'), new Error('wrapped', { cause: new TerminalError('give up') })];
    await using test = rig(() => {
      throw errors.shift() ?? new Error('too often');
    });
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(60_000);
    expect(test.outcomes.map(({ isTerminal }) => isTerminal)).toEqual([false, true]);
    expect(test.loop.queue.numRequeues('a')).toBe(1);
    expect(test.loop.queue.waitingLength).toBe(0);
  });

  it("should not reset backoff until there's a non-error result: a result that asks to come again grows it too", async () => {
    const results = ['error', 'requeue', 'success'];
    await using test = rig(() => {
      const next = results.shift();
      if (next === 'error') throw new Error('no');
      return next === 'requeue' ? { requeue: true } : {};
    });
    test.loop.queue.add('a');
    await test.start();
    expect(test.loop.queue.numRequeues('a')).toBe(1);
    await test.clock.advanceAsync(5);
    expect(test.loop.queue.numRequeues('a')).toBe(2);
    await test.clock.advanceAsync(10);
    expect(test.loop.queue.numRequeues('a')).toBe(0);
    expect(test.outcomes.map(({ result }) => result)).toEqual(['error', 'requeue', 'success']);
  });

  it('should requeue a Request with rate limiting if the Result sets Requeue:true: as after a failure', async () => {
    let runs = 0;
    await using test = rig(() => ({ requeue: (runs += 1) === 1 }));
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(4);
    expect(runs).toBe(1);
    await test.clock.advanceAsync(1);
    expect(runs).toBe(2);
  });

  it('should requeue a Request after a duration (but not rate-limited) if the Result sets RequeueAfter: and its failures are forgotten', async () => {
    let runs = 0;
    await using test = rig(() => {
      runs += 1;
      if (runs === 1) throw new Error('no');
      return runs === 2 ? { requeueAfterMs: 60_000 } : undefined;
    });
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(5);
    expect(test.loop.queue.numRequeues('a')).toBe(0);
    await test.clock.advanceAsync(59_999);
    expect(runs).toBe(2);
    await test.clock.advanceAsync(1);
    expect(runs).toBe(3);
    expect(test.outcomes.map(({ result }) => result)).toEqual(['error', 'requeue_after', 'success']);
  });

  it.each([
    ['an error', () => Promise.reject(new Error('no')), 5],
    ['requeueAfterMs', () => Promise.resolve({ requeueAfterMs: 5 }), 5],
    ['requeue', () => Promise.resolve({ requeue: true }), 5],
  ])('should retain the priority when there was %s: the key comes again with it', async (_name, answer, afterMs) => {
    const priorities: number[] = [];
    await using test = rig(({ priority }) => {
      priorities.push(priority);
      return priorities.length === 1 ? answer() : undefined;
    });
    test.loop.queue.addWithOptions({ priority: 7 }, 'a');
    await test.start();
    await test.clock.advanceAsync(afterMs);
    expect(priorities).toEqual([7, 7]);
  });

  it('should use the priority from Result: instead of the one it had', async () => {
    const priorities: number[] = [];
    await using test = rig(({ priority }) => {
      priorities.push(priority);
      return priorities.length === 1 ? { requeueAfterMs: 5, priority: 9 } : undefined;
    });
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(5);
    expect(priorities).toEqual([0, 9]);
  });

  it('should recover panic if RecoverPanic is true by default: whatever is thrown is a failure and ends nothing', async () => {
    let runs = 0;
    await using test = rig(() => {
      runs += 1;
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      if (runs === 1) throw 'not even an Error';
    });
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(5);
    expect(test.outcomes.map(({ result }) => result)).toEqual(['error', 'success']);
  });
});

describe('controller_test.go: time', () => {
  it('should time out if ReconciliationTimeout is set: the signal aborts, and the run is counted when it ends', async () => {
    await using test = rig(({ signal }) => never({ signal }), { timeoutMs: 1000 });
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(999);
    expect(test.outcomes).toEqual([]);
    await test.clock.advanceAsync(1);
    expect(test.outcomes[0]).toMatchObject({ result: 'error', timedOut: true, durationMs: 1000 });
    test.abandon.abort(new Error('over'));
  });

  it('should increment when the deadline has passed, however the run ends', async () => {
    const untilAborted = ({ signal }: { readonly signal: AbortSignal }): Promise<void> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    await using test = rig(untilAborted, { timeoutMs: 1000 });
    test.loop.queue.add('a');
    await test.start();
    await test.clock.advanceAsync(1000);
    expect(test.outcomes[0]).toMatchObject({ result: 'success', timedOut: true });
  });

  it('should not increment when user code cancels context earlier: a failure of its own is no timeout', async () => {
    await using test = rig(() => Promise.reject(new Error('my own deadline')), { timeoutMs: 1000 });
    test.loop.queue.add('a');
    await test.start();
    expect(test.outcomes[0]).toMatchObject({ result: 'error', timedOut: false });
  });

  it('should not increment when parent context is cancelled: the end of the work is no timeout', async () => {
    await using test = rig(({ signal }) => never({ signal }), { timeoutMs: 1000 });
    test.loop.queue.add('a');
    await test.start();
    test.abandon.abort(new Error('leadership lost'));
    await settle();
    expect(test.outcomes[0]).toMatchObject({ result: 'error', timedOut: false });
  });
});

describe('controller_test.go: start and stop', () => {
  it('should not call Reconcile until all event handlers have processed initial objects: the first key waits for every source', async () => {
    const keys: string[] = [];
    await using test = rig(({ key }) => void keys.push(key));
    let synced = (): void => {};
    test.loop.watch(source());
    test.loop.watch(source({ whenSynced: () => new Promise((resolve) => (synced = resolve)) }));
    test.loop.queue.add('a');
    await test.start();
    expect(keys).toEqual([]);
    synced();
    await settle();
    expect(keys).toEqual(['a']);
  });

  it('should error when cache sync timeout occurs: and names the source', async () => {
    await using test = rig(() => {}, { cacheSyncTimeoutMs: 10 });
    test.loop.watch(source({ description: 'deployments.apps', whenSynced: never }));
    await test.start();
    const ended = expect(test.running()).rejects.toThrow(/test: timed out after 10 ms waiting for deployments.apps/);
    await test.clock.advanceAsync(10);
    await ended;
  });

  it('should error when Start() is blocking forever: the start counts towards the timeout', async () => {
    await using test = rig(() => {}, { cacheSyncTimeoutMs: 10 });
    test.loop.watch(source({ start: () => new Promise(() => {}) }));
    await test.start();
    const ended = expect(test.running()).rejects.toThrow(/timed out/);
    await test.clock.advanceAsync(10);
    await ended;
  });

  it('should not error when controller Start context is cancelled during Sources WaitForSync: a stop is no failure', async () => {
    await using test = rig(() => {});
    test.loop.watch(source({ whenSynced: never }));
    await test.start();
    test.stop.abort(new Error('over'));
    await expect(test.running()).resolves.toBeUndefined();
  });

  it('should return an error if there is an error starting sources: and works on nothing', async () => {
    const keys: string[] = [];
    await using test = rig(({ key }) => void keys.push(key));
    test.loop.watch(source({ start: () => Promise.reject(new Error('no such informer')) }));
    test.loop.queue.add('a');
    await test.start();
    await expect(test.running()).rejects.toThrow('no such informer');
    expect(keys).toEqual([]);
  });

  it('should return an error if it gets started more than once: also after it has ended', async () => {
    await using test = rig(() => {});
    await test.start();
    await expect(test.loop.run({ signal: test.stop.signal })).rejects.toThrow('only once');
  });

  it('should only start sources once when called multiple times concurrently: a warm-up and the start share it', async () => {
    await using test = rig(() => {});
    const watched = source();
    test.loop.watch(watched);
    const { signal } = test.stop;
    await Promise.all([test.loop.warmUp({ signal }), test.loop.warmUp({ signal }), test.start()]);
    expect(watched.starts).toBe(1);
  });

  it('should block subsequent calls if one is in flight: each waits for the sync', async () => {
    await using test = rig(() => {});
    let synced = (): void => {};
    test.loop.watch(source({ whenSynced: () => new Promise((resolve) => (synced = resolve)) }));
    const log: string[] = [];
    const { signal } = test.stop;
    const calls = [1, 2].map((call) => test.loop.warmUp({ signal }).then(() => log.push(`call ${call}`)));
    await settle();
    expect(log).toEqual([]);
    synced();
    await Promise.all(calls);
    expect(log).toEqual(['call 1', 'call 2']);
  });
});

describe('a reconcile loop', () => {
  it('never works on one key twice at once, and on a key added meanwhile right after', async () => {
    let [active, most, runs] = [0, 0, 0];
    const ends: (() => void)[] = [];
    await using test = rig(
      async () => {
        runs += 1;
        most = Math.max(most, (active += 1));
        await new Promise<void>((resolve) => ends.push(resolve));
        active -= 1;
      },
      { workers: 4 },
    );
    test.loop.queue.add('a');
    await test.start();
    test.loop.queue.add('a');
    await settle();
    expect([runs, test.loop.active]).toEqual([1, 1]);
    ends.shift()?.();
    await settle();
    expect([runs, most]).toEqual([2, 1]);
    ends.shift()?.();
  });

  it('works on as many keys at once as it has workers', async () => {
    const ends: (() => void)[] = [];
    await using test = rig(() => new Promise<void>((resolve) => void ends.push(resolve)), { workers: 2 });
    for (const key of ['a', 'b', 'c']) test.loop.queue.add(key);
    await test.start();
    expect(test.loop.active).toBe(2);
    for (const end of ends.splice(0)) end();
    await settle();
    expect(test.loop.active).toBe(1);
    ends.shift()?.();
  });

  it('waits at its end for what runs, lets it finish, and drops what is queued', async () => {
    const log: string[] = [];
    let end = (): void => {};
    await using test = rig(async ({ key, signal }) => {
      await new Promise<void>((resolve) => (end = resolve));
      log.push(`${key} ${signal.aborted ? 'aborted' : 'finished'}`);
    });
    test.loop.queue.add('a');
    test.loop.queue.add('b');
    await test.start();
    test.stop.abort(new Error('over'));
    const ended = test.running().then(() => log.push('ended'));
    await settle();
    expect(log).toEqual([]);
    end();
    await ended;
    expect(log).toEqual(['a finished', 'ended']);
  });

  it('starts a source that is added while it runs, and stops one that is removed', async () => {
    await using test = rig(() => {});
    await test.start();
    let stopped = false;
    const added = source({ stop: () => void (stopped = true) });
    const remove = test.loop.watch(added);
    await settle();
    expect(added.starts).toBe(1);
    remove();
    expect(stopped).toBe(true);
  });

  it('reports a source that is added while it runs and does not sync, and goes on', async () => {
    const keys: string[] = [];
    await using test = rig(({ key }) => void keys.push(key), { cacheSyncTimeoutMs: 10 });
    await test.start();
    test.loop.watch(source({ whenSynced: never }));
    await test.clock.advanceAsync(10);
    expect(test.errors).toHaveLength(1);
    test.loop.queue.add('a');
    await settle();
    expect(keys).toEqual(['a']);
  });

  it('lets the event loop turn while many keys are worked on that wait for nothing', async () => {
    const total = 1000;
    let done = 0;
    let doneAtTurn = total;
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    await using test = rig(() => {
      // Some work without a wait: all keys together take much longer than a turn of the event loop may.
      for (const end = performance.now() + 0.1; performance.now() < end;);
      done += 1;
      if (done === 1) setTimeout(() => (doneAtTurn = done), 0);
      if (done === total) finish();
    });
    for (let i = 0; i < total; i += 1) test.loop.queue.add(`key-${i}`);
    await test.start();
    await finished;
    expect(doneAtTurn).toBeLessThan(total);
  });
});
