import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Import {
  readonly from: string;
  readonly to: string;
  /** `import type` and `export type` leave nothing behind at run time. */
  readonly typeOnly: boolean;
}

/**
 * The folders of each tree that hold sources, in the order in which they may import each other: each from those before it,
 * and from itself. In the runtime it is the order in which the data meets them, as far as that can be: what transforms
 * bytes stands before what fetches them. A folder that ends in `/**` stands for all below it.
 */
const trees: { readonly [tree: string]: readonly string[] } = {
  'runtime/src': [
    'runtime/src/async',
    'runtime/src/collections',
    'runtime/src/api',
    'runtime/src/observe',
    'runtime/src/selectors',
    'runtime/src/store',
    'runtime/src/source',
    'runtime/src/decode',
    'runtime/src/transport/http',
    'runtime/src/transport/auth',
    'runtime/src/transport',
    'runtime/src/client',
    'runtime/src/controller/helpers',
    'runtime/src/queue',
    'runtime/src/reflector',
    'runtime/src/delivery',
    'runtime/src/informer',
    'runtime/src/lister',
    'runtime/src/factory',
    'runtime/src/workqueue',
    'runtime/src/controller/election',
    'runtime/src/controller/events',
    'runtime/src/controller/consistency',
    'runtime/src/controller/sources',
    'runtime/src/controller/reconcile',
    'runtime/src/controller/manager',
    'runtime/src/controller',
    'runtime/src/metrics',
    'runtime/src/inspect/model',
    'runtime/src/inspect/page',
    'runtime/src/inspect/record',
    'runtime/src/inspect/collect',
    'runtime/src/inspect/http',
    'runtime/src/inspect',
    'runtime/src/client-go',
    'runtime/src/codegen',
    'runtime/src',
  ],
  examples: [
    'examples/support',
    'examples/controller/generated/**',
    'examples/controller',
    'examples/website/generated/**',
    'examples/website',
    'examples/inspector',
    'examples/sample-controller/generated/**',
    'examples/sample-controller',
    'examples/demo',
    'examples',
  ],
  bench: [
    'bench/clients',
    'bench/lib',
    'bench/suites',
    'bench/faults/clients',
    'bench/faults/soak',
    'bench/faults',
    'bench',
  ],
  scripts: [
    'scripts/api-reference',
    'scripts/packaging',
    'scripts/operators',
    'scripts/builtin-types',
    'scripts/record-defaults',
    'scripts/real-programs',
    'scripts/language',
    'scripts',
  ],
};

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?ts$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file));
}

const importPattern =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map(([, type, statically, dynamically]) => {
    const specifier = (statically ?? dynamically) as string;
    const to = specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/, '.ts')
      : specifier;
    return { from: file, to, typeOnly: type !== undefined };
  });
}

const runtimeImports = sourcesIn('runtime/src').flatMap(importsOf);
const generatorImports = sourcesIn('generator').flatMap(importsOf);
const generatedImports = sourcesIn('generated').flatMap(importsOf);

/** The folder of a file as the tree's list has it: undefined for a file outside, or in a folder that the list lacks. */
function folderOf(file: string, folders: readonly string[]): string | undefined {
  const folder = dirname(file);
  return folders.find((known) =>
    known.endsWith('/**') ? `${folder}/`.startsWith(known.slice(0, -2)) : known === folder,
  );
}

function show({ from, to }: Import): string {
  return `${from} → ${to}`;
}

describe.each(Object.entries(trees))('the folders of %s', (tree, folders) => {
  const sources = sourcesIn(tree);
  const imports = sources.flatMap(importsOf).filter(({ to }) => existsSync(join(root, to)));
  const crossings = imports.flatMap((each) => {
    const [from, to] = [folderOf(each.from, folders), folderOf(each.to, folders)];
    return from === undefined || to === undefined || from === to ? [] : [{ each, from, to }];
  });

  it('are all in the list, and the list has no others', () => {
    const found = new Set(sources.map((file) => folderOf(file, folders) ?? `unknown: ${dirname(file)}`));
    expect([...found].sort()).toEqual([...folders].sort());
  });

  it('import only from those before them', () => {
    const backwards = crossings.filter(({ from, to }) => folders.indexOf(to) > folders.indexOf(from));
    expect(backwards.map(({ each }) => show(each))).toEqual([]);
  });

  it('have no two that import each other, for types or for values', () => {
    const pairs = new Set(crossings.map(({ from, to }) => `${from} → ${to}`));
    const mutual = crossings.filter(({ from, to }) => pairs.has(`${to} → ${from}`));
    expect(mutual.map(({ each }) => show(each))).toEqual([]);
  });
});

describe('the runtime', () => {
  it('imports Node, client-node and itself, nothing else', () => {
    const foreign = runtimeImports.filter(({ to }) => !to.startsWith('runtime/src/') && !to.startsWith('node:'));
    expect(foreign.filter(({ to }) => to !== '@kubernetes/client-node').map(show)).toEqual([]);
  });

  it('has parts that never import an entry point', () => {
    const entryPoints = runtimeImports.filter(({ from, to }) => {
      const isEntryPoint = /^runtime\/src\/(codegen\/)?[^/]+\.ts$/;
      return isEntryPoint.test(to) && !isEntryPoint.test(from);
    });
    expect(entryPoints.map(show)).toEqual([]);
  });

  it('does not use what it has for users of client-go alone', () => {
    const used = runtimeImports.filter(
      ({ from, to }) => to.startsWith('runtime/src/client-go/') && /^runtime\/src\/[^/]+\//.test(from),
    );
    expect(used.filter(({ from }) => !from.startsWith('runtime/src/client-go/')).map(show)).toEqual([]);
  });

  it('lets nobody but its decoder and a few functions of api/ know that an object may not be decoded yet', () => {
    const knowing = runtimeImports.filter(({ to }) => to === 'runtime/src/api/lazy-view.ts');
    expect(knowing.map(({ from }) => from).sort()).toEqual([
      'runtime/src/api/field-path.ts',
      'runtime/src/api/identity.ts',
      'runtime/src/api/key.ts',
      'runtime/src/api/object-bytes.ts',
      'runtime/src/decode/lazy-object.ts',
      'runtime/src/decode/lazy-object.ts',
    ]);
  });
});

describe('the packages', () => {
  it('have a generator that imports no value of the runtime', () => {
    const crossing = generatorImports.filter(({ to, typeOnly }) => !typeOnly && /^runtime\/|^@informer-gen\//.test(to));
    expect(crossing.map(show)).toEqual([]);
  });

  it('have generated code that imports its entry point and its siblings alone', () => {
    const foreign = generatedImports.filter(
      ({ to }) => !to.startsWith('generated/') && to !== '@informer-gen/runtime/codegen/v1',
    );
    expect(foreign.map(show)).toEqual([]);
  });

  it.each([
    ['runtime', runtimeImports],
    ['generator', generatorImports],
  ])('have no cycles of files in the %s', (_name, imports) => {
    expect(findCycle(imports.filter(({ typeOnly }) => !typeOnly))).toEqual([]);
  });
});

/** The files of one cycle, or none. */
function findCycle(imports: readonly Import[]): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    const at = path.indexOf(file);
    if (at !== -1) return path.slice(at);
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
