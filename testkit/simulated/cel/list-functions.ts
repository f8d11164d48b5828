import type { Environment } from '@marcbachmann/cel-js';
import { addNamespace } from './namespace.js';
import { celText } from './text-format.js';

type List = readonly unknown[];

/** Functions of Kubernetes and of CEL's own extensions for lists and sets. */
export function addListFunctions(environment: Environment): void {
  addNamespace(environment, 'sets');
  environment
    .registerFunction('list.isSorted(): bool', isSorted)
    .registerFunction('list.sum(): dyn', sum)
    .registerFunction('list.min(): dyn', (list: List) => extreme(list, 'min', -1))
    .registerFunction('list.max(): dyn', (list: List) => extreme(list, 'max', 1))
    .registerFunction('list.indexOf(dyn): int', (list: List, value: unknown) =>
      BigInt(list.findIndex((item) => same(item, value))),
    )
    .registerFunction('list.lastIndexOf(dyn): int', (list: List, value: unknown) =>
      BigInt(list.map((item) => same(item, value)).lastIndexOf(true)),
    )
    .registerFunction('list.distinct(): list', (list: List) =>
      list.filter((item, index) => list.findIndex((other) => same(item, other)) === index),
    )
    .registerFunction('list.reverse(): list', (list: List) => [...list].reverse())
    .registerFunction('list.sort(): list', (list: List) => [...list].sort(compare))
    .registerFunction('list.flatten(): list', (list: List) => list.flat())
    .registerFunction('list.flatten(int): list', (list: List, depth: bigint) => list.flat(Number(depth)))
    .registerFunction('list.slice(int, int): list', slice)
    .registerFunction('sets.contains(list, list): bool', (_: unknown, list: List, part: List) =>
      containsAll(list, part),
    )
    .registerFunction(
      'sets.equivalent(list, list): bool',
      (_: unknown, a: List, b: List) => containsAll(a, b) && containsAll(b, a),
    )
    .registerFunction('sets.intersects(list, list): bool', (_: unknown, a: List, b: List) =>
      a.some((item) => b.some((other) => same(item, other))),
    );
}

/** Whether two values of CEL are equal; numbers of different types may be. */
export function same(a: unknown, b: unknown): boolean {
  if (isNumber(a) && isNumber(b)) return Number(a) === Number(b);
  if (typeof a === 'object' && typeof b === 'object') return celText(a) === celText(b);
  return a === b;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function compare(a: unknown, b: unknown): number {
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  const [left, right] = [a as number | bigint | string, b as number | bigint | string];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isSorted(list: List): boolean {
  return list.every((item, index) => index === 0 || compare(list[index - 1], item) <= 0);
}

function sum(list: List): unknown {
  if (list.length === 0) return 0n;
  if (list.every((item) => typeof item === 'bigint')) return list.reduce<bigint>((total, item) => total + item, 0n);
  return list.reduce<number>((total, item) => total + Number(item), 0);
}

function extreme(list: List, name: string, direction: 1 | -1): unknown {
  if (list.length === 0) throw new Error(`${name} called on empty list`);
  return list.reduce((best, item) => (compare(item, best) * direction > 0 ? item : best));
}

function slice(list: List, start: bigint, end: bigint): List {
  if (start < 0n || end < start || end > BigInt(list.length)) {
    throw new Error(`cannot slice(${start}, ${end}), list is length ${list.length}`);
  }
  return list.slice(Number(start), Number(end));
}

function containsAll(list: List, part: List): boolean {
  return part.every((item) => list.some((other) => same(item, other)));
}
