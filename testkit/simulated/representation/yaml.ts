import { parseJsonText } from '../objects/json-text.js';
import { createRequire } from 'node:module';
import type * as Yaml from 'js-yaml';

let library: typeof Yaml | undefined;

/** Loaded when the first YAML is read or written, which most tests never do; at once, as the caller does not wait. */
function yaml(): typeof Yaml {
  library ??= createRequire(import.meta.url)('js-yaml') as typeof Yaml;
  return library;
}

/** What Go's library makes of plain scalars: those of YAML 1.1, but for times, which stay texts. */
function readingSchema(): Yaml.Schema {
  const { CORE_SCHEMA, boolYaml11Tag, floatYaml11Tag, nullYaml11Tag, mergeTag } = yaml();
  return CORE_SCHEMA.withTags(boolYaml11Tag, exactIntegers(), floatYaml11Tag, nullYaml11Tag, mergeTag);
}

/** Integers as JSON is read here: large ones are bigints. */
function exactIntegers(): Yaml.ScalarTagDefinition {
  const { intYaml11Tag } = yaml();
  return {
    ...intYaml11Tag,
    resolve(source, isExplicit, tagName) {
      const value: unknown = intYaml11Tag.resolve(source, isExplicit, tagName);
      const isDecimal = typeof value === 'number' && /^[-+]?[1-9][0-9_]*$/.test(source);
      return isDecimal ? parseJsonText(source.replaceAll(/[+_]/g, '')) : value;
    },
  };
}

/** The schema of what is written, with bigints as the integers that they are. */
function writingSchema(): Yaml.Schema {
  const { DUMP_SCHEMA, intYaml11Tag } = yaml();
  const integers = DUMP_SCHEMA.lookupScalarTag(intYaml11Tag.tagName) ?? intYaml11Tag;
  return DUMP_SCHEMA.withTags({
    ...integers,
    identify: (value) => typeof value === 'bigint' || integers.identify(value),
    represent: (value) => String(value),
  });
}

/**
 * Returns all documents of a YAML text; empty ones are left out.
 *
 * @example
 * parseYaml('kind: A\n---\nkind: B\n').length; // → 2
 */
export function parseYaml(text: string): unknown[] {
  return yaml()
    .loadAll(text, { schema: readingSchema() })
    .filter((document) => document !== null && document !== undefined);
}

/** A document that the API server reads as JSON: with its keys sorted, and what is in a map twice. */
export interface YamlDocument {
  readonly value: unknown;
  /** `line 4: key "a" already set in map`. */
  readonly repeated: readonly string[];
}

/** Reads the first document; the last of two equal keys counts. Throws what Go's library says of a text that is no YAML. */
export function readYaml(text: string): YamlDocument {
  const schema = readingSchema();
  try {
    return { value: sorted(yaml().loadAll(text, { schema })[0] ?? {}), repeated: [] };
  } catch (error) {
    const { reason, mark } = error as { readonly reason?: string; readonly mark?: Mark };
    if (reason !== 'duplicated mapping key' || mark === undefined)
      throw new Error(goFault(text, reason, mark), { cause: error });
    const value = sorted(yaml().loadAll(text, { schema, json: true })[0] ?? {});
    return { value, repeated: repeatedKeys(text, schema) };
  }
}

/** All keys that are in a map already: each is given another name until none is found. */
function repeatedKeys(text: string, schema: Yaml.Schema): string[] {
  const found: string[] = [];
  const lines = text.split('\n');
  for (;;) {
    try {
      yaml().loadAll(lines.join('\n'), { schema });
      return found;
    } catch (error) {
      const { reason, mark } = error as { readonly reason?: string; readonly mark?: Mark };
      if (reason !== 'duplicated mapping key' || mark === undefined) return found;
      const { key, start, written } = keyAt(lines, mark);
      const line = lines[mark.line] ?? '';
      found.push(`line ${mark.line + 1}: key ${JSON.stringify(key)} already set in map`);
      lines[mark.line] = `${line.slice(0, start)}${RENAMED}${found.length}${line.slice(start + written.length)}`;
    }
  }
}

/** A name that no document has. */
const RENAMED = 'repeated-key-';

interface Mark {
  readonly line: number;
  readonly column: number;
}

interface WrittenKey {
  readonly key: string;
  readonly start: number;
  /** As it stands in the text. */
  readonly written: string;
}

function keyAt(lines: readonly string[], { line, column }: Mark): WrittenKey {
  const whole = lines[line] ?? '';
  const start = Math.max(...[' ', ',', '{'].map((sign) => whole.lastIndexOf(sign, column - 1))) + 1;
  const written = (whole.slice(start).split(':')[0] ?? '').trimEnd();
  return { key: written.trim().replaceAll(/^["']|["']$/g, ''), start, written };
}

/** The frequent faults in the words of Go's library. */
function goFault(text: string, reason = '', { line }: Mark = { line: 0, column: 0 }): string {
  if (reason.startsWith('tab characters')) return `yaml: line ${line + 1}: found character that cannot start any token`;
  if (reason === 'deficient indentation') {
    const opened = text.slice(0, text.split('\n').slice(0, line).join('\n').length);
    if (/\[\s*$/.test(opened)) return `yaml: line ${line}: did not find expected node content`;
    if (opened.lastIndexOf('{') > opened.lastIndexOf('['))
      return `yaml: line ${line}: did not find expected ',' or '}'`;
    if (opened.includes('[')) return `yaml: line ${line}: did not find expected ',' or ']'`;
  }
  if (reason === 'bad indentation of a mapping entry' && /: .*: |:\s*$/.test(text.split('\n')[line] ?? '')) {
    const where = line === 0 ? '' : `line ${line + 1}: `;
    return `yaml: ${where}mapping values are not allowed in this context`;
  }
  return `yaml: ${reason}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** Writes a document as YAML as the API server does: keys sorted, lists not indented, no references, no folding. */
export function formatYaml(document: unknown): string {
  // The types of the library know fewer options than it has.
  const style = { noRefs: true, sortKeys: true, noArrayIndent: true, quotingType: '"', lineWidth: -1 };
  return yaml().dump(document, { ...style, schema: writingSchema() });
}
