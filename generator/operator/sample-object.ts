import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';

/** An object that a schema accepts, as far as one can tell without a server. */
export interface Sample {
  /** What the schema requires; undefined where it requires nothing. */
  readonly spec: unknown;
  /** What could not be met for sure: patterns and rules in CEL, with their paths. */
  readonly doubts: readonly string[];
}

/** Texts to try for a pattern, the plain ones first. */
const TEXTS: readonly string[] = [
  'example', 'a', 'A', 'Example', '1', '10', '1.0.0', 'v1', 'v1.0.0', '1h', '10m', '30s', '100m', '1Gi', '10%', '0.5',
  'example.com', 'example.com/v1', 'example.com/a', 'https://example.com', 'http://example.com', 'user@example.com',
  '10.0.0.1', '10.0.0.0/24', '::1', '/', '/example', '* * * * *', '00:00', '2026-01-01', '2026-01-01T00:00:00Z',
  'arn:aws:iam::123456789012:role/example', '123456789012', '00000000-0000-4000-8000-000000000000', 'sha256:' + 'a'.repeat(64),
  'us-east-1', 'projects/example', 'a/b', 'a:b', 'a=b', 'AAAA', 'ab', 'abc', '',
]; // prettier-ignore

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  duration: '1h',
  uri: 'https://example.com',
  email: 'user@example.com',
  hostname: 'example.com',
  ipv4: '10.0.0.1',
  ipv6: '::1',
  cidr: '10.0.0.0/24',
  mac: '00:00:5e:00:53:01',
  uuid: '00000000-0000-4000-8000-000000000000',
  byte: 'AAAA',
};

/** A schema that holds itself, by a YAML alias, ends here. */
const MAX_DEPTH = 20;

/** Makes a `spec` that the schema of an object accepts: what is required, and nothing that has a default. */
export function sampleOf(schema: JsonObject | undefined): Sample {
  const doubts: string[] = [];
  const properties = schema === undefined ? undefined : member(schema, 'properties');
  const spec = isObject(properties) ? member(properties, 'spec') : undefined;
  if (schema !== undefined) noteRules(schema, '', doubts);
  if (!isObject(spec)) return { spec: undefined, doubts };
  const value = new Sampler(doubts).value(spec, 'spec', 0);
  const isNeeded = requiredOf(schema ?? {}).includes('spec') || (isObject(value) && Object.keys(value).length > 0);
  return { spec: isNeeded ? value : undefined, doubts };
}

class Sampler {
  readonly #doubts: string[];

  constructor(doubts: string[]) {
    this.#doubts = doubts;
  }

  value(schema: JsonObject, path: string, depth: number): unknown {
    noteRules(schema, path, this.#doubts);
    const given = member(schema, 'default');
    if (given !== undefined && given !== null) return given;
    const values = member(schema, 'enum');
    if (Array.isArray(values) && values.length > 0) return values[0];
    if (member(schema, 'x-kubernetes-int-or-string') === true) return 1;
    switch (member(schema, 'type')) {
      case 'string':
        return this.#text(schema, path);
      case 'integer':
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return false;
      case 'array':
        return this.#list(schema, path, depth);
      default:
        return this.#object(schema, path, depth);
    }
  }

  #object(schema: JsonObject, path: string, depth: number): JsonObject {
    const properties = member(schema, 'properties');
    if (!isObject(properties) || depth > MAX_DEPTH) return {};
    const alternative = ['oneOf', 'anyOf'].map((name) => member(schema, name)).find((one) => Array.isArray(one));
    const first: unknown = Array.isArray(alternative) ? alternative[0] : undefined;
    const required = new Set([...requiredOf(schema), ...(isObject(first) ? requiredOf(first) : [])]);
    const entries = [...required].flatMap((name): [string, unknown][] => {
      const property = member(properties, name);
      if (!isObject(property)) return [];
      // The server fills these in.
      if (member(property, 'default') !== undefined) return [];
      return [[name, this.value(property, `${path}.${name}`, depth + 1)]];
    });
    return Object.fromEntries(entries);
  }

  #list(schema: JsonObject, path: string, depth: number): unknown[] {
    const items = member(schema, 'items');
    const length = Number(member(schema, 'minItems') ?? 0);
    if (length === 0 || !isObject(items) || depth > MAX_DEPTH) return [];
    if (length > 1) this.#doubts.push(`${path}: ${length} items that may have to differ`);
    return Array.from({ length }, () => this.value(items, `${path}[]`, depth + 1));
  }

  #text(schema: JsonObject, path: string): string {
    const format = member(schema, 'format');
    const pattern = member(schema, 'pattern');
    const min = Number(member(schema, 'minLength') ?? 0);
    const max = Number(member(schema, 'maxLength') ?? Infinity);
    const matches = matcherOf(pattern);
    const own = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? [FORMATS[format] ?? ''] : [];
    const candidates = own.length > 0 ? own : [...TEXTS, 'a'.repeat(min), '0'.repeat(min)];
    const found = candidates.find((text) => text.length >= min && text.length <= max && matches(text));
    if (found !== undefined) return found;
    this.#doubts.push(`${path}: ${JSON.stringify(pattern ?? format)}`);
    return 'example';
  }
}

function matcherOf(pattern: unknown): (text: string) => boolean {
  if (typeof pattern !== 'string') return () => true;
  try {
    const expression = new RegExp(pattern, 'u');
    return (text) => expression.test(text);
  } catch {
    // Go's syntax has more than ours.
    return () => false;
  }
}

function numberOf(schema: JsonObject): number {
  const [min, max] = ['minimum', 'maximum'].map((name) => member(schema, name));
  const isOpen = member(schema, 'exclusiveMinimum') === true;
  const step = Number(member(schema, 'multipleOf') ?? 1);
  const lowest = typeof min === 'number' ? (isOpen ? min + 1 : min) : 1;
  const value = Math.ceil(Math.max(lowest, 1) / step) * step;
  return typeof max === 'number' && value > max ? max : value;
}

function requiredOf(schema: JsonObject): string[] {
  const required = member(schema, 'required');
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}

function noteRules(schema: JsonObject, path: string, doubts: string[]): void {
  const rules = member(schema, 'x-kubernetes-validations');
  if (!Array.isArray(rules)) return;
  // A rule about changes says nothing of what is created.
  const present = rules.filter((rule) => isObject(rule) && !String(member(rule, 'rule')).includes('oldSelf'));
  if (present.length > 0) doubts.push(`${path || 'object'}: rules in CEL`);
}
