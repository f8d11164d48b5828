import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';

/**
 * The documentation of a property: its description, then what its type cannot say, one tag a line. Plain text; the
 * renderer wraps and escapes it.
 */
export function schemaDoc(schema: JsonObject): string {
  const description = descriptionOf(schema);
  if (!hasMoreToSay(schema) && !mentionsDeprecation(description)) return description;
  const lines: string[] = [];
  const { text, deprecated } = splitDeprecation(description);
  if (text !== '') lines.push(text);
  lines.push(...branchNotes(schema), ...tagsOf(schema));
  if (deprecated !== undefined) lines.push(`@deprecated${deprecated === '' ? '' : ` ${deprecated}`}`);
  return lines.join('\n');
}

/** A description without the space around it. */
export function descriptionOf(schema: JsonObject): string {
  const description = member(schema, 'description');
  return typeof description === 'string' ? description.trim() : '';
}

/** A paragraph or sentence that begins with `Deprecated:` becomes the reason of a `@deprecated` tag. */
export function splitDeprecation(description: string): { text: string; deprecated: string | undefined } {
  if (!mentionsDeprecation(description)) return { text: description, deprecated: undefined };
  const match = /(?:^|\n|\. +)(?:deprecated|DEPRECATED|Deprecated)\s*[:.-]\s*([^\n]*)/.exec(description);
  if (match === null) return { text: description, deprecated: undefined };
  const before = description.slice(0, match.index).trim();
  const after = description.slice(match.index + match[0].length).trim();
  const ended = before !== '' && match[0].startsWith('.') ? `${before}.` : before;
  return { text: [ended, after].filter(Boolean).join('\n'), deprecated: (match[1] ?? '').trim() };
}

function mentionsDeprecation(description: string): boolean {
  return description.includes('eprecated') || description.includes('DEPRECATED');
}

/** The tags that are called as the key is. */
const PLAIN_TAGS: readonly string[] = [
  'pattern',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];

/** Everything in a schema that this file makes a line of, beside the description. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  ...PLAIN_TAGS,
  'default',
  'format',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-validations',
  'oneOf',
  'anyOf',
]);

/** Most schemas hold nothing of the kind: one look at their keys spares looking for each. */
function hasMoreToSay(schema: JsonObject): boolean {
  return Object.keys(schema).some((key) => DOCUMENTED.has(key));
}

/** Formats that say no more than the type does. */
const PLAIN_FORMATS: ReadonlySet<unknown> = new Set(['int32', 'int64', 'double', 'float', 'int-or-string', '']);

function tagsOf(schema: JsonObject): string[] {
  const tags: string[] = [];
  const value = member(schema, 'default');
  if (value !== undefined && !isEmptyObject(value)) tags.push(`@default ${JSON.stringify(value)}`);
  const format = member(schema, 'format');
  if (typeof format === 'string' && !PLAIN_FORMATS.has(format)) tags.push(`@format ${format}`);
  PLAIN_TAGS.forEach((key) => {
    const limit = member(schema, key);
    if (typeof limit === 'string' || typeof limit === 'number') tags.push(`@${key} ${limit}`);
  });
  const keys = member(schema, 'x-kubernetes-list-map-keys');
  if (Array.isArray(keys) && keys.length > 0) tags.push(`@listMapKey ${keys.map(String).join(', ')}`);
  return [...tags, ...rulesOf(schema)];
}

/** CEL rules: the message where there is one, else the rule itself. */
function rulesOf(schema: JsonObject): string[] {
  const rules = member(schema, 'x-kubernetes-validations');
  if (!Array.isArray(rules)) return [];
  return rules.filter(isObject).flatMap((rule) => {
    const text = member(rule, 'rule');
    const message = member(rule, 'message');
    if (typeof text !== 'string') return [];
    const shown = collapse(text);
    return [
      typeof message === 'string' ? `@validation \`${shown}\`: ${collapse(message)}` : `@validation \`${shown}\``,
    ];
  });
}

/** `oneOf: [{required: [a]}, {required: [b]}]`, which the type does not express. */
function branchNotes(schema: JsonObject): string[] {
  return (['oneOf', 'anyOf'] as const).flatMap((key) => {
    const branches = member(schema, key);
    if (!Array.isArray(branches)) return [];
    const names = branches.map((branch) => (isObject(branch) ? member(branch, 'required') : undefined));
    const lists = names.filter((list): list is unknown[] => Array.isArray(list) && list.length > 0);
    if (lists.length < 2 || lists.length !== branches.length) return [];
    const shown = lists.map((list) => list.map((name) => `\`${String(name)}\``).join(' with ')).join(', ');
    return [`${key === 'oneOf' ? 'Exactly' : 'At least'} one of ${shown} is set.`];
  });
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function collapse(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
