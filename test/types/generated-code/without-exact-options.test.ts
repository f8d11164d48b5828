import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { compileOutput, emitRuntimeDeclarations, ROOT } from '../../generator/corpus/compile-output.js';

it('generated code compiles also without exactOptionalPropertyTypes, for resources that have no selectable field too', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-options-'));
  try {
    const [out, runtime] = [path.join(folder, 'out'), path.join(folder, 'runtime')];
    await emitRuntimeDeclarations(runtime);
    await generate({ cwd: ROOT, crd: ['examples/crds', 'test/types/writes/gauges.yaml'], out, verify: 'none' });
    expect(await compileOutput(out, { runtime, options: { exactOptionalPropertyTypes: false } })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
