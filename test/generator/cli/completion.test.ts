import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../generator/cli/run.js';

let script = '';

beforeAll(async () => {
  await run(['completion', 'bash'], {
    print: (part) => void (script += part),
    error: () => undefined,
    interactive: false,
    cwd: '/',
  });
});

/** What bash offers for the last word of a command line. */
function offered(...words: string[]): string[] {
  const last = words.length - 1;
  const program = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=${last}; _informer_gen; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', program, 'bash', ...words], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

describe('completion in bash', () => {
  it('offers at the beginning every command that there is, help included', async () => {
    const commands = ['init', 'diff', 'rbac', 'completion', 'help'];
    expect(offered('informer-gen', '')).toEqual(expect.arrayContaining(commands));
    for (const command of commands) {
      const terminal = { print: () => undefined, error: () => undefined, interactive: false, cwd: '/' };
      expect(await run(command === 'help' ? [command] : ['help', command], terminal)).toBe(0);
    }
  });

  it('offers behind a command its own flags, and none that it would refuse', () => {
    expect(offered('informer-gen', 'diff', '--')).toContain('--fail-on');
    expect(offered('informer-gen', 'diff', '--')).not.toContain('--crd');
    expect(offered('informer-gen', 'rbac', '--')).toContain('--tsconfig');
    expect(offered('informer-gen', 'init', '--op')).toEqual(['--operator']);
    expect(offered('informer-gen', '--crd', 'x', '--lay')).toEqual(['--layout']);
  });

  it('offers the values of a flag as the command has them', () => {
    expect(offered('informer-gen', 'diff', '--format', '')).toEqual(['terminal', 'markdown', 'json', 'html']);
    expect(offered('informer-gen', 'rbac', '--format', '')).toEqual(['yaml', 'json']);
    expect(offered('informer-gen', '--layout', '')).toEqual(['split', 'merged']);
  });

  it('offers files where a command takes them, and nothing where it takes nothing', () => {
    const own = 'completion.test.ts';
    expect(offered('informer-gen', 'diff', 'completion.t')).toEqual([own]);
    expect(offered('informer-gen', 'init', '--crd', 'completion.t')).toEqual([own]);
    expect(offered('informer-gen', 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(offered('informer-gen', 'init', '')).toEqual([]);
  });
});
