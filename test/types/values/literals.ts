import type { Json } from './schema.js';

/**
 * A value as one line of TypeScript. Not JSON: a property called `__proto__` would set the prototype, and a computed name
 * does not.
 */
export function literal(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => literal(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return escaped(JSON.stringify(value));
  const members = Object.entries(value).map(([name, member]: [string, Json]) => `${keyText(name)}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}

/** A property name of a literal. */
export function keyText(name: string): string {
  const key = escaped(JSON.stringify(name));
  return name === '__proto__' ? `[${key}]` : key;
}

function escaped(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** One literal of a type, in a file of many. `wrong`: why the compiler has to refuse it. */
export interface Claim {
  readonly type: string;
  readonly value: Json;
  readonly about: string;
  readonly wrong?: string;
}

/** The statements that make the compiler prove claims: right literals must compile, wrong ones must not. */
export function claimsText(claims: readonly Claim[]): string {
  return claims
    .map(({ type, value, about, wrong }, position) => {
      const comment =
        wrong === undefined ? `// ${clean(about)}` : `// @ts-expect-error ${clean(about)}: ${clean(wrong)}`;
      return `${comment}\nexport const value${position}: ${type} = ${literal(value)};\n`;
    })
    .join('');
}

function clean(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
