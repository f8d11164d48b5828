import { dump, loadAll } from 'js-yaml';

/**
 * Returns all documents of a YAML text; empty ones are left out.
 *
 * @example
 * parseYaml('kind: A\n---\nkind: B\n').length; // → 2
 */
export function parseYaml(text: string): unknown[] {
  return loadAll(text).filter((document) => document !== null && document !== undefined);
}

/** Writes a document as YAML as the API server does: keys sorted, lists not indented, no references, no folding. */
export function formatYaml(document: unknown): string {
  // The types of the library know fewer options than it has.
  const style = { noRefs: true, sortKeys: true, noArrayIndent: true, quotingType: '"', lineWidth: -1 };
  return dump(document, style);
}
