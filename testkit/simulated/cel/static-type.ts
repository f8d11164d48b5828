import type { DeclaredType } from './declared-type.js';

/** The type of an expression as the compiler derives it. */
export interface StaticType {
  readonly kind: string;
  /** Of lists the element, of maps the value, of optional values what they hold; undefined: not known. */
  readonly of?: StaticType | undefined;
}

export const DYN: StaticType = { kind: 'dyn' };
export const BOOL: StaticType = { kind: 'bool' };
export const INT: StaticType = { kind: 'int' };
export const STRING: StaticType = { kind: 'string' };

/** Types whose values all have one size. */
const SCALARS: ReadonlySet<string> = new Set(['bool', 'int', 'uint', 'double', 'duration', 'timestamp']);

/** The type of values of a declared one. */
export function staticType(declared: DeclaredType | undefined): StaticType | undefined {
  if (declared === undefined) return undefined;
  const { kind, elements } = declared;
  return elements === undefined ? { kind } : { kind, of: staticType(elements) };
}

/** Whether values of the type have a size of one; also where they may be absent. */
export function isScalar(type: StaticType | undefined): boolean {
  if (type?.kind === 'optional') return isScalar(type.of);
  return type !== undefined && SCALARS.has(type.kind);
}

/** Whether a value of one type may be compared with one of the other; what is not known may. */
export function areComparable(left: StaticType | undefined, right: StaticType | undefined): boolean {
  if (left === undefined || right === undefined || left.kind === 'dyn' || right.kind === 'dyn') return true;
  if (left.kind === 'null') return takesNull(right);
  if (right.kind === 'null') return takesNull(left);
  return left.kind === right.kind && areComparable(left.of, right.of);
}

function takesNull({ kind }: StaticType): boolean {
  return !['bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map'].includes(kind);
}

/** How the compiler writes a type; undefined where it is not wholly known. */
export function typeName(type: StaticType | undefined): string | undefined {
  if (type === undefined) return undefined;
  const inner = typeName(type.of);
  switch (type.kind) {
    case 'list':
      return inner && `list(${inner})`;
    case 'map':
      return inner && `map(string, ${inner})`;
    case 'optional':
      return inner && `optional_type(${inner})`;
    case 'object':
    case 'other':
      return undefined;
    default:
      return type.kind;
  }
}
