import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, root } from './packages.js';

/** Two builds of the same API, below one folder: with descriptions and without. */
export interface Builds {
  readonly folder: string;
  readonly published: string;
  readonly plain: string;
}

/**
 * What differs between two builds of generated code besides comments. Types are compared by the compiler, each with the
 * other's of the same name: with descriptions, fewer of them are declared as aliases of one another.
 */
export function differencesBesidesComments(builds: Builds): string[] {
  const [published, plain] = [
    filesIn(join(builds.folder, builds.published)),
    filesIn(join(builds.folder, builds.plain)),
  ];
  const names = [...new Set([...published, ...plain])].sort();
  const missing = names.filter((name) => !published.has(name) || !plain.has(name));
  if (missing.length > 0) return missing;
  const different = names.filter(
    (name) => !isTypes(name) && textOf(builds, 'published', name) !== textOf(builds, 'plain', name),
  );
  return [...different, ...differentTypes(builds, names.filter(isTypes))];
}

/** Type-checks that every type of one build takes the values of the other's; gives what the compiler says. */
function differentTypes(builds: Builds, modules: readonly string[]): string[] {
  const work = join(builds.folder, 'compare');
  const scope = join(builds.folder, 'node_modules/@informer-gen');
  mkdirSync(work);
  mkdirSync(scope, { recursive: true });
  symlinkSync(join(root, 'runtime'), join(scope, 'runtime'), 'dir');
  modules.forEach((name, position) => writeFileSync(join(work, `${position}.mts`), comparison(builds, name)));
  const compilerOptions = { noEmit: true, customConditions: [], noUnusedLocals: false, types: [] };
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.mts'] };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config));
  try {
    bin('tsc', ['-p', work, '--pretty', 'false']);
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.split('\n').filter((line) => line.includes('error'));
  } finally {
    rmSync(work, { recursive: true });
    rmSync(dirname(scope), { recursive: true });
  }
}

function comparison(builds: Builds, name: string): string {
  const module = name.replace(/\.d\.ts$/, '.js');
  const exported = new Set([...exportsOf(builds, 'published', name), ...exportsOf(builds, 'plain', name)]);
  return [
    `import type * as a from '../${builds.published}/${module}';`,
    `import type * as b from '../${builds.plain}/${module}';`,
    'export const checks = [',
    ...[...exported].map((type) => `  (x: a.${type}, y: b.${type}): [b.${type}, a.${type}] => [x, y],`),
    '];',
  ].join('\n');
}

function exportsOf(builds: Builds, which: 'published' | 'plain', name: string): string[] {
  const found = textOf(builds, which, name).matchAll(/^export (?:interface|type) (\w+)/gm);
  return [...found].map(([, type]) => type as string);
}

function isTypes(name: string): boolean {
  return name.endsWith('types.d.ts') || name.endsWith('writes.d.ts');
}

function filesIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)));
}

/** Without comments, which in generated code stand on lines of their own. */
function textOf(builds: Builds, which: 'published' | 'plain', name: string): string {
  return readFileSync(join(builds.folder, builds[which], name), 'utf8')
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s*\n/gm, '');
}
