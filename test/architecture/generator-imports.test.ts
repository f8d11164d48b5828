import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The folders of the generator, and the files beside them, in the order of imports: each may import from those before it
 * and from nothing after it. A type that is imported counts as much as a value.
 *
 * The order of data is another: cli → generate → input → model → plan → render → emit → verify → output. The pipeline calls each
 * stage and hands on what the one before returned, so that no stage knows the next.
 */
const ORDER = [
  // What every stage may know: errors, files of this package, how things are named.
  'count.ts',
  'errors.ts',
  'package-files.ts',
  'markdown.ts',
  'names',
  'role',
  // Texts to documents to the model.
  'input/yaml',
  'input',
  'model',
  // The model to the files of the output.
  'typescript',
  'layout',
  'plan',
  'render',
  'emit',
  // The files on disk.
  'output',
  'verify',
  // All options, and the pipeline of `generate`.
  'config',
  'report.ts',
  'matches-nothing.ts',
  'make-output.ts',
  'generate.ts',
  // A user's program, with its types.
  'program',
  // `diff`: two inputs to models, to changes, to uses of what changed, to a report.
  'diff/options.ts',
  'diff/read',
  'diff/compare',
  'diff/usage',
  'diff/report.ts',
  'diff/format',
  'diff/diff.ts',
  // `rbac`: a program to the resources that it touches, to a role.
  'rbac',
  // `init --operator`: CRDs to the project of an operator.
  'operator',
  // The entry points.
  'cli',
  'index.ts',
  'bin.ts',
];

/** Stages that compute and touch no disk. */
const PURE: ReadonlySet<string> = new Set(['names', 'model', 'typescript', 'layout', 'plan', 'render']);

const GENERATOR = resolve(import.meta.dirname, '../../generator');

interface Import {
  /** Relative to the generator's folder. */
  readonly from: string;
  /** The same, or the name of a package. */
  readonly to: string;
}

const IMPORT = /^\s*(?:import|export)\s+(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(GENERATOR, file), 'utf8');
  return Array.from(text.matchAll(IMPORT), ([, statically, dynamically]) => {
    const specifier = statically ?? dynamically ?? '';
    if (!specifier.startsWith('.')) return { from: file, to: specifier };
    const target = resolve(GENERATOR, dirname(file), specifier).replace(/\.js$/, '.ts');
    return { from: file, to: relative(GENERATOR, target).replaceAll('\\', '/') };
  });
}

const files = readdirSync(GENERATOR, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));
const imports = files.flatMap(importsOf);

/** The entry of the order that a file belongs to: the most exact one. */
function unitOf(file: string): string | undefined {
  const units = ORDER.filter((unit) => file === unit || file.startsWith(`${unit}/`));
  return units.sort((a, b) => b.length - a.length)[0];
}

/** Imports from one entry of the order to another. */
function crossings(): { readonly from: string; readonly to: string; readonly shown: string }[] {
  return imports.flatMap((one) => {
    const [from, to] = [unitOf(one.from), unitOf(one.to)];
    if (from === undefined || to === undefined || from === to) return [];
    return [{ from, to, shown: `${one.from} → ${one.to}` }];
  });
}

describe('the folders of the generator', () => {
  it('are all in the order, and the order has nothing else', () => {
    expect(files.filter((file) => unitOf(file) === undefined)).toEqual([]);
    const used = new Set(files.map(unitOf));
    expect(ORDER.filter((unit) => !used.has(unit))).toEqual([]);
  });

  it('import only from those before them', () => {
    const against = crossings().filter(({ from, to }) => ORDER.indexOf(to) > ORDER.indexOf(from));
    expect(against.map(({ shown }) => shown)).toEqual([]);
  });

  it('never import each other', () => {
    const pairs = new Set(crossings().map(({ from, to }) => `${from} ${to}`));
    const mutual = crossings().filter(({ from, to }) => pairs.has(`${to} ${from}`));
    expect(mutual.map(({ shown }) => shown)).toEqual([]);
  });

  it('touch no disk where they only compute', () => {
    const disk = imports.filter(({ from, to }) => PURE.has(unitOf(from) ?? '') && /^(?:node:)?fs(?:\/|$)/.test(to));
    expect(disk).toEqual([]);
  });

  it('are found by what they import', () => {
    const seen = crossings().map(({ from, to }) => `${from} → ${to}`);
    expect(seen).toEqual(
      expect.arrayContaining(['model → input', 'plan → layout', 'diff/read → layout', 'cli → diff/diff.ts']),
    );
  });
});
