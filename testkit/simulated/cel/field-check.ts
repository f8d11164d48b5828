import type { ASTNode } from '@marcbachmann/cel-js';
import type { Structural } from '../schema/structural.js';
import { celName } from './cel-values.js';

/** A field that an expression selects though the schema has none of that name. */
export interface UndefinedField {
  readonly field: string;
  /** Where the dot before it is, or the parenthesis of `has`. */
  readonly position: number;
}

/** What variables are, as far as a schema says; undefined: anything. */
type Scope = ReadonlyMap<string, Structural | undefined>;

const ITERATING: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** Returns the fields that an expression selects and the schemas of its variables do not have. */
export function undefinedFields(expression: ASTNode, variables: Scope): UndefinedField[] {
  const found: UndefinedField[] = [];
  typeOf(expression, variables, found);
  return found;
}

/** The schema of an expression's value, where it is known; notes undefined fields on the way. */
function typeOf(node: ASTNode, scope: Scope, found: UndefinedField[]): Structural | undefined {
  switch (node.op) {
    case 'id':
      return scope.get(node.args);
    case '.':
    case '.?':
      return selected(node, scope, found);
    case '[]':
    case '[?]': {
      const [list, index] = node.args;
      typeOf(index, scope, found);
      const type = typeOf(list, scope, found);
      return type?.items ?? type?.additional?.values;
    }
    case 'rcall':
      return called(node, scope, found);
    case 'call': {
      const [name, args] = node.args;
      const [argument] = args;
      const presence = name === 'has' && argument?.op === '.' ? argument : undefined;
      // What `has` asks for is reported where the parenthesis opens.
      if (presence) selected(presence, scope, found, node.input.indexOf('(', node.pos));
      else for (const part of args) typeOf(part, scope, found);
      return undefined;
    }
    case '?:':
      return node.args.map((part) => typeOf(part, scope, found))[1];
    default:
      for (const part of operands(node)) typeOf(part, scope, found);
      return undefined;
  }
}

function selected(
  node: Extract<ASTNode, { op: '.' | '.?' }>,
  scope: Scope,
  ...[found, position = node.pos - 1]: [UndefinedField[], number?]
): Structural | undefined {
  const [object, field] = node.args;
  const type = typeOf(object, scope, found);
  if (type === undefined || type.type !== 'object') return undefined;
  if (type.additional?.values) return type.additional.values;
  for (const [name, property] of type.properties) {
    if (celName(name) === field && isDeclared(property)) return property;
  }
  found.push({ field, position });
  return undefined;
}

function called(
  node: Extract<ASTNode, { op: 'rcall' }>,
  scope: Scope,
  found: UndefinedField[],
): Structural | undefined {
  const [name, receiver, args] = node.args;
  const [variable, ...rest] = args;
  if (name === 'bind' && variable?.op === 'id') {
    const [value, body] = rest;
    const inner = new Map(scope).set(variable.args, value && typeOf(value, scope, found));
    return body && typeOf(body, inner, found);
  }
  const type = typeOf(receiver, scope, found);
  if (!ITERATING.has(name) || variable?.op !== 'id') {
    for (const part of args) typeOf(part, scope, found);
    return undefined;
  }
  // Maps are walked by their keys.
  const inner = new Map(scope).set(variable.args, type?.items);
  for (const part of rest) typeOf(part, inner, found);
  return name === 'filter' ? type : undefined;
}

function operands(node: ASTNode): readonly ASTNode[] {
  return nodesIn(node.args);
}

function nodesIn(value: unknown): ASTNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return typeof value === 'object' && value !== null && 'op' in value ? [value as ASTNode] : [];
}

/** Rules see only what has a type. */
function isDeclared(schema: Structural): boolean {
  if (schema.intOrString) return true;
  if (schema.type === 'array') return schema.items !== undefined && isDeclared(schema.items);
  if (schema.type === 'object') return schema.additional?.values === undefined || isDeclared(schema.additional.values);
  return schema.type !== '';
}
