import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Node, Project, Scope, type SourceFile } from 'ts-morph';
import { describe, expect, it } from 'vitest';

// What people can import, as lists that are checked in: `npx vitest run test/packages/entry-points.test.ts -u` writes them
// anew, and the diff shows what a change adds to the surface or takes from it.

const root = resolve(import.meta.dirname, '../..');
const lists = join(import.meta.dirname, 'entry-points');

const packages = ['runtime', 'testkit', '.'];

interface EntryPoint {
  /** As people import it: `@informer-gen/runtime/client-go`. */
  readonly specifier: string;
  readonly source: SourceFile;
}

const project = new Project({
  tsConfigFilePath: join(root, 'tsconfig.json'),
  skipAddingFilesFromTsConfig: true,
});

interface Manifest {
  readonly name: string;
  readonly exports: { readonly [subpath: string]: { readonly '@informer-gen/source': string } | string };
}

const entryPoints: readonly EntryPoint[] = packages.flatMap((folder) => {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === 'string'
      ? []
      : {
          specifier: manifest.name + subpath.slice(1),
          source: project.addSourceFileAtPath(join(root, folder, target['@informer-gen/source'])),
        },
  );
});

function fileNameOf(specifier: string): string {
  return `${specifier.replace(/^@informer-gen\//, '').replaceAll('/', '-')}.txt`;
}

describe('the entry points', { timeout: 120_000 }, () => {
  it.each(entryPoints.map((entry) => [entry.specifier, entry] as const))(
    '%s exports what its list says',
    async (_, entry) => {
      const names = [...entry.source.getExportedDeclarations().keys()].sort();
      await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(join(lists, fileNameOf(entry.specifier)));
    },
  );

  it('have no list without an entry point', () => {
    expect(readdirSync(lists).sort()).toEqual(entryPoints.map(({ specifier }) => fileNameOf(specifier)).sort());
  });

  it('give people at most 130 names at the root of the runtime', () => {
    const main = entryPoints.find(({ specifier }) => specifier === '@informer-gen/runtime');
    expect(main?.source.getExportedDeclarations().size).toBeLessThanOrEqual(130);
  });

  it('name what they export, one by one', () => {
    const starred = entryPoints.filter(({ source }) =>
      source.getExportDeclarations().some((each) => each.isNamespaceExport()),
    );
    expect(starred.map(({ specifier }) => specifier)).toEqual([]);
  });

  it('mean one thing by a name, wherever it comes from', () => {
    const meanings = new Map<string, Map<Node, string>>();
    for (const { specifier, source } of entryPoints) {
      for (const [name, declarations] of source.getExportedDeclarations()) {
        const known = meanings.get(name) ?? new Map<Node, string>();
        meanings.set(name, known);
        const [first] = declarations;
        if (first !== undefined && !known.has(first)) known.set(first, specifier);
      }
    }
    const ambiguous = [...meanings].filter(([, declarations]) => declarations.size > 1);
    expect(ambiguous.map(([name, declarations]) => `${name}: ${[...declarations.values()].join(', ')}`)).toEqual([]);
  });

  it('export every type that the signature of an export names', () => {
    const exported = new Set<Node>(
      entryPoints.flatMap(({ source }) => [...source.getExportedDeclarations().values()].flat()),
    );
    const unnamed = new Set<string>();
    for (const declaration of exported) {
      for (const { name, target } of typesNamedBy(declaration)) {
        if (!exported.has(target)) unnamed.add(`${name}, in the signature of ${nameOf(declaration)}`);
      }
    }
    expect([...unnamed].sort()).toEqual([]);
  });
});

function nameOf(declaration: Node): string {
  return (Node.hasName(declaration) && declaration.getName()) || declaration.getText().slice(0, 40);
}

interface NamedType {
  readonly name: string;
  readonly target: Node;
}

/** The types of our own that a declaration shows to whoever uses it: not those of its private members and bodies. */
function typesNamedBy(declaration: Node): NamedType[] {
  const found: NamedType[] = [];
  declaration.forEachDescendant((node, traversal) => {
    if (isHidden(node)) return traversal.skip();
    if (!Node.isTypeReference(node) && !Node.isExpressionWithTypeArguments(node)) return;
    const identifier = Node.isTypeReference(node) ? node.getTypeName() : node.getExpression();
    const symbol = identifier.getSymbol();
    for (const target of (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? []) {
      const file = target.getSourceFile().getFilePath();
      const isOurs = file.startsWith(root) && !file.includes('/node_modules/');
      if (isOurs && !Node.isTypeParameterDeclaration(target) && isModuleLevel(target)) {
        found.push({ name: identifier.getText(), target });
      }
    }
  });
  return found;
}

function isHidden(node: Node): boolean {
  if (Node.isBlock(node) || Node.isArrowFunction(node)) return true;
  if (Node.isInitializerExpressionGetable(node.getParent() ?? node)) {
    const parent = node.getParent();
    if (Node.isInitializerExpressionGetable(parent) && parent.getInitializer() === node) return true;
  }
  const isMember =
    Node.isPropertyDeclaration(node) || Node.isMethodDeclaration(node) || Node.isConstructorDeclaration(node);
  if (!isMember) return false;
  if (node.getScope() === Scope.Private) return true;
  return !Node.isConstructorDeclaration(node) && node.getName().startsWith('#');
}

/** Types that are declared beside their use, and not exported from their module, are spelled out by the compiler. */
function isModuleLevel(target: Node): boolean {
  return Node.isSourceFile(target.getParent()) && Node.isExportable(target) && target.isExported();
}
