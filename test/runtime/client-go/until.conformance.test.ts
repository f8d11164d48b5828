// Counterparts of client-go's tools/watch/until_test.go.
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { defineResource } from '../../../runtime/src/api/resource.js';
import type { ListerWatcher } from '../../../runtime/src/source/lister-watcher.js';
import { FakeClock, settle } from '@informer-gen/testing';
import { untilWithoutRetry } from '../../../runtime/src/client-go/until.js';
import type { WatchCondition } from '../../../runtime/src/client-go/until.js';
import { untilWithSync } from '../../../runtime/src/client-go/until-with-sync.js';
import type { WatchChange } from '../../../runtime/src/client-go/watch-change.js';
import { aborted, stream } from '../../conformance/support/watch-source.js';

type Change = WatchChange<KubernetesObject>;

const secrets = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
});
const object: KubernetesObject = { metadata: { name: 'first', resourceVersion: '1' } };
const isAdded: WatchCondition<KubernetesObject> = (change) => change.type === 'ADDED';
const isModified: WatchCondition<KubernetesObject> = (change) => change.type === 'MODIFIED';

/** These changes; then nothing more comes, ever. */
async function* changes(...types: ('ADDED' | 'MODIFIED')[]): AsyncGenerator<Change> {
  for (const type of types) yield { type, object };
  await new Promise(() => {});
}

describe('until_test.go', () => {
  it('TestUntil: conditions are met one after the other, and the last change is given back', async () => {
    const last = await untilWithoutRetry(changes('ADDED', 'MODIFIED'), [isAdded, isModified]);
    expect(last).toEqual({ type: 'MODIFIED', object });
  });

  it('TestUntilMultipleConditions: one change can meet several conditions', async () => {
    expect(await untilWithoutRetry(changes('ADDED'), [isAdded, isAdded])).toEqual({ type: 'ADDED', object });
  });

  it('TestUntilMultipleConditionsFail: a condition that is never met ends with the signal', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const isDeleted: WatchCondition<KubernetesObject> = (change) => {
      seen.push(change.type);
      return change.type === 'DELETED';
    };
    const waiting = untilWithoutRetry(changes('ADDED'), [isAdded, isAdded, isDeleted], { signal: stop.signal });
    await settle();
    stop.abort(new Error('time is up'));
    await expect(waiting).rejects.toThrow('time is up');
    expect(seen).toEqual(['ADDED']);
  });

  it('TestUntilTimeout: without a limit it waits until the conditions are met', async () => {
    const slow = (async function* (): AsyncGenerator<Change> {
      await settle(20);
      yield* changes('ADDED', 'MODIFIED');
    })();
    expect((await untilWithoutRetry(slow, [isAdded, isModified]))?.type).toBe('MODIFIED');
  });

  it('TestUntilErrorCondition: a condition that throws ends the wait with its error', async () => {
    const bad: WatchCondition<KubernetesObject> = () => {
      throw new Error('something bad');
    };
    await expect(untilWithoutRetry(changes('ADDED'), [isAdded, bad])).rejects.toThrow('something bad');
  });
});

/** A server that never answers, but lets go when the request is aborted. */
const silent: ListerWatcher<KubernetesObject> = {
  watchListSupported: false,
  list: async (_options, { signal }) => {
    await aborted(signal);
    throw signal.reason;
  },
  watch: async (_options, { signal }) => {
    await aborted(signal);
    throw signal.reason;
  },
};

const withOne: ListerWatcher<KubernetesObject> = {
  watchListSupported: false,
  list: async () => ({ items: [object], resourceVersion: '1' }),
  watch: async (_options, { signal }) => stream([], { signal }),
};

describe('until_test.go, TestUntilWithSync', () => {
  const never: WatchCondition<KubernetesObject> = () => {
    throw new Error('should never be asked');
  };

  it('TestUntilWithSync: without a precondition it does not wait for sync, but for a change', async () => {
    const clock = new FakeClock();
    const waiting = untilWithSync(silent, secrets, { conditions: [() => true], timeoutMs: 500, clock });
    const failed = expect(waiting).rejects.toThrow('the conditions were not met within 500 ms');
    await clock.advanceAsync(500);
    await failed;
    expect(clock.pendingTimers).toBe(0);
  });

  it('TestUntilWithSync: with a precondition it waits for sync as long as it may', async () => {
    const clock = new FakeClock();
    let asked = false;
    const precondition = (): boolean => (asked = true);
    const waiting = untilWithSync(silent, secrets, { conditions: [never], precondition, timeoutMs: 500, clock });
    const failed = expect(waiting).rejects.toThrow('500 ms');
    await clock.advanceAsync(500);
    await failed;
    expect(asked).toBe(false);
  });

  it('TestUntilWithSync: a precondition that holds ends it', async () => {
    const result = await untilWithSync(withOne, secrets, {
      conditions: [never],
      precondition: (store) => store.getByKey('first') !== undefined,
      clock: new FakeClock(),
    });
    expect(result).toBeUndefined();
  });

  it('TestUntilWithSync: a precondition that does not hold lets it go on to the conditions', async () => {
    const result = await untilWithSync(withOne, secrets, {
      conditions: [isAdded],
      precondition: () => false,
      clock: new FakeClock(),
    });
    expect(result).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'first' } } });
  });
});
