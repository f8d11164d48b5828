import { isJsonObject } from '../objects/api-object.js';

/** What decides about the order of a merged list. */
export interface ElementOrder {
  /** The field that distinguishes elements; undefined for plain values. */
  readonly key: string | undefined;
  /** What the patch says about the order. */
  readonly order: readonly unknown[];
  /** The list before the patch. */
  readonly before: readonly unknown[];
}

/**
 * Elements that the patch names come in its order; each other one stays before those named ones that it was before, and
 * else comes after them.
 */
export function inOrder(list: readonly unknown[], { key, order, before }: ElementOrder): unknown[] {
  const identity = (element: unknown): unknown => (key !== undefined && isJsonObject(element) ? element[key] : element);
  const rankIn = (among: readonly unknown[]): ((element: unknown) => number) => {
    const ranks = new Map(among.map((element, index) => [identity(element), index]));
    return (element) => ranks.get(identity(element)) ?? -1;
  };
  const [rankInPatch, rankBefore] = [rankIn(order), rankIn(before)];
  const named = list.filter((element) => rankInPatch(element) >= 0).sort((a, b) => rankInPatch(a) - rankInPatch(b));
  const others = list.filter((element) => rankInPatch(element) < 0);
  const result: unknown[] = [];
  for (const element of named) {
    while (others.length > 0 && rankBefore(others[0]) < rankBefore(element)) result.push(others.shift());
    result.push(element);
  }
  return [...result, ...others];
}
