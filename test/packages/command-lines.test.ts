// What the scripts of this repository say to those who call them wrongly, or ask how.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

function call(script: string, ...args: string[]): { code: number | null; out: string; err: string } {
  const flags = ['--conditions=@informer-gen/source', '--import', 'tsx'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, script, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

describe('a script', () => {
  it('prints how it is called where that is asked for, and does nothing else', () => {
    const { code, out, err } = call('test/fuzz/run.ts', '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^`npm run fuzz \[-- --minutes 5/);
    expect(out).not.toContain('*');
  });

  it.each([
    [['--nonsense'], "Unknown option '--nonsense'. Run with --help to see what there is."],
    [['--minutes', 'soon'], '--minutes takes a number above 0, not "soon". Run with --help to see what there is.'],
    [['--seed', '1.5'], '--seed takes a whole number of at least 0, not "1.5". Run with --help to see what there is.'],
  ])('refuses %j in one line, with exit code 2', (args, line) => {
    expect(call('test/fuzz/run.ts', ...args)).toEqual({ code: 2, out: '', err: `${line}\n` });
  });
});
