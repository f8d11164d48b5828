import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { checkSeeds } from '../../setup/random-run.js';
import { compileOutput, emitRuntimeDeclarations } from '../corpus/compile-output.js';
import { crd, MARKER, openApi } from './arbitraries.js';
import { foreignCode } from './find-code.js';

/** Number of inputs for each seed. */
const INPUTS = 40;

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
  let runtime = '';

  beforeAll(async () => {
    runtime = mkdtempSync(path.join(tmpdir(), 'informer-gen-fuzz-runtime-'));
    await emitRuntimeDeclarations(runtime);
  }, 120_000);

  afterAll(() => rmSync(runtime, { recursive: true, force: true }));

  it('the output compiles, has none of their text as code, and stays in its folder', () => checkSeeds(check), 120_000);

  async function check(seed: number): Promise<void> {
    const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-fuzz-'));
    try {
      await generateInto(folder, seed);
      expect(await compileOutput(path.join(folder, 'out'), { runtime })).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async function generateInto(folder: string, seed: number): Promise<void> {
    let generated = 0;
    let marked = 0;
    for (const [position, documents] of fc.sample(input, { seed, numRuns: INPUTS }).entries()) {
      const out = path.join(folder, 'out', String(position));
      const text = documents.map((one) => JSON.stringify(one)).join('\n---\n');
      const { resources } = await generate({ ...options(async () => text), out, verify: 'none', cwd: folder });
      generated += resources;
      for (const file of filesBelow(out)) {
        const content = readFileSync(path.join(out, file), 'utf8');
        if (content.includes(`${MARKER}()`)) marked += 1;
        if (file.endsWith('.ts')) expect(foreignCode(file, content)).toEqual([]);
      }
    }
    expect(readdirSync(folder)).toEqual(['out']);
    expect(readdirSync(path.join(folder, 'out')).every((name) => /^\d+$/.test(name))).toBe(true);
    // Much of it is generated, and the hostile text is in it.
    expect(generated).toBeGreaterThan(INPUTS / 3);
    expect(marked).toBeGreaterThan(INPUTS / 4);
  }
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
