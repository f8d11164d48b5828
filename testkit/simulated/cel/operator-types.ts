import { areComparable, BOOL, DYN } from './static-type.js';
import type { StaticType } from './static-type.js';

/** How the compiler names operators. */
export const OPERATOR_NAMES: Readonly<Record<string, string>> = {
  '!_': '!_',
  '-_': '-_',
  '&&': '_&&_',
  '||': '_||_',
  '==': '_==_',
  '!=': '_!=_',
  '<': '_<_',
  '<=': '_<=_',
  '>': '_>_',
  '>=': '_>=_',
  '+': '_+_',
  '-': '_-_',
  '*': '_*_',
  '/': '_/_',
  '%': '_%_',
  in: '@in',
  '[]': '_[_]',
  '?:': '_?_:_',
};

const NUMBERS: readonly string[] = ['int', 'uint', 'double'];
const ORDERED: ReadonlySet<string> = new Set(['bool', ...NUMBERS, 'string', 'bytes', 'timestamp', 'duration']);
const ADDED: readonly string[] = [...NUMBERS, 'string', 'bytes', 'list', 'duration'];

/** What an operator makes of its operands. */
export interface Operation {
  readonly type: StaticType | undefined;
  /** Whether there is no such operation. */
  readonly isFault: boolean;
}

type Operand = StaticType | undefined;

const FAULT: Operation = { type: undefined, isFault: true };
const result = (type: Operand): Operation => ({ type, isFault: false });
const isOpen = (type: Operand): boolean => type === undefined || type.kind === 'dyn';

/** The type of a binary operation. */
export function binary(operator: string, left: Operand, right: Operand): Operation {
  switch (operator) {
    case '==':
    case '!=':
      return areComparable(left, right) ? result(BOOL) : FAULT;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return isOrdered(left, right) ? result(BOOL) : FAULT;
    case '&&':
    case '||':
      return isTruth(left) && isTruth(right) ? result(BOOL) : FAULT;
    case 'in':
      return contains(left, right) ? result(BOOL) : FAULT;
    default:
      return arithmetic(operator, left, right);
  }
}

/** The type of `!value` and `-value`. */
export function unary(operator: string, operand: Operand): Operation {
  if (operator === '!_') return isTruth(operand) ? result(BOOL) : FAULT;
  if (isOpen(operand)) return result(operand);
  return ['int', 'double'].includes(operand?.kind ?? '') ? result(operand) : FAULT;
}

/** The type of `condition ? one : other`. */
export function conditional(condition: Operand, one: Operand, other: Operand): Operation {
  if (!isTruth(condition) || !areComparable(one, other)) return FAULT;
  if (one === undefined || other === undefined) return result(undefined);
  return result(one.kind === 'dyn' || other.kind === 'dyn' ? DYN : one);
}

/** The type of `container[index]`. */
export function indexed(container: Operand, index: Operand): Operation {
  if (container === undefined) return result(undefined);
  if (container.kind === 'dyn') return result(DYN);
  if (container.kind === 'optional') return result(undefined);
  if (container.kind !== 'list' && container.kind !== 'map') return FAULT;
  const key = container.kind === 'list' ? 'int' : 'string';
  return isOpen(index) || index?.kind === key ? result(container.of) : FAULT;
}

function isTruth(type: Operand): boolean {
  return isOpen(type) || type?.kind === 'bool';
}

function isOrdered(left: Operand, right: Operand): boolean {
  const [one, other] = [left, right].map((type) => (isOpen(type) ? undefined : type?.kind));
  if ((one !== undefined && !ORDERED.has(one)) || (other !== undefined && !ORDERED.has(other))) return false;
  if (one === undefined || other === undefined || one === other) return true;
  return NUMBERS.includes(one) && NUMBERS.includes(other);
}

function contains(element: Operand, container: Operand): boolean {
  if (container === undefined || isOpen(container) || container.kind === 'other') return true;
  if (container.kind === 'list') return areComparable(element, container.of);
  return container.kind === 'map' && (isOpen(element) || element?.kind === 'string');
}

function arithmetic(operator: string, left: Operand, right: Operand): Operation {
  if (left === undefined || right === undefined) return result(undefined);
  if (isOpen(left) && isOpen(right)) return result(DYN);
  const [one, other] = [isOpen(left) ? right.kind : left.kind, isOpen(right) ? left.kind : right.kind];
  if (one === 'timestamp' || other === 'timestamp') return ofTimes(operator, one, other);
  const kinds = operator === '+' ? ADDED : operator === '-' ? [...NUMBERS, 'duration'] : NUMBERS;
  const known = operator === '%' ? ['int', 'uint'] : kinds;
  if (one !== other || !known.includes(one)) return FAULT;
  if (one === 'list' && !areComparable(left.of, right.of)) return FAULT;
  return result(isOpen(left) ? right : left);
}

function ofTimes(operator: string, left: string, right: string): Operation {
  const signs = `${left} ${operator} ${right}`;
  if (signs === 'timestamp - timestamp') return result({ kind: 'duration' });
  const moved = ['timestamp + duration', 'duration + timestamp', 'timestamp - duration'].includes(signs);
  return moved ? result({ kind: 'timestamp' }) : FAULT;
}
