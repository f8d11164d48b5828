import { builtinTables, printingTables } from './tables.js';

/** The scalars that decoding tells apart; every other named Go type is a text. */
export type ScalarName =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'float64'
  | 'bytes'
  | 'any'
  | 'resource.Quantity'
  | 'intstr.IntOrString'
  | 'v1.Time'
  | 'v1.MicroTime';

/** How a Go value looks as JSON. */
export type GoType =
  | { readonly type: 'scalar'; readonly scalar: ScalarName; readonly goName: string }
  | { readonly type: 'pointer'; readonly element: GoType; readonly goName: string }
  | { readonly type: 'list'; readonly element: GoType; readonly goName: string }
  | { readonly type: 'map'; readonly element: GoType; readonly goName: string }
  | { readonly type: 'struct'; readonly struct: string; readonly goName: string };

/** One field of a Go struct. */
export interface GoField {
  readonly name: string;
  readonly value: GoType;
  /** `empty`: an empty value is left out; `zero`: a zero one, also of a struct; `never`: it is always written. */
  readonly omit: 'empty' | 'zero' | 'never';
  /** The embedded structs that the field is from, as messages name them: `PersistentVolumeSource`. Default: none. */
  readonly embedded: string | undefined;
}

const structs = new Map<string, ReadonlyMap<string, GoField>>();

/** The Go struct of a kind such as `apps/v1/Deployment` or `/v1/Pod`; undefined where there is none. */
export function structOfKind(group: string, version: string, kind: string): string | undefined {
  return builtinTables().kinds[`${group}/${version}/${kind}`];
}

/**
 * The fields of a Go struct such as `core/v1.PodSpec`, by their JSON names and in its order; `apis/core.PodSpec` is what
 * the server itself has, under its own names.
 */
export function fieldsOf(struct: string): ReadonlyMap<string, GoField> {
  let fields = structs.get(struct);
  if (fields === undefined) {
    const internal = struct.startsWith('apis/');
    const described = (internal ? printingTables().layouts : builtinTables().structs)[struct] ?? {};
    fields = new Map(Object.entries(described).map(([name, text]) => [name, parseField(name, text)]));
    structs.set(struct, fields);
  }
  return fields;
}

/** `PodSpec` of `core/v1.PodSpec`. */
export function shortName(struct: string): string {
  return struct.slice(struct.indexOf('.') + 1);
}

function parseField(name: string, text: string): GoField {
  const omit = text.startsWith('?') ? 'empty' : text.startsWith('~') ? 'zero' : 'never';
  const [type = '', embedded] = (omit === 'never' ? text : text.slice(1)).split('^');
  return { name, value: parseType(type), omit, embedded };
}

const SCALARS: ReadonlySet<string> = new Set([
  'bool',
  'int32',
  'int64',
  'float64',
  'bytes',
  'any',
  'resource.Quantity',
  'intstr.IntOrString',
  'v1.Time',
  'v1.MicroTime',
]);

/** What Go calls lists that have a name, or elements that read themselves. */
const NAMED_LISTS: Readonly<Record<string, string>> = {
  '[]any': '[]v1.JSON',
  '[]=apiextensions/v1.ValidationRule': 'v1.ValidationRules',
};

function parseType(text: string): GoType {
  if (text.startsWith('*')) {
    const element = parseType(text.slice(1));
    return { type: 'pointer', element, goName: element.goName };
  }
  if (text.startsWith('[]')) {
    const element = parseType(text.slice(2));
    return { type: 'list', element, goName: NAMED_LISTS[text] ?? `[]${element.goName}` };
  }
  if (text.startsWith('<')) {
    const end = text.indexOf('>{}');
    return { type: 'map', element: parseType(text.slice(end + 3)), goName: text.slice(1, end) };
  }
  if (text.startsWith('=')) {
    const struct = text.slice(1);
    return { type: 'struct', struct, goName: struct.slice(struct.indexOf('/') + 1) };
  }
  const scalar = SCALARS.has(text) ? (text as ScalarName) : 'string';
  return { type: 'scalar', scalar, goName: text === 'bytes' ? '[]uint8' : text };
}
