import { isObject, member } from '../input/json.js';
import type { JsonObject } from '../input/json.js';

/** An object that a schema accepts, as far as one can tell without a server. */
export interface Sample {
  /** Its name, and what the schema requires. */
  readonly object: JsonObject;
  /** What could not be met for sure: patterns, counts and rules in CEL, with their paths. */
  readonly doubts: readonly string[];
}

/** Texts to try for a pattern, the plain ones first. */
const TEXTS: readonly string[] = [
  'example', 'default', 'test-example', 'a', 'A', 'Example', '1', '10', '1.0.0', 'v1', 'v1.0.0', '1h', '10m', '30s', '100m', '1Gi', '10%', '0.5',
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

/** Makes an object that a schema accepts: what is required, and nothing that has a default. */
export function sampleOf(schema: JsonObject = {}): Sample {
  const doubts: string[] = [];
  const sampler = new Sampler(doubts);
  // Whoever reads a sample wants to see a spec, required or not.
  const wanted = { ...schema, required: [...requiredOf(schema), 'spec'] };
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...fields } = sampler.object(wanted, '', 0);
  return { object: { metadata: { name: sampler.name(schema) }, ...fields }, doubts };
}

class Sampler {
  readonly #doubts: string[];

  constructor(doubts: string[]) {
    this.#doubts = doubts;
  }

  /** Some CRDs take certain names alone. */
  name(schema: JsonObject): string {
    const metadata = propertyOf(schema, 'metadata');
    const name = metadata && propertyOf(metadata, 'name');
    return name === undefined ? 'example' : this.#text(name, 'metadata.name');
  }

  value(schema: JsonObject, path: string, depth: number): unknown {
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
        return this.object(schema, path, depth);
    }
  }

  object(schema: JsonObject, path: string, depth: number): JsonObject {
    noteRules(schema, path, this.#doubts);
    if (depth > MAX_DEPTH) return {};
    const required = new Set([...requiredOf(schema), ...this.#chosen(schema, path)]);
    const entries = [...required].flatMap((name): [string, unknown][] => {
      const property = propertyOf(schema, name);
      if (property === undefined) return [];
      // The server fills these in.
      if (member(property, 'default') !== undefined) return [];
      return [[name, this.value(property, path === '' ? name : `${path}.${name}`, depth + 1)]];
    });
    const least = Number(member(schema, 'minProperties') ?? 0);
    if (entries.length < least) this.#doubts.push(`${path}: at least ${least} properties`);
    return Object.fromEntries(entries);
  }

  /** What the first of several alternatives requires. */
  #chosen(schema: JsonObject, path: string): string[] {
    const alternatives = ['oneOf', 'anyOf'].map((name) => member(schema, name)).filter((one) => Array.isArray(one));
    const [first] = (alternatives[0] ?? []) as readonly unknown[];
    const isPlain = alternatives.length === 1 && isObject(first) && Object.keys(first).join() === 'required';
    const isOpen =
      alternatives.length > 0 || member(schema, 'allOf') !== undefined || member(schema, 'not') !== undefined;
    if (isOpen && !isPlain) this.#doubts.push(`${path || 'object'}: a choice between schemas`);
    return isPlain ? requiredOf(first) : [];
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

function propertyOf(schema: JsonObject, name: string): JsonObject | undefined {
  const properties = member(schema, 'properties');
  const property = isObject(properties) ? member(properties, name) : undefined;
  return isObject(property) ? property : undefined;
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
