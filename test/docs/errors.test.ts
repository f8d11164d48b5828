import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InformerError } from '@informer-gen/runtime';
import type { InformerErrorCode } from '@informer-gen/runtime';
import { describe, expect, it } from 'vitest';
import { root } from './blocks.js';

const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');
const source = readFileSync(join(root, 'runtime/src/api/informer-error.ts'), 'utf8');

/** The members of the two unions in the source: types leave nothing behind to ask. */
const codes = [...source.slice(0, source.indexOf('const BRAND')).matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code);

const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

describe('docs/errors.md', () => {
  it('has a section for every code, and for nothing else', () => {
    expect(codes.length).toBeGreaterThan(60);
    expect([...sections.keys()].sort()).toEqual([...codes].sort());
  });

  it.each([...sections])('says of %s what it is and what to do', (_, section) => {
    const [cause = '', fix = ''] = section.split('\n\n').slice(1);
    expect(cause.length).toBeGreaterThan(20);
    expect(fix).toMatch(/^\*\*What to do\.\*\* .{10,}/);
  });

  it.each(codes)('is where an error with the code %s leads', (code) => {
    const { help, message } = new InformerError(code as InformerErrorCode, 'it failed');
    expect(help).toBe(
      `https://github.com/informer-gen/informer-gen/blob/main/docs/errors.md#${String(code).toLowerCase()}`,
    );
    expect(message).toBe('it failed');
  });
});
