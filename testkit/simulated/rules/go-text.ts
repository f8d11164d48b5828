import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { jsonText } from '../objects/json-text.js';

/** Quotes a text as Go's `%q` does. */
export function goQuote(text: string): string {
  let quoted = '"';
  for (const character of text) quoted += quotedCharacter(character);
  return `${quoted}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

function quotedCharacter(character: string): string {
  const escaped = ESCAPES[character];
  if (escaped !== undefined) return escaped;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return character;
}

/** Writes a number as Go's `%v` does: exponents below 1e-4 and from 1e21 on, with two digits at least. */
export function goNumber(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e21)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  return String(value);
}

/** The same for what Go has as a float: with an exponent from a million on. */
export function goFloat(value: number): string {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= 1e-4 && size < 1e6);
  return isPlain ? String(value) : value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Writes a JSON value as Go's `%v` does: `map[a:1 b:[x y]]`. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'number') return goNumber(value);
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonObject(value)) return String(value);
  const fields = Object.keys(value).sort();
  return `map[${fields.map((field) => `${field}:${goText(value[field])}`).join(' ')}]`;
}

/** Writes a JSON value as Go's `%#v` does: `map[string]interface {}{"a":[]interface {}{"x"}}`. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return typeof value === 'number' ? goNumber(value) : String(value);
  const fields = Object.keys(value).sort();
  return `map[string]interface {}{${fields.map((field) => `${goQuote(field)}:${goSyntax(value[field])}`).join(', ')}}`;
}

/** JSON as Go writes it: keys sorted, and `<`, `>` and `&` escaped. */
export function goJson(value: unknown): string {
  return escapedJson(sortedJson(value));
}

/** JSON of what a patch has made of a Go struct: its own keys sorted, those of what is in it as the struct has them. */
export function goPatched(value: JsonObject): string {
  const sorted = Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  return escapedJson(jsonText(sorted));
}

/** JSON with the characters escaped that Go escapes for the sake of HTML. */
export function escapedJson(json: string): string {
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The value with all keys sorted: what equal values have in common. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (!isJsonObject(value)) return jsonText(value) ?? 'null';
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${sortedJson(value[field])}`).join(',')}}`;
}
