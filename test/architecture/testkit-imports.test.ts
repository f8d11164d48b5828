import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/**
 * The folders of the testkit, each before those that build on it: a folder imports only from itself and from those above
 * it. Types count as much as values: who names a type knows its owner. `simulated` is what puts the parts together.
 */
const ORDER: readonly string[] = [
  'testkit/credentials',
  'testkit/simulated/objects',
  'testkit/simulated/rules',
  'testkit/simulated/schema',
  'testkit/simulated/cel',
  'testkit/simulated/builtin',
  'testkit/simulated/definitions',
  'testkit/simulated/resources',
  'testkit/simulated/pod-security',
  'testkit/simulated/types',
  'testkit/simulated/managed-fields',
  'testkit/simulated/storage',
  'testkit/simulated/patch',
  'testkit/simulated/representation',
  'testkit/simulated/watch',
  'testkit/simulated/cluster',
  'testkit/simulated/requests',
  'testkit/simulated/faults',
  'testkit/simulated/discovery',
  'testkit/simulated/handlers',
  'testkit/simulated/http',
  'testkit/simulated',
  'testkit/real',
  'testkit/fakes',
  'testkit/servers',
  'testkit/beds',
  'testkit/bin',
  'testkit',
];

/** Folders that know nothing of each other, in either direction. */
const STRANGERS: readonly (readonly [string, string])[] = [
  ['testkit/simulated', 'testkit/real'],
  ['testkit/real', 'testkit/fakes'],
];

const FOREIGN: readonly RegExp[] = [
  /^node:/,
  /^js-yaml$/,
  /^@marcbachmann\/cel-js$/,
  /^@informer-gen\/runtime(\/(client-go|controller|observe))?$/,
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const statement =
  /(?:^|[;}\s])(?:import|export)\s+(?:type\s+)?(?:[^'"`;()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

function importsIn(folder: string): Import[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?[jt]s$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .flatMap((file) => importsOf(join(folder, file), readFileSync(join(path, file), 'utf8')));
}

function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(statement)].map(([, statically, dynamically]) => {
    const specifier = statically ?? dynamically ?? '';
    if (!specifier.startsWith('.')) return { from, to: specifier };
    const to = relative(root, resolve(root, dirname(from), specifier));
    return { from, to: to.replace(/\.js$/, '.ts') };
  });
}

const show = ({ from, to }: Import): string => `${from} → ${to}`;
const isOwn = ({ to }: Import): boolean => to.startsWith('testkit/');

/** Imports of a folder that comes later in the order, or that is not in it. */
function backwards(imports: readonly Import[], order: readonly string[]): string[] {
  return imports
    .filter(({ from, to }) => {
      const here = order.indexOf(dirname(from));
      const there = order.indexOf(dirname(to));
      return here === -1 || there === -1 || there > here;
    })
    .map(show);
}

function mutualPairs(imports: readonly Import[]): string[] {
  const pairs = new Set(imports.map(({ from, to }) => `${dirname(from)} ${dirname(to)}`));
  return [...pairs].filter((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return from < to && pairs.has(`${to} ${from}`);
  });
}

describe('the testkit', () => {
  const imports = importsIn('testkit');

  it('lets its folders build on each other in one direction, types included', () => {
    expect(imports.filter(isOwn).length).toBeGreaterThan(100);
    expect(backwards(imports.filter(isOwn), ORDER)).toEqual([]);
    expect(mutualPairs(imports.filter(isOwn))).toEqual([]);
  });

  it('has every folder in that order, and no other', () => {
    const folders = new Set(imports.filter(isOwn).flatMap(({ from, to }) => [dirname(from), dirname(to)]));
    expect([...folders].sort()).toEqual([...ORDER].sort());
  });

  it.each(STRANGERS)('keeps %s and %s apart', (one, other) => {
    const within = (folder: string, file: string): boolean => file.startsWith(`${folder}/`);
    const crossing = imports.filter(
      ({ from, to }) => (within(one, from) && within(other, to)) || (within(other, from) && within(one, to)),
    );
    expect(crossing.map(show)).toEqual([]);
  });

  it('imports the runtime by its public entry points, and needs nothing else but Node and a YAML parser', () => {
    const foreign = imports.filter((found) => !isOwn(found) && !FOREIGN.some((allowed) => allowed.test(found.to)));
    expect(foreign.map(show)).toEqual([]);
  });

  it.each(['runtime/src', 'generator', 'generated'])('is imported by nothing in %s', (folder) => {
    const crossing = importsIn(folder).filter((found) => isOwn(found) || found.to.startsWith('@informer-gen/testing'));
    expect(crossing.map(show)).toEqual([]);
  });
});

describe('the check of the order', () => {
  it('sees imports of values and types, of several lines, re-exports and dynamic ones', () => {
    const text = [
      "import type { A } from './a.js';",
      "import {\n  b,\n  c,\n} from '../b/b.js';",
      "export { d } from './d.js';",
      "import './e.js';",
      "const f = await import('./f.js');",
      "import type { G } from 'g';",
    ].join('\n');
    const found = importsOf('testkit/x/file.ts', text).map(({ to }) => to);
    expect(found).toEqual([
      'testkit/x/a.ts',
      'testkit/b/b.ts',
      'testkit/x/d.ts',
      'testkit/x/e.ts',
      'testkit/x/f.ts',
      'g',
    ]);
  });

  it('finds what goes against the order, and folders that import each other', () => {
    const order = ['testkit/a', 'testkit/b'];
    const [up, down] = [
      { from: 'testkit/a/x.ts', to: 'testkit/b/y.ts' },
      { from: 'testkit/b/y.ts', to: 'testkit/a/x.ts' },
    ];
    expect(backwards([down], order)).toEqual([]);
    expect(backwards([up], order)).toEqual(['testkit/a/x.ts → testkit/b/y.ts']);
    expect(backwards([{ from: 'testkit/c/z.ts', to: 'testkit/a/x.ts' }], order)).toHaveLength(1);
    expect(mutualPairs([up, down])).toEqual(['testkit/a testkit/b']);
    expect(mutualPairs([up])).toEqual([]);
  });
});
