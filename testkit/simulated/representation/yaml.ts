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
  const { CORE_SCHEMA, boolYaml11Tag, intYaml11Tag, floatYaml11Tag, nullYaml11Tag, mergeTag } = yaml();
  return CORE_SCHEMA.withTags(boolYaml11Tag, intYaml11Tag, floatYaml11Tag, nullYaml11Tag, mergeTag);
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

/** Writes a document as YAML as the API server does: keys sorted, lists not indented, no references, no folding. */
export function formatYaml(document: unknown): string {
  // The types of the library know fewer options than it has.
  const style = { noRefs: true, sortKeys: true, noArrayIndent: true, quotingType: '"', lineWidth: -1 };
  return yaml().dump(document, style);
}
