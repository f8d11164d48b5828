import { ts } from 'ts-morph';
import type { Targets } from './targets.js';

/**
 * The names under which targets can appear in a program. They only save work: asking the type checker for every
 * identifier of a large program takes long. Whether a name is a use is decided by its symbol.
 */
export interface TargetNames {
  /** Of properties, and of types, constants, functions and accessors that are gone. */
  readonly names: ReadonlySet<string>;
  /** Values that were cut from enums. */
  readonly values: ReadonlySet<string>;
}

/** The names of all targets, and those that imports and exports of these files give them. */
export function targetNames(targets: Targets, files: readonly ts.SourceFile[]): TargetNames {
  const names = new Set<string>();
  const values = new Set<string>();
  for (const declaration of [...targets.properties.keys(), ...targets.symbols.keys()]) {
    const name = ts.getNameOfDeclaration(declaration);
    if (name !== undefined && 'text' in name) names.add(name.text);
  }
  for (const target of [...targets.properties.values()].flat())
    for (const value of target.values ?? []) values.add(value);
  const renames = files.flatMap(renamesIn);
  // A name that was given may be renamed again elsewhere.
  for (let before = -1; before !== names.size;) {
    before = names.size;
    for (const [from, to] of renames) if (names.has(from)) names.add(to);
  }
  return { names, values };
}

/** `import { Widget as W }`, `export { Widget as W }`. */
function renamesIn(file: ts.SourceFile): (readonly [from: string, to: string])[] {
  return file.statements.flatMap((statement) => {
    const bindings = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : ts.isExportDeclaration(statement)
        ? statement.exportClause
        : undefined;
    if (bindings === undefined || ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)) return [];
    return bindings.elements.flatMap(({ propertyName, name }) =>
      propertyName === undefined ? [] : [[propertyName.text, name.text] as const],
    );
  });
}
