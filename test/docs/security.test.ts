// What SECURITY.md says is kept by the tests that it names, and by what the workflows say.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

describe('SECURITY.md', () => {
  it('names tests that are there, for whom it does not trust', () => {
    const tests = Array.from(page.matchAll(/`(test\/[^`]+)`/g), ([, path = '']) => path);
    expect(tests.length).toBeGreaterThan(12);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const headings = Array.from(page.matchAll(/^## (.+)$/gm), ([, heading]) => heading);
    expect(headings.join('; ')).toMatch(/CRDs.*API server.*objects.*untrusted branches/);
  });
});

describe('a workflow', () => {
  it.each(workflows)('$name pins every action by its commit', ({ text }) => {
    const actions = Array.from(text.matchAll(/uses: (\S+)/g), ([, action = '']) => action);
    expect(actions).not.toEqual([]);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it.each(workflows)('$name gives untrusted branches neither secrets nor the right to write', ({ text }) => {
    expect(text).not.toContain('pull_request_target');
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m);
    if (/^ {2}pull_request:/m.test(text)) expect(text).not.toMatch(/secrets\.|: write/);
  });
});
