import { builtinTypesTable } from './builtin-types-table.js';
import { deducedType, opaqueType, scalarType } from './merge-type.js';
import type { FieldType, ListType, MapType, MergeType, PatchRule } from './merge-type.js';

/**
 * The signs of the table. A field: `+` it is on the wire even when it is not set, `?` it is a pointer, so that an empty
 * value stays. A type: `s`, `n`, `b` scalars, `t` a time, `i` a number or a string, `q` a quantity, `@` opaque, `*`
 * anything, `{…}` a map, `[…]` a list, else the name of a type; behind it `!` for atomic, `~` for not atomic though its type is, `=` for a set, `:a,b` for a
 * list whose elements have these keys. Last, for strategic merge patches: `/key`, `$` retains keys, `#` replaces.
 */
const fieldPattern = /^(\+?)(\??)(.*?)(?:\/(\w*))?(\$?)(#?)$/;

const scalars: Readonly<Record<string, MergeType>> = {
  s: scalarType('string'),
  n: scalarType('numeric'),
  b: scalarType('boolean'),
  t: scalarType('untyped'),
  i: scalarType('untyped'),
  q: scalarType('untyped'),
  '@': opaqueType,
  '*': deducedType,
};
const zeros: Readonly<Record<string, unknown>> = { s: '', n: 0, b: false, i: 0, q: '0' };

let lines: ReadonlyMap<string, string> | undefined;
const named = new Map<string, MapType>();

function lineOf(name: string): string | undefined {
  // Read when the first built-in object is written, not when the module is loaded.
  lines ??= new Map(
    builtinTypesTable
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')).replace('!', ''), line] as const),
  );
  return lines.get(name);
}

/** The type of a built-in kind, such as `apps/v1` and `Deployment`; undefined for one that is not known. */
export function builtinType(apiVersion: string, kind: string): MapType | undefined {
  const line = lineOf(`${apiVersion}/${kind}`);
  return line === undefined ? undefined : namedType(line.slice(line.indexOf(' ') + 1));
}

function namedType(name: string): MapType {
  let type = named.get(name);
  if (type === undefined) {
    type = new NamedType(name);
    named.set(name, type);
  }
  return type;
}

/** Read on first use, because types contain each other, some of them themselves. */
class NamedType implements MapType {
  readonly type = 'map';
  readonly atomic: boolean;
  readonly element = undefined;
  readonly #line: string;
  #fields: ReadonlyMap<string, FieldType> | undefined;

  constructor(name: string) {
    this.#line = lineOf(name) ?? name;
    this.atomic = /^\S*!/.test(this.#line);
  }

  get fields(): ReadonlyMap<string, FieldType> {
    if (this.#fields === undefined) {
      const [name = '', ...fields] = this.#line.split(' ');
      // References to objects alone have a key that is empty where it is absent, though it need not be on the wire.
      const fallback = name === 'core.v1.LocalObjectReference!' ? { keyDefault: '' } : {};
      this.#fields = new Map(
        fields.map((text) => {
          const at = text.indexOf('=');
          return [text.slice(0, at), { ...fallback, ...parseField(text.slice(0, at), text.slice(at + 1)) }] as const;
        }),
      );
    }
    return this.#fields;
  }
}

function parseField(name: string, text: string): FieldType {
  const [, always, pointer, expression = '', mergeKey, retainKeys, replace] = fieldPattern.exec(text) ?? [];
  const type = parseType(expression);
  const patch: PatchRule = {
    ...(mergeKey === undefined ? {} : { mergeKey }),
    ...(retainKeys ? { retainKeys: true } : {}),
    ...(replace ? { replace: true } : {}),
  };
  return {
    type,
    ...(always ? { always: true, zero: zeroOf(type, expression, pointer === '?') } : {}),
    ...(pointer ? { pointer: true } : {}),
    ...(Object.keys(patch).length > 0 ? { patch } : {}),
    ...keyDefault(name, expression, always === '+' && !pointer),
  };
}

/** Go leaves nothing unset: a key that is absent is its zero value. The protocol of ports alone has another default. */
function keyDefault(name: string, expression: string, isPlain: boolean): { keyDefault?: unknown } {
  if (name === 'protocol' && expression === 's') return { keyDefault: 'TCP' };
  return isPlain && expression in zeros ? { keyDefault: zeros[expression] } : {};
}

function zeroOf(type: MergeType, expression: string, pointer: boolean): () => unknown {
  if (pointer || type.type !== 'map' || expression.startsWith('{'))
    return () => zeros[pointer ? '' : expression] ?? null;
  return () => zeroObject(type);
}

/** An object of this type in which nothing is set, as it is on the wire. */
export function zeroObject(type: MapType): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, field] of type.fields) if (field.zero) object[name] = field.zero();
  return object;
}

function parseType(expression: string): MergeType {
  const scalar = Object.hasOwn(scalars, expression) ? scalars[expression] : undefined;
  if (scalar) return scalar;
  if (expression.startsWith('{')) {
    const end = expression.lastIndexOf('}');
    return {
      type: 'map',
      atomic: expression.endsWith('!'),
      fields: new Map(),
      element: parseType(expression.slice(1, end)),
    };
  }
  if (expression.startsWith('[')) return parseList(expression);
  const type = namedType(expression.replace(/[!~]$/, ''));
  const atomic = expression.endsWith('!') || (type.atomic && !expression.endsWith('~'));
  // Not spread: the fields are to be read on first use.
  return atomic === type.atomic ? type : new OwnType(type, atomic);
}

function parseList(expression: string): ListType {
  const end = expression.lastIndexOf(']');
  const element = parseType(expression.slice(1, end));
  const rest = expression.slice(end + 1);
  if (rest === '=') return { type: 'list', relationship: 'set', keys: [], element };
  if (rest === '') return { type: 'list', relationship: 'atomic', keys: [], element };
  return { type: 'list', relationship: 'map', keys: rest.slice(1).split(',').sort(), element };
}

/** A type that is atomic in one field only, or everywhere but there. */
class OwnType implements MapType {
  readonly type = 'map';
  readonly atomic: boolean;
  readonly element = undefined;
  readonly #base: MapType;

  constructor(base: MapType, atomic: boolean) {
    this.#base = base;
    this.atomic = atomic;
  }

  get fields(): ReadonlyMap<string, FieldType> {
    return this.#base.fields;
  }
}
