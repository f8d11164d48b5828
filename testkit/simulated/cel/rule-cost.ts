import type { ASTNode } from '@marcbachmann/cel-js';
import { callCost, times, UNBOUNDED, walking } from './call-costs.js';
import type { DeclaredType } from './declared-type.js';
import { isScalar } from './static-type.js';
import type { StaticType } from './static-type.js';
import type { TypeCheck } from './type-check.js';

const NEW_LIST = 10;
const NEW_MAP = 30;

/** What is known of the elements that an expression's value has. */
interface Entries {
  readonly isList: boolean;
  readonly key: number;
  readonly value: number;
}

/** A part of an expression: what it costs at most, and how large its value can get. */
interface Estimate {
  readonly cost: number;
  /** Undefined: not known. */
  readonly size: number | undefined;
  /** The way from a variable to the value, as far as fields and elements lead there. */
  readonly path: readonly string[];
  readonly entries?: Entries | undefined;
}

type Scope = ReadonlyMap<string, Omit<Estimate, 'cost'>>;

/**
 * Estimates what an expression costs at most, as the API server does when a CRD is written: each part by the size that
 * the schema allows its values, macros by the number of turns that their list can make necessary.
 */
export class RuleCost {
  readonly #root: DeclaredType;
  readonly #types: TypeCheck;

  constructor(root: DeclaredType, types: TypeCheck) {
    this.#root = root;
    this.#types = types;
  }

  /** The highest cost of the expression. */
  estimate(expression: ASTNode): number {
    return Math.min(UNBOUNDED, this.#visit(expression, new Map()).cost);
  }

  #visit(node: ASTNode, scope: Scope): Estimate {
    switch (node.op) {
      case 'value':
        return { cost: 0, size: literalSize(node.args), path: [] };
      case 'id':
        return this.#variable(node.args, this.#types.typeOf(node), scope);
      case '.':
        return this.#select(node, scope);
      case '.?': {
        const object = this.#visit(node.args[0], scope);
        return this.#sized(node, { cost: object.cost + 1, path: [] });
      }
      case '[]':
      case '[?]':
        return this.#index(node, scope);
      case 'list':
        return this.#list(node, scope);
      case 'map':
        return this.#map(node, scope);
      case '?:':
        return this.#conditional(node, scope);
      case 'call':
        return this.#call(node, scope);
      case 'rcall':
        return this.#memberCall(node, scope);
      case '!_':
      case '-_':
        return this.#sized(node, { cost: this.#visit(node.args, scope).cost + 1, path: [] });
      default:
        return this.#binary(node, scope);
    }
  }

  #variable(name: string, type: StaticType | undefined, scope: Scope): Estimate {
    const local = scope.get(name);
    const path = local?.path ?? [name];
    return { cost: 1, path, size: this.#sizeAt(path) ?? sizeOfType(type) ?? local?.size, entries: local?.entries };
  }

  #select(node: Extract<ASTNode, { op: '.' }>, scope: Scope): Estimate {
    const [object, field] = node.args;
    const { cost, path } = this.#visit(object, scope);
    const kind = this.#types.typeOf(object)?.kind;
    const isLookup = kind === 'object' || kind === 'map' || kind === undefined;
    return this.#sized(node, { cost: cost + (isLookup ? 1 : 0), path: [...path, field] });
  }

  #index(node: Extract<ASTNode, { op: '[]' | '[?]' }>, scope: Scope): Estimate {
    const [container, index] = node.args;
    const { cost, path, entries } = this.#visit(container, scope);
    const total = cost + this.#visit(index, scope).cost + 1;
    const kind = this.#types.typeOf(container)?.kind;
    const step = kind === 'list' ? '@items' : kind === 'map' ? '@values' : undefined;
    const way = node.op === '[]' && step !== undefined ? [...path, step] : [];
    const sized = this.#sized(node, { cost: total, path: way });
    return { ...sized, size: entries?.value ?? sized.size };
  }

  #list(node: Extract<ASTNode, { op: 'list' }>, scope: Scope): Estimate {
    const items = node.args.map((item) => this.#visit(item, scope));
    const value = Math.max(0, ...items.map(sizeOrUnbounded));
    return { cost: sum(items) + NEW_LIST, size: items.length, path: [], entries: { isList: true, key: 1, value } };
  }

  #map(node: Extract<ASTNode, { op: 'map' }>, scope: Scope): Estimate {
    const keys = node.args.map(([key]) => this.#visit(key, scope));
    const values = node.args.map(([, value]) => this.#visit(value, scope));
    const [key, value] = [keys, values].map((parts) => Math.max(0, ...parts.map(sizeOrUnbounded)));
    const entries = { isList: false, key: key ?? 0, value: value ?? 0 };
    return { cost: sum([...keys, ...values]) + NEW_MAP, size: keys.length, path: [], entries };
  }

  #conditional(node: Extract<ASTNode, { op: '?:' }>, scope: Scope): Estimate {
    const [condition, one, other] = node.args;
    const [left, right] = [this.#visit(one, scope), this.#visit(other, scope)];
    const cost = this.#visit(condition, scope).cost + Math.max(left.cost, right.cost);
    const size = Math.max(sizeOrUnbounded(left), sizeOrUnbounded(right));
    return { cost, size, path: [], entries: union(left.entries, right.entries) };
  }

  #binary(node: ASTNode, scope: Scope): Estimate {
    const [leftNode, rightNode] = node.args as readonly [ASTNode, ASTNode];
    const [left, right] = [this.#visit(leftNode, scope), this.#visit(rightNode, scope)];
    const [one, other] = [sizeOrUnbounded(left), sizeOrUnbounded(right)];
    const cost = left.cost + right.cost;
    const kind = this.#types.typeOf(leftNode)?.kind ?? this.#types.typeOf(rightNode)?.kind;
    switch (node.op) {
      case '&&':
      case '||':
        return { cost, size: 1, path: [] };
      case '==':
      case '!=':
        return { cost: cost + walking(Math.min(one, other)), size: 1, path: [] };
      case '<':
      case '<=':
      case '>':
      case '>=': {
        const isText = kind === 'string' || kind === 'bytes';
        return { cost: cost + (isText ? walking(Math.min(one, other)) : 1), size: 1, path: [] };
      }
      case 'in':
        return { cost: cost + (this.#types.typeOf(rightNode)?.kind === 'map' ? 1 : other), size: 1, path: [] };
      case '+': {
        const size = Math.min(UNBOUNDED, one + other);
        const entries = union(left.entries, right.entries);
        if (kind === 'list') return { cost: cost + 1, size, path: [], entries };
        if (kind === 'string' || kind === 'bytes') return { cost: cost + walking(size), size, path: [] };
        return this.#sized(node, { cost: cost + 1, path: [] });
      }
      default:
        return this.#sized(node, { cost: cost + 1, path: [] });
    }
  }

  #call(node: Extract<ASTNode, { op: 'call' }>, scope: Scope): Estimate {
    const [name, args] = node.args;
    const [first] = args;
    // Asking whether a field is there costs nothing beyond the way to its object.
    if (name === 'has' && first?.op === '.') return { cost: this.#visit(first.args[0], scope).cost, size: 1, path: [] };
    const parts = args.map((part) => this.#visit(part, scope));
    if (name === 'dyn' && parts[0]) return { ...parts[0], cost: parts[0].cost + 1, path: [] };
    const sizes = { target: undefined, args: parts.map(sizeOrUnbounded), element: undefined, targetIsList: false };
    const own = callCost(name, sizes);
    const sized = this.#sized(node, { cost: sum(parts) + own.cost, path: [] });
    return { ...sized, size: own.size ?? sized.size };
  }

  #memberCall(node: Extract<ASTNode, { op: 'rcall' }>, scope: Scope): Estimate {
    const [name, receiver, args] = node.args;
    const [variable, ...rest] = args;
    if (receiver.op === 'id' && receiver.args === 'cel' && name === 'bind' && variable?.op === 'id') {
      const [value, body] = rest;
      if (value && body) return this.#bind(variable.args, this.#visit(value, scope), body, scope);
    }
    // Names of libraries are no values.
    const isLibrary = receiver.op === 'id' && LIBRARIES.has(receiver.args);
    const target = isLibrary ? undefined : this.#visit(receiver, scope);
    if (target && variable?.op === 'id' && (name === 'optMap' || name === 'optFlatMap') && rest[0]) {
      return this.#optional(name, target, { variable: variable.args, body: rest[0], scope });
    }
    if (target && variable?.op === 'id' && MACROS.has(name)) {
      return this.#macro(name, { node: receiver, target }, { variable: variable.args, rest, scope });
    }
    const parts = args.map((part) => this.#visit(part, scope));
    const type = target && this.#types.typeOf(receiver);
    const targetIsList = type?.kind === 'list';
    const own = callCost(name, {
      target: target && sizeOrUnbounded(target),
      args: parts.map(sizeOrUnbounded),
      element: targetIsList && target ? this.#elementSize(target, type) : undefined,
      targetIsList,
    });
    const sized = this.#sized(node, { cost: sum(parts) + (target?.cost ?? 0) + own.cost, path: [] });
    return { ...sized, size: own.size ?? sized.size };
  }

  #bind(variable: string, value: Estimate, body: ASTNode, scope: Scope): Estimate {
    const result = this.#visit(body, new Map(scope).set(variable, value));
    return { ...result, cost: NEW_LIST + value.cost + result.cost, path: [] };
  }

  #optional(
    name: string,
    target: Estimate,
    { variable, body, scope }: { readonly variable: string; readonly body: ASTNode; readonly scope: Scope },
  ): Estimate {
    const value: Estimate = { cost: target.cost + 1, size: undefined, path: [] };
    const bound = this.#bind(variable, value, body, scope);
    const wrapped = bound.cost + (name === 'optMap' ? 1 : 0);
    return { cost: target.cost + 1 + wrapped, size: undefined, path: [] };
  }

  #macro(
    name: string,
    { node, target }: { readonly node: ASTNode; readonly target: Estimate },
    { variable, rest, scope }: { readonly variable: string; readonly rest: readonly ASTNode[]; readonly scope: Scope },
  ): Estimate {
    const isList = target.entries?.isList ?? this.#types.typeOf(node)?.kind === 'list';
    const element = {
      path: [...target.path, isList ? '@items' : '@keys'],
      size: isList ? target.entries?.value : target.entries?.key,
    };
    const inner = new Map(scope).set(variable, element);
    const bodies = rest.map((part) => this.#visit(part, inner));
    const turns = sizeOrUnbounded(target);
    const last = bodies.at(-1);
    const body = last?.cost ?? 0;
    const condition = bodies.length > 1 ? (bodies[0]?.cost ?? 0) : 0;
    const loop = (turn: number, around: number): number =>
      Math.min(UNBOUNDED, target.cost + times(turns, turn) + around);
    switch (name) {
      case 'all':
        return { cost: loop(3 + body, 1), size: 1, path: [] };
      case 'exists':
        return { cost: loop(4 + body, 1), size: 1, path: [] };
      case 'map': {
        const entries = { isList: true, key: 1, value: last ? sizeOrUnbounded(last) : UNBOUNDED };
        return { cost: loop(condition + 2 + NEW_LIST + body, NEW_LIST + 1), size: turns, path: [], entries };
      }
      case 'filter': {
        const value = this.#sizeAt(element.path) ?? element.size ?? UNBOUNDED;
        const entries = { isList: true, key: 1, value };
        return { cost: loop(3 + NEW_LIST + body, NEW_LIST + 1), size: turns, path: [], entries };
      }
      default:
        return { cost: loop(body + 2, 2), size: 1, path: [] };
    }
  }

  /** The size of a list's elements where these are texts. */
  #elementSize({ path }: Estimate, type: StaticType | undefined): number | undefined {
    const kind = type?.of?.kind;
    if (kind !== 'string' && kind !== 'bytes') return undefined;
    return (path.length > 0 ? this.#sizeAt([...path, '@items']) : undefined) ?? UNBOUNDED;
  }

  #sized(node: ASTNode, estimate: Omit<Estimate, 'size'>): Estimate {
    return { ...estimate, size: this.#sizeAt(estimate.path) ?? sizeOfType(this.#types.typeOf(node)) };
  }

  /** The size that the schema allows what a path leads to; the server starts at the root whatever the path's first part is. */
  #sizeAt(path: readonly string[]): number | undefined {
    if (path.length === 0) return undefined;
    let at: DeclaredType | undefined = this.#root;
    for (const step of path.slice(1)) {
      if (step === '@keys') return at.kind === 'map' ? 0 : undefined;
      at = step === '@items' || step === '@values' ? at.elements : at.fields?.get(step);
      if (at === undefined) return undefined;
    }
    return at.maxElements;
  }
}

const MACROS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'existsOne', 'map', 'filter']);
const LIBRARIES: ReadonlySet<string> = new Set(['optional', 'sets', 'math', 'ip', 'format', 'lists', 'cel']);

function sizeOrUnbounded({ size }: Pick<Estimate, 'size'>): number {
  return size ?? UNBOUNDED;
}

function sum(parts: readonly Estimate[]): number {
  return parts.reduce((total, { cost }) => total + cost, 0);
}

function union(left: Entries | undefined, right: Entries | undefined): Entries | undefined {
  if (left === undefined || right === undefined) return undefined;
  return { ...left, key: Math.max(left.key, right.key), value: Math.max(left.value, right.value) };
}

function sizeOfType(type: StaticType | undefined): number | undefined {
  return isScalar(type) ? 1 : undefined;
}

function literalSize(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  return value instanceof Uint8Array ? value.length : 1;
}
