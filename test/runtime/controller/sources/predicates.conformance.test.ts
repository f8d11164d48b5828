// Counterparts of controller-runtime's pkg/predicate/predicate_test.go.
import type { KubernetesObject } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import {
  and,
  annotationsChanged,
  generationChanged,
  labelsChanged,
  matchesLabels,
  not,
  or,
  resourceVersionChanged,
} from '../../../../runtime/src/controller/sources/predicates.js';
import type { Predicate } from '../../../../runtime/src/controller/sources/predicates.js';

type Meta = NonNullable<KubernetesObject['metadata']>;
const object = (metadata: Meta): KubernetesObject => ({ metadata });
const updates = (predicate: Predicate<KubernetesObject>, before: Meta, after: Meta): boolean | undefined =>
  predicate.update?.(object(before), object(after));
const gone = (
  lastKnown?: KubernetesObject,
): { key: string; lastKnown: KubernetesObject | undefined; finalStateUnknown: boolean } => ({
  key: 'a',
  lastKnown,
  finalStateUnknown: lastKnown === undefined,
});

describe('predicate_test.go', () => {
  it('When checking a ResourceVersionChangedPredicate: an update passes when the version differs', () => {
    const predicate = resourceVersionChanged();
    expect(updates(predicate, { resourceVersion: '1' }, { resourceVersion: '1' })).toBe(false);
    expect(updates(predicate, { resourceVersion: '1' }, { resourceVersion: '2' })).toBe(true);
    expect([predicate.create, predicate.delete]).toEqual([undefined, undefined]);
  });

  it('When checking a GenerationChangedPredicate: an update passes when the generation differs', () => {
    const predicate = generationChanged();
    expect(updates(predicate, { generation: 1 }, { generation: 1 })).toBe(false);
    expect(updates(predicate, { generation: 1 }, { generation: 2 })).toBe(true);
    expect(updates(predicate, {}, {})).toBe(false);
  });

  it('When checking an AnnotationChangedPredicate: no annotations and an empty map are the same', () => {
    const predicate = annotationsChanged();
    expect(updates(predicate, {}, { annotations: {} })).toBe(false);
    expect(updates(predicate, { annotations: { a: 'x' } }, { annotations: { a: 'x' } })).toBe(false);
    expect(updates(predicate, { annotations: { a: 'x' } }, { annotations: { a: 'y' } })).toBe(true);
    expect(updates(predicate, { annotations: { a: 'x' } }, { annotations: { b: 'x' } })).toBe(true);
    expect(updates(predicate, { annotations: { a: 'x' } }, {})).toBe(true);
  });

  it('When checking a LabelChangedPredicate: as with annotations', () => {
    const predicate = labelsChanged();
    expect(updates(predicate, { labels: {} }, {})).toBe(false);
    expect(updates(predicate, { labels: { a: 'x' } }, { labels: { a: 'x', b: 'y' } })).toBe(true);
  });

  it('When checking a LabelSelectorPredicate: the labels of the new state count', () => {
    const predicate = matchesLabels('app=web');
    const [web, shop] = [object({ labels: { app: 'web' } }), object({ labels: { app: 'shop' } })];
    expect([predicate.create?.(web), predicate.create?.(shop)]).toEqual([true, false]);
    expect([predicate.update?.(shop, web), predicate.update?.(web, shop)]).toEqual([true, false]);
    expect([predicate.delete?.(gone(web)), predicate.delete?.(gone(shop)), predicate.delete?.(gone())]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('When checking a boolean predicate: and, or and not answer every question', () => {
    const yes: Predicate<KubernetesObject> = {};
    const no: Predicate<KubernetesObject> = { create: () => false, update: () => false, delete: () => false };
    const answers = (predicate: Predicate<KubernetesObject>): unknown[] => [
      predicate.create?.(object({})),
      predicate.update?.(object({}), object({})),
      predicate.delete?.(gone()),
    ];
    expect(answers(and(yes, yes))).toEqual([true, true, true]);
    expect(answers(and(yes, no))).toEqual([false, false, false]);
    expect(answers(or(no, yes))).toEqual([true, true, true]);
    expect(answers(or(no, no))).toEqual([false, false, false]);
    expect(answers(not(yes))).toEqual([false, false, false]);
    expect(answers(not(no))).toEqual([true, true, true]);
  });

  it('When checking a boolean predicate: and stops at the first no, or at the first yes', () => {
    const unasked: Predicate<KubernetesObject> = {
      create: () => {
        throw new Error('asked');
      },
    };
    expect(and({ create: () => false }, unasked).create(object({}))).toBe(false);
    expect(or({ create: () => true }, unasked).create?.(object({}))).toBe(true);
  });
});
