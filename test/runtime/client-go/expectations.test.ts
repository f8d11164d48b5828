import { describe, expect, it } from 'vitest';
import { FakeClock } from '@informer-gen/testing';
import {
  ControllerExpectations,
  UIDTrackingControllerExpectations,
} from '../../../runtime/src/client-go/expectations.js';

describe('ControllerExpectations', () => {
  it('is satisfied for a key of which nothing is expected', () => {
    expect(new ControllerExpectations().satisfiedExpectations('a')).toBe(true);
  });

  it('is satisfied when everything expected was observed, and not before', () => {
    const expectations = new ControllerExpectations({ clock: new FakeClock() });
    expectations.expectCreations('a', 2);
    expectations.creationObserved('a');
    expect(expectations.satisfiedExpectations('a')).toBe(false);
    expect(expectations.satisfiedExpectations('b')).toBe(true);
    expectations.creationObserved('a');
    expect(expectations.satisfiedExpectations('a')).toBe(true);
    expectations.expectDeletions('a', 1);
    expectations.creationObserved('a');
    expect(expectations.satisfiedExpectations('a')).toBe(false);
    expectations.deletionObserved('a');
    expect(expectations.satisfiedExpectations('a')).toBe(true);
    expect(expectations.getExpectations('a')).toEqual({ adds: -1, deletes: 0 });
  });

  it('gives up after five minutes, counted from when they were set', () => {
    const clock = new FakeClock();
    const expectations = new ControllerExpectations({ clock });
    expectations.expectCreations('a', 1);
    clock.advance(200_000);
    expectations.raiseExpectations('a', { adds: 1, deletes: 0 });
    clock.advance(100_000);
    expect(expectations.satisfiedExpectations('a')).toBe(false);
    clock.advance(1);
    expect(expectations.satisfiedExpectations('a')).toBe(true);
    expectations.expectCreations('a', 1);
    expect(expectations.satisfiedExpectations('a')).toBe(false);
  });

  it('can be raised and lowered where something is expected, and deleted', () => {
    const expectations = new ControllerExpectations({ clock: new FakeClock() });
    expectations.raiseExpectations('a', { adds: 1, deletes: 1 });
    expect(expectations.getExpectations('a')).toBeUndefined();
    expectations.setExpectations('a', { adds: 1, deletes: 2 });
    expectations.raiseExpectations('a', { adds: 1, deletes: 1 });
    expectations.lowerExpectations('a', { adds: 2, deletes: 0 });
    expect(expectations.getExpectations('a')).toEqual({ adds: 0, deletes: 3 });
    expect(expectations.satisfiedExpectations('a')).toBe(false);
    expectations.deleteExpectations('a');
    expect(expectations.satisfiedExpectations('a')).toBe(true);
  });
});

describe('UIDTrackingControllerExpectations', () => {
  it('counts each expected deletion once and others not at all', () => {
    const expectations = new UIDTrackingControllerExpectations({ clock: new FakeClock() });
    expectations.expectDeletions('a', ['x', 'y', 'y']);
    expect(expectations.getExpectations('a')).toEqual({ adds: 0, deletes: 2 });
    expectations.deletionObserved('a', 'other');
    expectations.deletionObserved('a', 'x');
    expectations.deletionObserved('a', 'x');
    expectations.deletionObserved('b', 'y');
    expect(expectations.satisfiedExpectations('a')).toBe(false);
    expect([...(expectations.getUIDs('a') ?? [])]).toEqual(['y']);
    expectations.deletionObserved('a', 'y');
    expect(expectations.satisfiedExpectations('a')).toBe(true);
  });

  it('forgets a key with everything that belongs to it', () => {
    const expectations = new UIDTrackingControllerExpectations({ clock: new FakeClock() });
    expectations.expectDeletions('a', ['x']);
    expectations.deleteExpectations('a');
    expect(expectations.getUIDs('a')).toBeUndefined();
    expect(expectations.satisfiedExpectations('a')).toBe(true);
    expectations.expectCreations('a', 1);
    expectations.creationObserved('a');
    expect(expectations.satisfiedExpectations('a')).toBe(true);
  });
});
