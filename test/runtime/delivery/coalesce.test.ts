// What is left to tell of one object, of several things that nobody has seen.
import { DeletedFinalStateUnknown } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import type { Waiting } from '../../../runtime/src/delivery/coalesce.js';
import { coalesce } from '../../../runtime/src/delivery/coalesce.js';
import type { Notification } from '../../../runtime/src/delivery/notification.js';
import { type Pod, pod } from '../../conformance/support/pods.js';

const of = (version: number, uid = 'one'): Pod => {
  const made = pod('a', version);
  return { ...made, metadata: { ...made.metadata, uid } };
};
const add = (object: Pod): Notification<Pod> => ({ type: 'add', object, isInInitialList: false });
const update = (before: Pod, after: Pod, changed?: true): Notification<Pod> => ({
  type: 'update',
  before,
  after,
  ...(changed && { changed }),
});
const deletion = (object: Pod): Notification<Pod> => ({ type: 'delete', object });
const tombstone = (object?: Pod): Notification<Pod> => ({
  type: 'delete',
  object: new DeletedFinalStateUnknown('default/a', object),
});
const all = (...seen: readonly Notification<Pod>[]): Waiting<Pod> =>
  seen.reduce<Waiting<Pod>>((waiting, next) => coalesce(waiting, next), []);

const [one, two, three, other] = [of(1), of(2), of(3), of(4, 'other')];
const nameless = of(5, '');

describe('of several things that nobody has seen', () => {
  it.each<[string, readonly Notification<Pod>[], readonly Notification<Pod>[]]>([
    ['changes are one, from the oldest to the newest', [update(one, two), update(two, three)], [update(one, three)]],
    [
      'a change of content at one version stays one, whichever of them it was',
      [update(one, one, true), update(one, one)],
      [update(one, one, true)],
    ],
    ['and also where it was the later one', [update(one, one), update(one, one, true)], [update(one, one, true)]],
    ['an add and its changes are an add', [add(one), update(one, two)], [add(two)]],
    ['an add and a deletion are nothing', [add(one), deletion(two)], []],
    [
      'a change and a deletion are a deletion of what was known before the change',
      [update(one, two), deletion(three)],
      [{ type: 'delete', object: three, before: one }],
    ],
    ['of two deletions the first with the final state stays', [deletion(two), tombstone(one)], [deletion(two)]],
    ['and so it does if it is the later one', [tombstone(one), deletion(two)], [deletion(two)]],
    ['an object that is back is one that changed', [deletion(one), add(two)], [update(one, two)]],
    ['another object of that name is two things', [deletion(one), add(other)], [deletion(one), add(other)]],
    [
      'what has no uid is not taken for the same',
      [deletion(nameless), add(of(6, ''))],
      [deletion(nameless), add(of(6, ''))],
    ],
    ['another that goes again leaves the deletion', [deletion(one), add(other), deletion(other)], [deletion(one)]],
  ])('%s', (_what, seen, left) => {
    expect(all(...seen)).toEqual(left);
  });
});
