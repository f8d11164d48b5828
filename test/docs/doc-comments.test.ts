// The reference is made of doc comments: each exported function and class has one with an example that compiles and runs.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENTRY_POINTS } from '../../scripts/api-reference/entry-points.js';
import { ApiReader } from '../../scripts/api-reference/read-exports.js';
import { root } from './blocks.js';
import { inContext } from './example-context.js';
import type { ExampleContext } from './example-context.js';
import { exampleModule } from './example-module.js';
import { ProgramFolder } from './program-folder.js';

const reader = new ApiReader();
const exported = ENTRY_POINTS.flatMap((entry) =>
  reader.exportsOf(entry).map((one) => ({ ...one, module: entry.module, title: `${entry.page}: ${one.name}` })),
);
/** Each name once, where it is exported first. */
const names = [...new Map([...exported].reverse().map((one) => [one.name, one])).values()].reverse();
const moduleOf = new Map(
  names
    .filter(({ kind }) => kind !== 'interface' && kind !== 'type')
    // The package that this is cannot import itself by its name from here.
    .map(({ name, module }) => [name, module === 'informer-gen' ? join(root, 'generator/index.js') : module]),
);
const examples = names.flatMap(({ kind, title, examples: codes }) =>
  kind === 'function' || kind === 'class'
    ? codes.map((code, position) => ({ title, code, file: `${title.replace(/\W+/g, '-')}-${position}` }))
    : [],
);

/** Examples that need what is not here: a kube-apiserver, a cluster, or minutes. They compile. */
const COMPILED_ALONE: ReadonlySet<string> = new Set([
  'runtime: connect',
  'testing: ApiServer',
  'testing: ApiServerAccess',
  'testing: RealApiServer',
  'testing: buildApiServer',
  'testing: requireApiServer',
  'testing: startApiServer',
]);

let folder: ProgramFolder;

beforeAll(async () => {
  folder = await ProgramFolder.make('examples');
}, 120_000);

afterAll(() => folder[Symbol.dispose]());

describe('the doc comments of exported functions and classes', () => {
  it('are there', () => {
    const bare = names.filter(({ kind, doc }) => (kind === 'function' || kind === 'class') && doc === '');
    expect(bare.map(({ title }) => title)).toEqual([]);
  });

  it('have an example', () => {
    const without = names.filter(
      (one) => (one.kind === 'function' || one.kind === 'class') && one.examples.length === 0,
    );
    expect(without.map(({ title }) => title)).toEqual([]);
  });
});

describe('the fields of options', () => {
  const options = names.filter(({ kind, name }) => kind === 'interface' && /(?:Options|Config)$/.test(name));
  const fields = options.flatMap(({ name, fields: all }) =>
    all.map((field) => ({ ...field, title: `${name}.${field.name}` })),
  );

  it('have a sentence', () => {
    expect(fields.filter(({ doc }) => doc === '').map(({ title }) => title)).toEqual([]);
  });

  it('say their default where they may be left out', () => {
    const silent = fields.filter(({ optional, doc }) => optional && doc !== '' && !/\bdefault/i.test(doc));
    expect(silent.map(({ title }) => title)).toEqual([]);
  });
});

describe('the examples in doc comments', () => {
  it('compile', { timeout: 180_000 }, () => {
    for (const { file, code } of examples) folder.write(`${file}.ts`, exampleModule(code, moduleOf));
    expect(folder.compile()).toBe('');
  });

  it.each(examples.filter(({ title }) => !COMPILED_ALONE.has(title)))(
    '$title runs, and gives what it says',
    { timeout: 30_000 },
    async ({ file, code }) => {
      const path = folder.write(`${file}.ts`, exampleModule(code, moduleOf));
      const module = (await import(/* @vite-ignore */ path)) as { default(context: ExampleContext): Promise<void> };
      for (const method of ['log', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
      await folder.run(() => inContext(folder.crds(), (context) => module.default(context)));
      vi.restoreAllMocks();
    },
  );
});
