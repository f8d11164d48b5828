import { ts } from 'ts-morph';
import { declarationFile, importedFile, scriptFile } from '../../layout/modules.js';

/** Generated code that is not as the generator writes it, so that it cannot be read back. */
export class UnreadableOutput extends Error {
  override readonly name = 'UnreadableOutput';
  /** Relative to the output folder. */
  readonly file: string;

  constructor(file: string, reason: string) {
    super(reason);
    this.file = file;
  }
}

/** A declaration of a type. */
export type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** A module of the output, parsed. */
export interface OutputModule {
  /** Relative to the output folder, with slashes. */
  readonly path: string;
  readonly statements: readonly ts.Statement[];
  readonly declarations: ReadonlyMap<string, TypeDeclaration>;
  /** By alias of `import type * as d1`: the specifier of a package, or a path of the output. */
  readonly namespaces: ReadonlyMap<string, ImportedModule>;
  /** By name of `import type { Widget }`: the path of the output that declares it. */
  readonly names: ReadonlyMap<string, string>;
}

/** What an import leads to. */
export type ImportedModule =
  { readonly type: 'file'; readonly path: string } | { readonly type: 'package'; readonly specifier: string };

/** Reads modules of an output, each once. */
export class OutputModules {
  readonly #read: (file: string) => string | undefined;
  readonly #modules = new Map<string, OutputModule>();

  /** `read`: the text of a file of the output; undefined where there is none. */
  constructor(read: (file: string) => string | undefined) {
    this.#read = read;
  }

  /** The module at a path. Throws an {@link UnreadableOutput} where there is none. */
  module(file: string): OutputModule {
    const known = this.#modules.get(file);
    if (known !== undefined) return known;
    const text = this.#read(file) ?? this.#readEmitted(file);
    if (text === undefined) throw new UnreadableOutput(file, 'the file is missing');
    const module = parseModule(file, text);
    this.#modules.set(file, module);
    return module;
  }

  /** A module that was emitted as JavaScript: what it declares, then what runs, if anything does. */
  #readEmitted(file: string): string | undefined {
    const declarations = this.#read(declarationFile(file));
    return declarations === undefined ? undefined : declarations + (this.#read(scriptFile(file)) ?? '');
  }

  /** What a module declares under a name. Throws an {@link UnreadableOutput} where it declares nothing of the kind. */
  declaration(file: string, name: string): TypeDeclaration {
    const declaration = this.module(file).declarations.get(name);
    if (declaration === undefined) throw new UnreadableOutput(file, `the type ${name} is not declared in it`);
    return declaration;
  }
}

function parseModule(file: string, text: string): OutputModule {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, false);
  const declarations = new Map<string, TypeDeclaration>();
  const namespaces = new Map<string, ImportedModule>();
  const names = new Map<string, string>();
  for (const statement of statements) {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      declarations.set(statement.name.text, statement);
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const target = targetOf(file, statement.moduleSpecifier.text);
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) namespaces.set(bindings.name.text, target);
    else if (target.type === 'file') for (const { name } of bindings.elements) names.set(name.text, target.path);
  }
  return { path: file, statements, declarations, namespaces, names };
}

function targetOf(file: string, specifier: string): ImportedModule {
  if (specifier.startsWith('.')) return { type: 'file', path: importedFile(file, specifier) };
  return { type: 'package', specifier };
}
