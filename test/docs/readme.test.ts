import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generate } from '../../generator/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** Inside the repository, so that packages resolve as they do for its users. */
const folder = join(root, 'node_modules/.cache/informer-gen-readme');

function examplesIn(file: string): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
    ([, code]) => code as string,
  );
}

function check(): string {
  try {
    return execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await generate({ crd: [join(root, 'examples/crds')], out: join(folder, 'generated') });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = { noEmit: true, rootDir: root, noUnusedLocals: false };
  const extended = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions,
    include: ['*.ts', 'generated/**/*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(extended));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the examples in the documentation', () => {
  it.each([
    'README.md',
    'runtime/README.md',
    'generated/README.md',
    'docs/writing.md',
    'docs/controllers.md',
    'docs/testing.md',
    'docs/metrics.md',
  ])('of %s compile', (file) => {
    const examples = examplesIn(file);
    expect(examples.length).toBeGreaterThan(0);
    const names = examples.map((code, position) => {
      const name = `${file.replace(/\W+/g, '-')}-${position}.ts`;
      writeFileSync(join(folder, name), `${code}\nexport {};\n`);
      return name;
    });
    expect(check()).toBe('');
    for (const name of names) rmSync(join(folder, name));
  });

  it('would be found out if they did not', () => {
    writeFileSync(
      join(folder, 'wrong.ts'),
      "import { connect } from '@informer-gen/runtime';\nconnect({ nonsense: 1 });\n",
    );
    expect(check()).toContain('nonsense');
    rmSync(join(folder, 'wrong.ts'));
  });
});
