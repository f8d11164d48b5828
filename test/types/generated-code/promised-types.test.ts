import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ownCompiler, ROOT } from '../../generator/corpus/compile-output.js';

it('programs that use generated code get the types they are promised', async () => {
  const project = path.join(import.meta.dirname, 'tsconfig.json');
  const said = await new Promise<string>((resolve) => {
    const args = [ownCompiler.tsc, '-p', project, '--pretty', 'false'];
    execFile(process.execPath, args, { cwd: ROOT }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(said).toBe('');
}, 60_000);
