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

describe('conditions inside of lists', () => {
  interface Parent {
    readonly name: string;
    readonly conditions?: readonly ParentCondition[];
  }
  interface ParentCondition {
    readonly type: string;
    readonly status: string;
    readonly message?: string | undefined;
    readonly weight?: number | undefined;
  }

  const parents: readonly Parent[] = [{ name: 'a', conditions: [{ type: 'Accepted', status: 'True', weight: 3 }] }];
  const [parent] = parents;

  it('have only the fields that are named, and those of the kind that are given', () => {
    const accepted = { type: 'Accepted', status: false, reason: 'Conflict', weight: 4 } as const;
    const options = { now, fields: ['type', 'status', 'message', 'weight'] };
    const { conditions, changed } = setCondition(parent?.conditions, accepted, options);
    expect(changed).toBe(true);
    expect(conditions).toEqual([{ type: 'Accepted', status: 'False', message: '', weight: 4 }]);
    expect(setCondition(conditions, accepted, options)).toEqual({ conditions, changed: false });
    expect(parent?.conditions).toEqual([{ type: 'Accepted', status: 'True', weight: 3 }]);
    const found: ParentCondition | undefined = findCondition(conditions, 'Accepted');
    expect(found?.weight).toBe(4);
    expect(removeCondition(conditions, 'Accepted')).toEqual([]);
    expect(isConditionFalse(conditions, 'Accepted')).toBe(true);
  });

  it('get a time of transition where the one before has none', () => {
    const timeless: ParentCondition & { readonly lastTransitionTime?: string } = { type: 'Accepted', status: 'True' };
    const { conditions } = setCondition([timeless], { type: 'Accepted', status: true, reason: 'Fine' }, now);
    expect(conditions[0]?.lastTransitionTime).toBe('2026-01-01T00:00:00Z');
  });

  it('are never set from the clock of the machine if the caller has another', () => {
    const { conditions } = setCondition<Condition>([], { type: 'Ready', status: true, reason: 'Fine' }, { now: 0 });
    expect(conditions[0]?.lastTransitionTime).toBe('1970-01-01T00:00:00Z');
  });
});
