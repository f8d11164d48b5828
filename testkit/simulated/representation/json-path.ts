import { isJsonObject } from '../objects/api-object.js';

type Step = (values: readonly unknown[]) => unknown[];

/** A compiled path: returns the values that it leads to. */
export type JsonPath = (value: unknown) => unknown[];

const PART =
  /\.\.|\.?\*|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(-?\d*):(-?\d*)\]|\[\*\]|\[(-?\d+)\]|\[\?\((.*?)\)\]|\.?((?:[^.[\]\\]|\\.)+)/y;

/** Compiles the paths of printer columns: fields, indexes, slices, wildcards and simple filters. */
export function compileJsonPath(path: string): JsonPath {
  const steps: Step[] = [];
  // A copy: filters compile paths in turn, and a pattern knows only one position.
  const part = new RegExp(PART);
  while (part.lastIndex < path.length) {
    const match = part.exec(path);
    if (match === null) return () => [];
    steps.push(stepOf(match));
  }
  return (value) => steps.reduce<unknown[]>((values, step) => step(values), [value]);
}

function stepOf(match: RegExpExecArray): Step {
  const [text, single, double, from, to, index, filter, field] = match;
  const name = single ?? double ?? field;
  if (name !== undefined) return fieldStep(name.replaceAll(/\\(.)/g, '$1'));
  if (index !== undefined) return listStep((list) => list.slice(Number(index)).slice(0, 1));
  if (filter !== undefined) return filterStep(filter);
  if (from !== undefined) {
    const end = to === undefined || to === '' ? undefined : Number(to);
    return listStep((list) => list.slice(Number(from), end));
  }
  if (text === '..') return (values) => values.flatMap(withDescendants);
  return (values) => values.flatMap(childrenOf);
}

function fieldStep(name: string): Step {
  return (values) =>
    values.flatMap((value) => (isJsonObject(value) && Object.hasOwn(value, name) ? [value[name]] : []));
}

function listStep(select: (list: readonly unknown[]) => readonly unknown[]): Step {
  return (values) => values.flatMap((value) => (Array.isArray(value) ? select(value) : []));
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return [...(value as unknown[])];
  return isJsonObject(value) ? Object.values(value) : [];
}

function withDescendants(value: unknown): unknown[] {
  return [value, ...childrenOf(value).flatMap(withDescendants)];
}

/** `@.type=="Ready"`, or `@.type`: elements that have it. */
function filterStep(text: string): Step {
  const match = /^\s*@(.*?)\s*(?:(==|!=|<=|>=|<|>)\s*(.*?))?\s*$/.exec(text);
  if (match === null) return () => [];
  const [, path = '', operator, literal = ''] = match;
  const find = compileJsonPath(path);
  const wanted = literalOf(literal);
  return (values) =>
    values.flatMap(childrenOf).filter((element) => {
      const found = find(element);
      if (operator === undefined) return found.length > 0;
      return found.length > 0 && compare(found[0], operator, wanted);
    });
}

function literalOf(text: string): unknown {
  const quoted = /^(['"])(.*)\1$/.exec(text);
  if (quoted) return quoted[2];
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
}

function compare(found: unknown, operator: string, wanted: unknown): boolean {
  switch (operator) {
    case '==':
      return found === wanted;
    case '!=':
      return found !== wanted;
    default: {
      const [left, right] = [found as number | string, wanted as number | string];
      if (operator === '<') return left < right;
      if (operator === '>') return left > right;
      return operator === '<=' ? left <= right : left >= right;
    }
  }
}
