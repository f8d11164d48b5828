import type { Condition } from '@informer-gen/runtime';
import {
  findCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from '@informer-gen/runtime/controller/helpers';
import { describe, expect, it } from 'vitest';

const now = Date.parse('2026-01-01T00:00:00.999Z');
const before = '2025-01-01T00:00:00Z';

const ready: Condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Replicas',
  message: 'all',
  lastTransitionTime: before,
  observedGeneration: 1,
};
const other: Condition = { ...ready, type: 'Progressing' };

describe('setting a condition', () => {
  it('appends a new type, with the time to the second', () => {
    const { conditions, changed } = setCondition([other], { type: 'Ready', status: true, reason: 'Replicas' }, now);
    expect(changed).toBe(true);
    expect(conditions).toEqual([
      other,
      { type: 'Ready', status: 'True', reason: 'Replicas', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ]);
    expect(setCondition(undefined, ready, now).conditions).toEqual([ready]);
  });

  it('changes the time of transition with the status, and with nothing else', () => {
    const news = { type: 'Ready', reason: 'Stuck', message: 'one left', observedGeneration: 2 };
    const same = setCondition([ready, other], { ...news, status: 'True' }, now);
    expect(same).toEqual({ changed: true, conditions: [{ ...ready, ...news }, other] });
    const turned = setCondition([ready, other], { ...news, status: false }, now);
    expect(turned.conditions[0]).toEqual({
      ...ready,
      ...news,
      status: 'False',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    });
    const given = setCondition(
      [ready],
      { ...news, status: 'Unknown', lastTransitionTime: '2025-06-01T00:00:00Z' },
      now,
    );
    expect(given.conditions[0]?.lastTransitionTime).toBe('2025-06-01T00:00:00Z');
  });

  it('returns the very list where nothing changes, and never writes to the one given', () => {
    const list = Object.freeze([Object.freeze(ready)]);
    const { lastTransitionTime: _time, ...again } = ready;
    expect(setCondition(list, again, now)).toEqual({ conditions: list, changed: false });
    expect(setCondition(list, again, now).conditions).toBe(list);
    expect(setCondition(list, { ...again, status: false }, now).changed).toBe(true);
  });

  it.each([
    ['no reason', { reason: '' }],
    ['a sentence for a reason', { reason: 'It is ready' }],
    ['a long reason', { reason: 'x'.repeat(1025) }],
    ['a long message', { message: 'x'.repeat(32_769) }],
    ['a type that is no name', { type: 'is ready' }],
    ['a negative generation', { observedGeneration: -1 }],
  ])('refuses what the server would refuse: %s', (_what, part) => {
    expect(() => setCondition([], { ...ready, ...part }, now)).toThrow(
      expect.objectContaining({ code: 'InvalidCondition' }) as Error,
    );
  });
});

describe('reading conditions', () => {
  it('finds by type', () => {
    expect(findCondition([other, ready], 'Ready')).toBe(ready);
    expect(findCondition(undefined, 'Ready')).toBeUndefined();
    expect(isConditionTrue([ready], 'Ready')).toBe(true);
    expect(isConditionFalse([ready], 'Ready')).toBe(false);
    expect(isConditionFalse([{ ...ready, status: 'False' }], 'Ready')).toBe(true);
    expect(isConditionTrue([], 'Ready')).toBe(false);
  });

  it('does not believe one that was observed on an older generation', () => {
    expect(isConditionTrue([ready], 'Ready', 1)).toBe(true);
    expect(isConditionTrue([ready], 'Ready', 2)).toBe(false);
    const { observedGeneration: _none, ...silent } = ready;
    expect(isConditionTrue([silent], 'Ready', 2)).toBe(true);
  });

  it('removes by type', () => {
    const list = [ready, other];
    expect(removeCondition(list, 'Ready')).toEqual([other]);
    expect(removeCondition(list, 'Nothing')).toBe(list);
  });
});
