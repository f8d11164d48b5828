import { isObject, member } from '../../input/json.js';
import type { JsonObject } from '../../input/json.js';
import { branchEnum } from '../../model/combinators.js';
import { sortKeys } from './fact.js';
import type { FactChange, FactOptions } from './fact.js';

/**
 * Compares `oneOf`, `anyOf` and `not`, which types express only in part. What of them is a type of its own or an enum is left
 * out: the types say how that differs.
 */
export function compareBranches(old: JsonObject, now: JsonObject, { typeDiffers }: FactOptions): FactChange[] {
  if (typeDiffers || isIntOrString(old) || isIntOrString(now)) return [];
  return [...compareList(old, now, 'anyOf'), ...compareList(old, now, 'oneOf'), ...compareNot(old, now)];
}

function isIntOrString(schema: JsonObject): boolean {
  return member(schema, 'x-kubernetes-int-or-string') === true || member(schema, 'format') === 'int-or-string';
}

/** Another branch admits more of an `anyOf`; of a `oneOf` it may also refuse what two of them admit now. */
function compareList(old: JsonObject, now: JsonObject, key: 'anyOf' | 'oneOf'): FactChange[] {
  const [before, after] = [branchesOf(old, key), branchesOf(now, key)];
  const gained = [...after].filter((branch) => !before.has(branch));
  const lost = [...before].filter((branch) => !after.has(branch));
  if (gained.length + lost.length === 0) return [];
  if (before.size === 0) return [{ rule: 'validation-tightened', message: `must satisfy ${shown(key, after)}` }];
  if (after.size === 0) {
    return [{ rule: 'validation-loosened', message: `need not satisfy ${shown(key, before)} any more` }];
  }
  const onlyOne = gained.length === 0 || lost.length === 0;
  const rule =
    key === 'oneOf' || !onlyOne
      ? 'validation-changed'
      : gained.length === 0
        ? 'validation-tightened'
        : 'validation-loosened';
  return [{ rule, message: `must satisfy ${shown(key, after)} instead of ${shown(key, before)}` }];
}

function compareNot(old: JsonObject, now: JsonObject): FactChange[] {
  const [before, after] = [textOf(member(old, 'not')), textOf(member(now, 'not'))];
  if (before === after) return [];
  if (before === undefined) return [{ rule: 'validation-tightened', message: `must not be ${after}` }];
  if (after === undefined)
    return [{ rule: 'validation-loosened', message: `need not be other than ${before} any more` }];
  return [{ rule: 'validation-changed', message: `must not be ${after} instead of ${before}` }];
}

function branchesOf(schema: JsonObject, key: string): ReadonlySet<string> {
  const listed = member(schema, key);
  if (!Array.isArray(listed)) return new Set();
  if (branchEnum({ [key]: listed }, []) !== undefined) return new Set();
  return new Set(listed.flatMap((branch: unknown) => textOf(branch) ?? []));
}

const LONGEST = 120;

function shown(key: string, branches: ReadonlySet<string>): string {
  const text = `${key} [${[...branches].join(', ')}]`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** A branch without its words, so that rewording it is no change. */
function textOf(branch: unknown): string | undefined {
  if (!isObject(branch)) return undefined;
  return JSON.stringify(branch, (name, value: unknown) =>
    name === 'description' && typeof value === 'string' ? undefined : sortKeys(name, value),
  );
}
