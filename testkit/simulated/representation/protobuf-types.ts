import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What a value is in protobuf. Scalars: `s` text, `i` whole number, `b` truth, `d` double, `y` bytes. Messages that Go
 * writes by hand: `t` and `u` times with seconds and microseconds, `D` a duration, `q` a quantity, `o` a number or a text,
 * `r` JSON, `x` a list of texts with a name, and of schemas `B` one or a truth, `A` one or more, `S` one or texts.
 */
export type ProtobufType =
  | { readonly is: 'sign'; readonly sign: string }
  | { readonly is: 'message'; readonly name: string }
  | { readonly is: 'list' | 'map'; readonly element: ProtobufType };

/** One field of a message. */
export interface ProtobufField {
  /** As JSON has it; `''` for a message whose fields JSON shows in the one around it. */
  readonly name: string;
  readonly number: number;
  readonly type: ProtobufType;
  /** What is no pointer in Go is written even when it is not set. */
  readonly pointer: boolean;
}

interface Table {
  /** By `apps/v1/Deployment`, or by the kind alone where it is in all groups: the name of its message. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly messages: Readonly<Record<string, string>>;
}

let table: Table | undefined;
const messages = new Map<string, readonly ProtobufField[]>();

/** The message of a kind; undefined for one that has none, as custom resources. */
export function messageOfKind(apiVersion: string, kind: string): string | undefined {
  const { kinds } = readTable();
  for (const key of [`${apiVersion}/${kind}`, kind]) if (Object.hasOwn(kinds, key)) return kinds[key];
  return undefined;
}

/** The fields of a message, by their numbers in rising order. */
export function fieldsOfMessage(name: string): readonly ProtobufField[] {
  let fields = messages.get(name);
  if (fields === undefined) {
    const text = readTable().messages[name] ?? '';
    fields = text === '' ? [] : text.split(' ').map(parseField);
    fields = [...fields].sort((one, other) => one.number - other.number);
    messages.set(name, fields);
  }
  return fields;
}

function parseField(text: string): ProtobufField {
  const [, name = '', number, pointer, type = ''] = /^(.*)=(\d+):(\*?)(.*)$/.exec(text) ?? [];
  return { name, number: Number(number), type: parseType(type), pointer: pointer === '*' };
}

function parseType(text: string): ProtobufType {
  if (text.startsWith('*')) return parseType(text.slice(1));
  if (text.startsWith('[]')) return { is: 'list', element: parseType(text.slice(2)) };
  if (text.startsWith('{}')) return { is: 'map', element: parseType(text.slice(2)) };
  return text.length === 1 ? { is: 'sign', sign: text } : { is: 'message', name: text };
}

/** Read when the first protobuf comes or is asked for; where it is, see `builtin/tables.ts`. */
function readTable(): Table {
  if (table === undefined) {
    const beside = fileURLToPath(new URL('protobuf-table.json', import.meta.url));
    const shipped = new URL('../../../simulated/representation/protobuf-table.json', import.meta.url);
    table = JSON.parse(readFileSync(existsSync(beside) ? beside : fileURLToPath(shipped), 'utf8')) as Table;
  }
  return table;
}
