// Counterparts of client-go's tools/cache/expiration_cache_test.go.
import { describe, expect, it } from 'vitest';
import { ExpirationCache, TTLPolicy } from '../../../runtime/src/client-go/expiration-cache.js';
import type { ExpirationPolicy } from '../../../runtime/src/client-go/expiration-cache.js';
import { FakeClock } from '@informer-gen/testing';

interface Thing {
  readonly id: string;
  readonly value: string;
}

class AllButThese implements ExpirationPolicy<Thing> {
  neverExpire = new Set<string>();
  isExpired({ key }: { readonly key: string }): boolean {
    return !this.neverExpire.has(key);
  }
}

function newCache(policy: ExpirationPolicy<Thing>): ExpirationCache<Thing> {
  return new ExpirationCache<Thing>(policy, {
    keyFunc: (thing) => ('id' in thing ? thing.id : thing.key),
    clock: new FakeClock(),
  });
}

describe('expiration_cache_test.go', () => {
  it('TestTTLExpirationBasic: reading an expired object gives nothing and removes it', () => {
    const cache = newCache(new AllButThese());
    const thing = { id: 'foo', value: 'bar' };
    cache.add(thing);
    expect(cache.listKeys()).toEqual(['foo']);
    expect(cache.get(thing)).toBeUndefined();
    expect(cache.listKeys()).toEqual([]);
  });

  it('TestReAddExpiredItem: an object added again after it expired is there, with its new value', () => {
    const policy = new AllButThese();
    const cache = newCache(policy);
    cache.add({ id: 'foo', value: 'bar' });
    expect(cache.getByKey('foo')).toBeUndefined();
    cache.add({ id: 'foo', value: 'different' });
    policy.neverExpire = new Set(['foo']);
    expect(cache.getByKey('foo')?.value).toBe('different');
  });

  it('TestTTLList: listing gives what has not expired and removes the rest', () => {
    const policy = new AllButThese();
    policy.neverExpire = new Set(['foo1']);
    const cache = newCache(policy);
    for (const id of ['foo', 'foo1', 'foo2']) cache.add({ id, value: id });
    expect(cache.list()).toEqual([{ id: 'foo1', value: 'foo1' }]);
    expect(cache.listKeys()).toEqual(['foo1']);
  });

  it('TestTTLPolicy: expires what is older than the time to live, not what is exactly as old, and nothing without one', () => {
    const clock = new FakeClock();
    const aged = (ms: number) => ({ key: 'foo', object: { id: 'foo', value: 'bar' }, timestamp: clock.now() - ms });
    const policy = new TTLPolicy<Thing>(30_000, clock);
    expect(policy.isExpired(aged(0))).toBe(false);
    expect(policy.isExpired(aged(30_000))).toBe(false);
    expect(policy.isExpired(aged(30_001))).toBe(true);
    for (const ttlMs of [0, -1]) expect(new TTLPolicy<Thing>(ttlMs, clock).isExpired(aged(30_001))).toBe(false);
  });
});
