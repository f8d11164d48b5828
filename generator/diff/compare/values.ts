import type { DefinitionModel, Literal, TypeNode } from '../../model/model.js';
import { typeText } from '../../typescript/type-text.js';
import { shortName } from './type-path.js';

/** The values that a type admits, by what they are. */
export interface Values {
  /** `unknown`: all of the below. */
  any: boolean;
  null: boolean;
  readonly broad: Set<'string' | 'number' | 'boolean'>;
  /** Single values, by their JSON, where the enum is closed. */
  readonly literals: Map<string, Literal>;
  /** What an open enum lists; the type admits others. */
  readonly listed: Set<string>;
  /** The entries, if lists are admitted. */
  array: TypeNode | undefined;
  /** If objects are admitted. Several make an intersection or a union that nothing real has. */
  readonly objects: TypeNode[];
}

/** Takes a type apart. Named definitions that are no objects are looked through. */
export function valuesOf(type: TypeNode, definitions: ReadonlyMap<string, DefinitionModel>): Values {
  const values: Values = {
    any: false,
    null: false,
    broad: new Set(),
    literals: new Map(),
    listed: new Set(),
    array: undefined,
    objects: [],
  };
  collect(type, values, definitions);
  return values;
}

function collect(type: TypeNode, into: Values, definitions: ReadonlyMap<string, DefinitionModel>): void {
  switch (type.type) {
    case 'primitive':
      if (type.name === 'unknown') into.any = true;
      else if (type.name === 'null') into.null = true;
      else if (type.name !== 'never') into.broad.add(type.name);
      return;
    case 'literals':
      return collectLiterals(type, into);
    case 'array':
      into.array = type.of;
      return;
    case 'union':
      for (const member of type.of) collect(member, into, definitions);
      return;
    case 'runtime':
      if (type.name === 'IntOrString' || type.name === 'Quantity') into.broad.add('string').add('number');
      else into.objects.push(type);
      return;
    case 'definition': {
      const target = definitions.get(type.name)?.type;
      if (target === undefined || target.type === 'shape' || target.type === 'intersection') into.objects.push(type);
      else collect(target, into, definitions);
      return;
    }
    case 'map':
    case 'external':
    case 'shape':
    case 'intersection':
      into.objects.push(type);
  }
}

function collectLiterals({ values, open }: { values: readonly Literal[]; open: boolean }, into: Values): void {
  if (open) into.broad.add('string');
  for (const value of values) {
    if (value === null) into.null = true;
    else if (open) into.listed.add(String(value));
    else into.literals.set(JSON.stringify(value), value);
  }
}

/** Whether every kind of value of `a` is one of `b`; what lists and objects hold is not looked at. */
export function isCovered(a: Values, b: Values): boolean {
  if (b.any) return true;
  if (a.any) return false;
  const scalars = [...a.broad].every((name) => b.broad.has(name));
  const literals = [...a.literals].every(
    ([json, value]) => b.literals.has(json) || b.broad.has(typeof value as 'string' | 'number' | 'boolean'),
  );
  const arrays = a.array === undefined || b.array !== undefined;
  return scalars && literals && arrays && (a.objects.length === 0 || b.objects.length > 0);
}

const LONGEST = 160;

/** A type for people: nested objects are `object`, definitions have their short name. */
export function shownType(type: TypeNode): string {
  const text = typeText(type, { shape: () => 'object', definition: shortName, runtime: (name) => name })
    .replaceAll('readonly ', '')
    .replaceAll('{ [key: string]: unknown }', 'any object')
    .replaceAll('{ [key: string]: never }', 'empty object')
    .replaceAll(/\{ \[key: string\]: (.*?) \}/g, 'map of $1')
    .replaceAll(' | (string & {})', ' | …');
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
