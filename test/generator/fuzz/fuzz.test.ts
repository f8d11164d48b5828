import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { compileOutput, emitRuntimeDeclarations } from '../corpus/compile-output.js';
import { crd, MARKER, openApi } from './arbitraries.js';
import { foreignCode } from './find-code.js';

/** The same inputs each time; `FUZZ_SEED` and `FUZZ_RUNS` go looking for others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_102);
const runs = Number(process.env['FUZZ_RUNS'] ?? 40);

/** Inputs of one run, and how to hand them to the generator. */
const forms = [
  {
    form: 'CRDs',
    input: fc.array(crd, { minLength: 6, maxLength: 6, size: 'max' }),
    options: (stdin: () => Promise<string>) => ({ crd: '-', stdin, allowEmpty: true }),
  },
  {
    form: 'OpenAPI documents',
    input: fc.array(openApi, { minLength: 1, maxLength: 1 }),
    options: (stdin: () => Promise<string>) => ({ openapi: '-', stdin, allowEmpty: true }),
  },
];

describe.each(forms)('whatever $form say', ({ input, options }) => {
  let folder = '';
  let generated = 0;
  const foreign: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-fuzz-'));
    for (const [position, documents] of fc.sample(input, { seed, numRuns: runs }).entries()) {
      const out = path.join(folder, 'out', String(position));
      const text = documents.map((one) => JSON.stringify(one)).join('\n---\n');
      const { resources } = await generate({ ...options(async () => text), out, verify: 'none', cwd: folder });
      generated += resources;
      for (const file of filesBelow(out)) {
        if (file.endsWith('.ts')) foreign.push(...foreignCode(file, readFileSync(path.join(out, file), 'utf8')));
      }
    }
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('much of it is generated, and the bad text is in it', () => {
    expect(generated).toBeGreaterThan(runs / 3);
    const texts = filesBelow(path.join(folder, 'out')).map((file) =>
      readFileSync(path.join(folder, 'out', file), 'utf8'),
    );
    expect(texts.filter((text) => text.includes(`${MARKER}()`)).length).toBeGreaterThan(runs / 4);
  });

  it('none of it becomes code', () => {
    expect(foreign).toEqual([]);
  });

  it('nothing is written outside the output folder', () => {
    expect(readdirSync(folder)).toEqual(['out']);
    expect(readdirSync(path.join(folder, 'out')).every((name) => /^\d+$/.test(name))).toBe(true);
  });

  it('the output compiles', async () => {
    const runtime = mkdtempSync(path.join(tmpdir(), 'informer-gen-fuzz-runtime-'));
    try {
      await emitRuntimeDeclarations(runtime);
      expect(await compileOutput(path.join(folder, 'out'), { runtime })).toEqual([]);
    } finally {
      rmSync(runtime, { recursive: true, force: true });
    }
  }, 120_000);
});

it('the check for foreign code finds some', () => {
  expect(foreignCode('a.ts', `export type A = 'x'; ${MARKER}();`)).toHaveLength(2);
  expect(foreignCode('a.ts', "import x from 'elsewhere';")).toHaveLength(1);
  expect(foreignCode('a/v1/types.ts', 'export const a = 1;')).toHaveLength(1);
  expect(foreignCode('a.ts', `/* ${MARKER}() */ export interface A { readonly ${MARKER}: '${MARKER}()' }`)).toEqual([]);
});

function filesBelow(root: string): string[] {
  mkdirSync(root, { recursive: true });
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(root, file)).isFile(),
  );
}
