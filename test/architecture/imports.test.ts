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

function sourcesIn(folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
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

/** The folders of the runtime in the order the data meets them: each may import from those before it. */
const stages = [
  'async',
  'collections',
  'api',
  'selectors',
  'store',
  'lister-watcher',
  'queue',
  'decode',
  'reflector',
  'transport',
  'informer',
  'lister',
  'factory',
  'workqueue',
  'client-go',
];

function stageOf(file: string): string | undefined {
  return /^runtime\/src\/([^/]+)\//.exec(file)?.[1];
}

function show({ from, to }: Import): string {
  return `${from} → ${to}`;
}

describe('the folders', () => {
  it('have a runtime that imports Node, client-node and itself, nothing else', () => {
    const foreign = runtimeImports.filter(({ to }) => !to.startsWith('runtime/src/') && !to.startsWith('node:'));
    expect(foreign.filter(({ to }) => to !== '@kubernetes/client-node').map(show)).toEqual([]);
  });

  it('have a generator that imports no value of the runtime', () => {
    const crossing = generatorImports.filter(({ to, typeOnly }) => !typeOnly && /^runtime\/|^@informer-gen\//.test(to));
    expect(crossing.map(show)).toEqual([]);
  });

  it('have generated code that imports its door and its siblings alone', () => {
    const foreign = generatedImports.filter(
      ({ to }) => !to.startsWith('generated/') && to !== '@informer-gen/runtime/codegen/v1',
    );
    expect(foreign.map(show)).toEqual([]);
  });

  it('let the data walk through the runtime in one direction', () => {
    const backwards = runtimeImports.filter(({ from, to }) => {
      const here = stages.indexOf(stageOf(from) ?? '');
      const there = stages.indexOf(stageOf(to) ?? '');
      return here !== -1 && there !== -1 && there > here;
    });
    expect(backwards.map(show)).toEqual([]);
  });

  it('keep tests and doors out of the stages', () => {
    const crossing = runtimeImports.filter(({ from, to }) => {
      const here = stageOf(from);
      const there = stageOf(to);
      return here !== undefined && (there === 'codegen' || to === 'runtime/src/index.ts');
    });
    expect(crossing.map(show)).toEqual([]);
  });

  it.each([
    ['runtime', runtimeImports],
    ['generator', generatorImports],
  ])('have no cycles in the %s', (_name, imports) => {
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
