import { InformerError } from '../api/informer-error.js';
import { fieldPathOf, textReader } from '../api/field-path.js';

/** One condition of a field selector. `field` is a path such as `spec.nodeName`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** A field selector that is parsed already. */
export interface FieldSelector {
  /** All of which must hold. */
  readonly requirements: readonly FieldRequirement[];
  /** True when it matches every object. */
  readonly empty: boolean;
  /**
   * Whether the object's fields, found by path, have these values. A field that is not there counts as `''`; numbers and
   * booleans as their text. A server may know fields under names that are no paths, which this does not.
   */
  matches(object: unknown): boolean;
  /** The text that the API server takes. */
  toString(): string;
}

/**
 * A field selector that cannot be understood; `position` is where in `text`, counted from 0.
 *
 * @example
 * if (error instanceof FieldSelectorError) console.log(error.text, error.position);
 */
export class FieldSelectorError extends InformerError {
  override readonly name = 'FieldSelectorError';
  readonly text: string;
  readonly position: number;

  constructor(problem: string, text: string, position: number) {
    super('FieldSelector', `field selector ${JSON.stringify(text)}, position ${position}: ${problem}`);
    this.text = text;
    this.position = position;
  }
}

/**
 * The text of a field selector, every value escaped.
 *
 * @example
 * fieldSelectorText({ 'status.phase': 'Running', 'spec.nodeName': 'a' }); // → 'spec.nodeName=a,status.phase=Running'
 */
export function fieldSelectorText(fields: { readonly [field: string]: string | number | boolean }): string {
  return fieldSelectorFromSet(fields).toString();
}

/**
 * A field selector that asks for these values. No fields: everything.
 *
 * @example
 * fieldSelectorFromSet({ 'status.phase': 'Running' }).toString(); // → 'status.phase=Running'
 */
export function fieldSelectorFromSet(fields: { readonly [field: string]: string | number | boolean }): FieldSelector {
  const requirements = Object.entries(fields).map(([field, value]): FieldRequirement => ({
    field,
    operator: '=',
    value: String(value),
  }));
  return fieldSelectorOf(requirements);
}

/**
 * Parses the text of a field selector: `a.b=c`, `a.b==c`, `a.b!=c`, separated by commas, all of which must hold. In a value
 * `\\`, `\,` and `\=` stand for the characters themselves. Throws a {@link FieldSelectorError} that names the position.
 *
 * @example
 * parseFieldSelector('status.phase!=Running,spec.nodeName=a').toString().includes('spec.nodeName=a'); // → true
 */
export function parseFieldSelector(text: string): FieldSelector {
  const requirements: FieldRequirement[] = [];
  for (const { start, end } of splitTerms(text)) {
    if (start < end) requirements.push(parseTerm(text, start, end));
  }
  return fieldSelectorOf(requirements);
}

/**
 * Puts a backslash before every backslash, comma and equals sign.
 *
 * @example
 * escapeFieldValue('a,b=c'); // → 'a\\,b\\=c'
 */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}

function fieldSelectorOf(requirements: readonly FieldRequirement[]): FieldSelector {
  const terms = requirements
    .map((requirement) => ({ requirement, text: termText(requirement) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const conditions = terms.map(({ requirement }) => ({
    ...requirement,
    read: textReader(fieldPathOf(requirement.field.split('.'))),
  }));
  const text = terms.map((term) => term.text).join(',');
  return {
    requirements: terms.map(({ requirement }) => requirement),
    empty: terms.length === 0,
    matches: (object) =>
      conditions.every(({ read, operator, value }) => ((read(object) ?? '') === value) === (operator === '=')),
    toString: () => text,
  };
}

function termText({ field, operator, value }: FieldRequirement): string {
  return `${field}${operator}${escapeFieldValue(value)}`;
}

/** The terms between commas; a comma after a backslash belongs to its value. */
function splitTerms(text: string): { start: number; end: number }[] {
  const terms: { start: number; end: number }[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === ',') {
      terms.push({ start, end: i });
      start = i + 1;
    }
  }
  terms.push({ start, end: text.length });
  return terms;
}

function parseTerm(text: string, start: number, end: number): FieldRequirement {
  // A field cannot be escaped: the first operator ends it.
  const match = /!=|==|=/.exec(text.slice(start, end));
  if (match === null) throw new FieldSelectorError(`expected 'field=value' or 'field!=value'`, text, start);
  if (match.index === 0) throw new FieldSelectorError('expected a field before the operator', text, start);
  const valueStart = start + match.index + match[0].length;
  return {
    field: text.slice(start, start + match.index),
    operator: match[0] === '!=' ? '!=' : '=',
    value: unescapeValue(text, valueStart, end),
  };
}

function unescapeValue(text: string, start: number, end: number): string {
  let value = '';
  for (let i = start; i < end; i += 1) {
    const character = text[i] ?? '';
    if (character === '=') throw new FieldSelectorError(`'=' in a value must be written '\\='`, text, i);
    if (character !== '\\') {
      value += character;
      continue;
    }
    const escaped = i + 1 < end ? (text[i + 1] ?? '') : '';
    if (escaped !== '') i += 1;
    if (escaped === '' || !'\\,='.includes(escaped)) {
      throw new FieldSelectorError(`only '\\\\', '\\,' and '\\=' are escapes, found '\\${escaped}'`, text, i);
    }
    value += escaped;
  }
  return value;
}
