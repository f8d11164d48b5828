import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../runtime/src/api/deleted.js';
import { KeyError } from '../../../runtime/src/api/key.js';
import type { KubernetesObject } from '../../../runtime/src/api/object.js';
import { newExpirationStore, newTTLStore } from '../../../runtime/src/client-go/expiration-cache.js';
import { FakeClock } from '@informer-gen/testing';

const pod = (name: string, resourceVersion: string): KubernetesObject => ({ metadata: { name, resourceVersion } });

describe('newTTLStore', () => {
  it('keeps objects for their time, which every write starts again', () => {
    const clock = new FakeClock();
    const store = newTTLStore<KubernetesObject>(1000, { clock });
    store.add(pod('a', '1'));
    store.add(pod('b', '2'));
    clock.advance(600);
    store.update(pod('a', '3'));
    clock.advance(600);
    expect(store.list().map((object) => object.metadata?.name)).toEqual(['a']);
    store.replace([pod('c', '4')], '5');
    expect(store.listKeys()).toEqual(['c']);
    clock.advance(1001);
    expect(store.getByKey('c')).toBeUndefined();
    expect(clock.pendingTimers).toBe(0);
  });

  it('follows the versions of what is written, and not of what expires', () => {
    const clock = new FakeClock();
    const store = newTTLStore<KubernetesObject>(1000, { clock });
    store.add(pod('a', '7'));
    expect(store.lastStoreSyncResourceVersion()).toBe('7');
    store.delete(pod('a', '8'));
    expect(store.lastStoreSyncResourceVersion()).toBe('8');
    store.delete(new DeletedFinalStateUnknown<KubernetesObject>('a', pod('a', '5')));
    store.bookmark('9');
    clock.advance(2000);
    store.list();
    store.resync();
    expect(store.lastStoreSyncResourceVersion()).toBe('9');
  });

  it('throws a KeyError for an object without a key', () => {
    const store = newTTLStore<KubernetesObject>(1000);
    expect(() => store.add({})).toThrow(KeyError);
    const custom = newExpirationStore<KubernetesObject>(
      { isExpired: () => false },
      {
        keyFunc: () => {
          throw new Error('no key today');
        },
      },
    );
    expect(() => custom.get({})).toThrow('no key today');
    expect(() => custom.get({})).toThrow(KeyError);
  });
});
