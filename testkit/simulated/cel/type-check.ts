import type { ASTNode } from '@marcbachmann/cel-js';
import type { DeclaredType } from './declared-type.js';
import { argumentFault } from './constant-arguments.js';
import { hasFunction, resultType, takesText } from './function-types.js';
import { binary, conditional, indexed, OPERATOR_NAMES, unary } from './operator-types.js';
import type { Operation } from './operator-types.js';
import { openingParenthesis, operatorPosition, positionOf } from './source-positions.js';
import { areComparable, BOOL, DYN, INT, staticType, STRING, typeName } from './static-type.js';
import type { StaticType } from './static-type.js';

/** An operation that there is not, and where it stands. */
export interface TypeFault {
  readonly position: number;
  readonly says: string;
}

/** A type, and the declaration that says what its fields are. */
interface Typed {
  readonly type: StaticType | undefined;
  readonly declared?: DeclaredType | undefined;
}

type Scope = ReadonlyMap<string, Typed>;

const UNKNOWN: Typed = { type: undefined };
const TYPE_NAMES: ReadonlySet<string> = new Set('int uint double string bytes bool list map null_type type'.split(' '));
/** First parts of the names of types and functions. */
const NAMESPACES: ReadonlySet<string> = new Set(
  'google net kubernetes optional sets math ip format jsonpatch lists'.split(' '),
);
/** Types whose values have no fields. */
const WITHOUT_FIELDS: ReadonlySet<string> = new Set(
  'bool int uint double string bytes duration timestamp list'.split(' '),
);

/** Derives the types of an expression and of all its parts; what cannot be known is left open and never a fault. */
export class TypeCheck {
  readonly faults: TypeFault[] = [];
  readonly #types = new Map<ASTNode, StaticType | undefined>();
  readonly #source: string;

  constructor(
    expression: ASTNode,
    source: string,
    variables: ReadonlyMap<string, DeclaredType | StaticType | undefined>,
  ) {
    this.#source = source;
    this.#check(expression, new Map([...variables].map(([name, type]) => [name, typedVariable(type)])));
  }

  /** The type of a part of the expression; undefined: not known. */
  typeOf(node: ASTNode): StaticType | undefined {
    return this.#types.get(node);
  }

  #check(node: ASTNode, scope: Scope): Typed {
    const typed = this.#derive(node, scope);
    this.#types.set(node, typed.type);
    return typed;
  }

  #derive(node: ASTNode, scope: Scope): Typed {
    switch (node.op) {
      case 'value':
        return { type: literalType(node.args) };
      case 'id':
        return scope.get(node.args) ?? this.#global(node, node.args);
      case '.':
      case '.?':
        return this.#select(node, scope);
      case '[]':
        return this.#index(node, scope);
      case '[?]': {
        const [container, index] = node.args;
        const { type, declared } = this.#check(container, scope);
        this.#check(index, scope);
        const inner = type?.kind === 'optional' ? type.of : type;
        return { type: { kind: 'optional', of: inner?.of }, declared: declared?.elements };
      }
      case 'list': {
        const types = node.args.map((item) => this.#check(item, scope).type);
        return { type: { kind: 'list', of: this.#elementType(node.args, types) } };
      }
      case 'map': {
        const values = node.args.map(([key, value]) => (this.#check(key, scope), this.#check(value, scope).type));
        return { type: { kind: 'map', of: values.length === 1 ? values[0] : undefined } };
      }
      case '?:': {
        const [condition, one, other] = node.args.map((part) => this.#check(part, scope));
        const operation = conditional(condition?.type, one?.type, other?.type);
        return { type: this.#result(node, operation, [condition, one, other]), declared: one?.declared };
      }
      case 'call':
        return this.#call(node, scope);
      case 'rcall':
        return this.#memberCall(node, scope);
      case '!_':
      case '-_': {
        const operand = this.#check(node.args, scope);
        return { type: this.#result(node, unary(node.op, operand.type), [operand]) };
      }
      default: {
        const [left, right] = node.args.map((part) => this.#check(part, scope));
        if (node.op === '&&' || node.op === '||') {
          for (const part of node.args) this.#expectTruth(part);
          return { type: BOOL };
        }
        return { type: this.#result(node, binary(node.op, left?.type, right?.type), [left, right]) };
      }
    }
  }

  #global(node: ASTNode, name: string): Typed {
    if (TYPE_NAMES.has(name)) return { type: { kind: 'type' } };
    if (!NAMESPACES.has(name)) this.#undeclared(node.pos, name);
    return UNKNOWN;
  }

  #undeclared(position: number, name: string): void {
    this.faults.push({ position, says: `undeclared reference to '${name}' (in container '')` });
  }

  #expectTruth(node: ASTNode): void {
    const name = typeName(this.typeOf(node));
    if (name !== undefined && name !== 'bool' && name !== 'dyn') this.#unexpected(node, 'bool', name);
  }

  #unexpected(node: ASTNode, expected: string, found: string): void {
    const position = positionOf(node, this.#source);
    this.faults.push({ position, says: `expected type '${expected}' but found '${found}'` });
  }

  /** The elements of a list that is written out are of one type. */
  #elementType(items: readonly ASTNode[], types: readonly (StaticType | undefined)[]): StaticType | undefined {
    const [first] = types;
    const names = types.map(typeName);
    const [name] = names;
    if (name === undefined || names.includes(undefined)) return undefined;
    if (names.includes('dyn')) return DYN;
    const odd = names.findIndex((other) => other !== name);
    const [item, found] = [items[odd], names[odd]];
    if (item !== undefined && found !== undefined) this.#unexpected(item, name, found);
    return first;
  }

  /** Notes a fault where there is no such operation, if its types can be told. */
  #result(
    node: ASTNode,
    { type, isFault }: Operation,
    operands: readonly (Typed | undefined)[],
  ): StaticType | undefined {
    const names = operands.map((operand) => typeName(operand?.type));
    if (isFault && names.every((name) => name !== undefined)) {
      const position = operatorPosition(node, this.#source);
      const name = OPERATOR_NAMES[node.op] ?? node.op;
      this.faults.push({
        position,
        says: `found no matching overload for '${name}' applied to '(${names.join(', ')})'`,
      });
    }
    return type;
  }

  #select(node: Extract<ASTNode, { op: '.' | '.?' }>, scope: Scope): Typed {
    const [object, field] = node.args;
    const { type, declared } = this.#check(object, scope);
    const name = typeName(type);
    if (name !== undefined && type !== undefined && WITHOUT_FIELDS.has(type.kind)) {
      this.faults.push({ position: node.pos - 1, says: `type '${name}' does not support field selection` });
    }
    const inner = declared?.fields?.get(field) ?? (declared?.kind === 'map' ? declared.elements : undefined);
    const selected = declared === undefined && type?.kind === 'dyn' ? DYN : staticType(inner);
    const isOptional = node.op === '.?' || type?.kind === 'optional';
    return { type: isOptional ? { kind: 'optional', of: selected } : selected, declared: inner };
  }

  #index(node: Extract<ASTNode, { op: '[]' }>, scope: Scope): Typed {
    const [container, index] = node.args.map((part) => this.#check(part, scope));
    const type = this.#result(node, indexed(container?.type, index?.type), [container, index]);
    return { type, declared: container?.declared?.elements };
  }

  #call(node: Extract<ASTNode, { op: 'call' }>, scope: Scope): Typed {
    const [name, args] = node.args;
    const types = args.map((part) => this.#check(part, scope).type);
    const [asked] = args;
    if (name === 'has' && asked === undefined) this.#undeclared(openingParenthesis(node, name, this.#source), name);
    else if (name === 'has' && asked?.op !== '.' && asked !== undefined) {
      const position = positionOf(asked, this.#source);
      this.faults.push({ position, says: 'invalid argument to has() macro' });
    }
    if (name === 'size' && args.length === 1 && !hasFunction(name, types[0])) this.#noFunction(node, name, types);
    this.#checkConstant(name, args[0]);
    return { type: resultType(name, undefined) };
  }

  #memberCall(node: Extract<ASTNode, { op: 'rcall' }>, scope: Scope): Typed {
    const [name, receiver, args] = node.args;
    const [variable, ...rest] = args;
    const target = this.#check(receiver, scope);
    if (MACROS.has(name) && rest.length === 0) this.#undeclared(openingParenthesis(node, name, this.#source), name);
    else if (MACROS.has(name) && variable?.op === 'id')
      return this.#macro(name, target, { variable: variable.args, rest, scope });
    const types = args.map((part) => this.#check(part, scope).type);
    if (receiver.op === 'id' && receiver.args === 'cel')
      this.#undeclared(openingParenthesis(node, name, this.#source), name);
    if (receiver.op === 'id' && receiver.args === 'optional') {
      return { type: name === 'of' || name === 'none' ? { kind: 'optional', of: types[0] } : undefined };
    }
    if (!hasFunction(name, target.type) || !takesArguments(name, target.type, types)) {
      this.#noFunction(node, name, types, target.type);
      return UNKNOWN;
    }
    if (name === 'matches') this.#checkConstant(name, args[0]);
    const unwrapped = name === 'value' || name === 'orValue' ? target.declared : undefined;
    return { type: resultType(name, target.type), declared: unwrapped };
  }

  #macro(
    name: string,
    target: Typed,
    { variable, rest, scope }: { readonly variable: string; readonly rest: readonly ASTNode[]; readonly scope: Scope },
  ): Typed {
    const inner = new Map(scope);
    if (name === 'optMap' || name === 'optFlatMap') {
      inner.set(variable, {
        type: target.type?.kind === 'optional' ? target.type.of : undefined,
        declared: target.declared,
      });
      const body = rest[0] ? this.#check(rest[0], inner) : UNKNOWN;
      return name === 'optMap' ? { type: { kind: 'optional', of: body.type }, declared: body.declared } : body;
    }
    const second = rest[0]?.op === 'id' && rest.length > 1 ? rest[0].args : undefined;
    if (second !== undefined) inner.set(variable, UNKNOWN).set(second, UNKNOWN);
    else inner.set(variable, elementOf(target));
    const bodies = rest.map((part) => this.#check(part, inner));
    if (['all', 'exists'].includes(name) && second === undefined && rest[0]) this.#expectTruth(rest[0]);
    if (name === 'map') return { type: { kind: 'list', of: bodies.at(-1)?.type } };
    if (name === 'filter') return target.type?.kind === 'list' ? target : UNKNOWN;
    return { type: resultType(name, undefined) };
  }

  #checkConstant(name: string, argument: ASTNode | undefined): void {
    if (argument?.op !== 'value' || typeof argument.args !== 'string') return;
    const says = argumentFault(name, argument.args);
    if (says !== undefined) this.faults.push({ position: argument.pos, says });
  }

  #noFunction(
    node: ASTNode,
    name: string,
    ...[args, receiver]: [args: readonly (StaticType | undefined)[], receiver?: StaticType | undefined]
  ): void {
    const names = args.map(typeName);
    const target = receiver && typeName(receiver);
    if (names.includes(undefined) || (receiver !== undefined && target === undefined)) return;
    const applied = `${target === undefined ? '' : `${target}.`}(${names.join(', ')})`;
    const position = openingParenthesis(node, name, this.#source);
    this.faults.push({ position, says: `found no matching overload for '${name}' applied to '${applied}'` });
  }
}

const MACROS: ReadonlySet<string> = new Set(
  'all exists exists_one existsOne map filter optMap optFlatMap transformList transformMap transformMapEntry sortBy'.split(
    ' ',
  ),
);

/** Whether a function that works on texts, or on what may be absent, takes such arguments. */
function takesArguments(
  name: string,
  receiver: StaticType | undefined,
  types: readonly (StaticType | undefined)[],
): boolean {
  const [first] = types;
  if (name === 'orValue') return receiver?.kind !== 'optional' || areComparable(receiver.of, first);
  return receiver?.kind !== 'string' || !takesText(name) || areComparable(STRING, first);
}

/** What a macro's variable stands for: maps are walked by their keys. */
function elementOf({ type, declared }: Typed): Typed {
  if (type?.kind === 'list') return { type: type.of, declared: declared?.elements };
  return type?.kind === 'map' ? { type: STRING } : UNKNOWN;
}

function typedVariable(type: DeclaredType | StaticType | undefined): Typed {
  if (type === undefined) return UNKNOWN;
  if ('maxElements' in type) return { type: staticType(type), declared: type };
  return { type };
}

function literalType(value: unknown): StaticType | undefined {
  switch (typeof value) {
    case 'string':
      return STRING;
    case 'boolean':
      return BOOL;
    case 'bigint':
      return INT;
    case 'number':
      return { kind: 'double' };
    default:
      if (value === null) return { kind: 'null' };
      return { kind: value instanceof Uint8Array ? 'bytes' : 'uint' };
  }
}
