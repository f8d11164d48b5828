import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { moduleOf } from '../layout/modules.js';
import { fileAt } from '../layout/paths.js';

/** The files beside resource modules in which users extend listers. They are read, imported, and never written. */
export interface Expansions {
  /** What a file at this path of the output extends; undefined where there is none. */
  partsOf: (
    file: string,
    typeName: string,
  ) => { readonly lister: boolean; readonly namespaceLister: boolean } | undefined;
  /** Of all names that matter in all files. */
  readonly fingerprint: string;
}

/**
 * Finds `<resource>.expansion.ts`, or with JavaScript the `.expansion.d.ts` beside it, in the output folder. One that exports `WidgetListerExpansion` and
 * `expandWidgetLister(indexer): WidgetListerExpansion` extends the lister; `WidgetNamespaceListerExpansion` and
 * `expandWidgetNamespaceLister(indexer, namespace)` extend the lister of one namespace.
 */
export function expansionsIn(out: string): Expansions {
  const exported = new Map<string, ReadonlySet<string>>();
  for (const file of find(out, '')) {
    exported.set(moduleOf(file), exportsOf(readFileSync(path.join(out, file), 'utf8')));
  }
  return {
    fingerprint: JSON.stringify([...exported].map(([file, names]) => [file, [...names].sort()])),
    partsOf: (file, typeName) => {
      const names = exported.get(file);
      if (names === undefined) return undefined;
      const has = (lister: string): boolean =>
        names.has(`${typeName}${lister}Expansion`) && names.has(`expand${typeName}${lister}`);
      return { lister: has('Lister'), namespaceLister: has('NamespaceLister') };
    },
  };
}

function find(out: string, folder: string): string[] {
  // <group>/<version>/<resource>.expansion.ts: nothing deeper is looked at.
  const depth = folder === '' ? 0 : folder.split('/').length;
  let entries;
  try {
    entries = readdirSync(path.join(out, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .flatMap((entry) => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return depth < 2 && !entry.name.startsWith('.') ? find(out, name) : [];
      return name.endsWith('.ts') && fileAt(name)?.type === 'expansion' ? [name] : [];
    })
    .sort();
}

function exportsOf(text: string): Set<string> {
  const matches = text.matchAll(
    /^export\s+(?:declare\s+)?(?:async\s+)?(?:interface|type|function|const|class)\s+([A-Za-z_$][\w$]*)/gm,
  );
  return new Set(Array.from(matches, (match) => match[1] ?? ''));
}
