import { additionalOf, propertiesOf } from '../schema/json-schema.js';
import type { JsonSchema } from '../schema/json-schema.js';

/** What a path through a schema leads to, or why it leads nowhere. */
export type PathTarget =
  | { readonly type: 'found'; readonly path: string; readonly schema: JsonSchema | undefined }
  | { readonly type: 'fault'; readonly fault: string };

/** Whether a rule may report at this path: dots, or names in brackets and single quotes. */
export function isFieldPath(text: string, schema: JsonSchema): boolean {
  return followPath(text, schema, { brackets: true }).type === 'found';
}

/** Follows a path through a schema, as the server does for rules and selectable fields. */
export function followPath(text: string, schema: JsonSchema, options: { readonly brackets: boolean }): PathTarget {
  let at: JsonSchema | undefined = schema;
  let path = '';
  const tokens = tokensOf(text);
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index] ?? '';
    let name: string;
    if (token === '.') {
      const next = tokens[index + 1];
      if (next === undefined) return fault('unexpected end of JSON path');
      name = next;
      index += 2;
    } else if (token === '[') {
      if (!options.brackets) return fault('array notation is not allowed');
      const [quoted, close] = [tokens[index + 1], tokens[index + 2]];
      if (quoted === undefined) return fault('unexpected end of JSON path');
      if (!/^'.*'$/s.test(quoted)) return fault(`expected single quoted string but got ${quoted}`);
      if (close !== ']')
        return fault(close === undefined ? 'unexpected end of JSON path' : `expected ] but got ${close}`);
      name = quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1');
      index += 3;
    } else return fault(`expected [ or . but got: ${token}`);
    const step = stepInto(at, name);
    if (step === undefined) return fault('does not refer to a valid field');
    path = step.isKey ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    at = step.schema;
  }
  return { type: 'found', path, schema: at };
}

function stepInto(
  schema: JsonSchema | undefined,
  name: string,
): { readonly schema: JsonSchema | undefined; readonly isKey: boolean } | undefined {
  if (schema === undefined) return undefined;
  const properties = new Map(propertiesOf(schema));
  if (properties.size > 0) {
    const property = properties.get(name);
    return property && { schema: property, isKey: false };
  }
  return schema.additionalProperties === undefined ? undefined : { schema: additionalOf(schema), isKey: true };
}

function tokensOf(text: string): string[] {
  return [...text.matchAll(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]]+/gs)].map((match) => match[0]);
}

function fault(text: string): PathTarget {
  return { type: 'fault', fault: text };
}
