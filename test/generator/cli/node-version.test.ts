import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeProblem } from '../../../generator/cli/node-version.js';
import { ROOT } from '../corpus/compile-output.js';

describe('a version of Node', () => {
  it.each(['18.20.8', '20.0.0', '20.18.3'])('%s is too old, and is told so in a line', (version) => {
    expect(nodeProblem(version)).toBe(`Node 20.19 or later is needed, and this is Node ${version}`);
  });

  it.each(['20.19.0', '22.0.0', '26.1.0'])('%s will do', (version) => {
    expect(nodeProblem(version)).toBeUndefined();
  });

  it('is asked for as the package does', () => {
    const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      readonly engines: { readonly node: string };
    };
    const oldest = engines.node.replace('>=', '');
    expect(nodeProblem(oldest)).toBeUndefined();
    expect(nodeProblem(oldest.replace(/\d+\.(\d+)$/, (_, patch: string) => `0.${patch}`))).toBeDefined();
  });

  it('is looked at before anything is imported that an older one could not load', () => {
    const program = readFileSync(path.join(ROOT, 'generator/bin.ts'), 'utf8');
    const imported = [...program.matchAll(/^import .* from '(.*)';$/gm)].map(([, from]) => from);
    expect(imported).toEqual(['./cli/node-version.js']);
    expect(readFileSync(path.join(ROOT, 'generator/cli/node-version.ts'), 'utf8')).not.toMatch(/\bimport\b[^s]/);
  });
});
