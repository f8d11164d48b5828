import { describe, expect, it } from 'vitest';
import { examples } from '../../examples/examples.js';
import { Child } from './child.js';

describe('npm run example', { timeout: 60_000 }, () => {
  it('runs the example that is named, with its arguments', async () => {
    const { code, stdout } = await Child.npmRun('example', '--', 'deltafifo', 'web', '7', '8');
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.includes('value'))).toEqual([
      'Added web  value: 7',
      'Updated web  value: 8',
      'Deleted web  value: 8',
    ]);
  });

  it('prints the six lines of the DeltaFIFO and nothing else', async () => {
    const { code, stdout } = await Child.npmRun('example', '--', 'deltafifo');
    expect(code).toBe(0);
    expect(stdout).toBe(
      'Added pod1  value: 1\nadd handler called\nUpdated pod1  value: 1.1\nupdate handler called\nDeleted pod1  value: 1.1\ndelete handler called\n',
    );
  });

  it('lists every example when none is named', async () => {
    const { code, stdout } = await Child.npmRun('example');
    expect(code).toBe(0);
    for (const [name, { summary }] of Object.entries(examples)) expect(stdout).toMatch(`${name.padEnd(22)} ${summary}`);
  });

  it('fails, and lists them, when there is no such example', async () => {
    const { code, stdout, stderr } = await Child.npmRun('example', '--', 'toString');
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('There is no example named "toString".');
    expect(stderr).toContain('shared-informer');
  });

  it('says in one line what to do where there is no real API server', async () => {
    const tsx = ['--conditions=@informer-gen/source', '--import', 'tsx', 'examples/run.ts'];
    const nowhere = { KUBEBUILDER_ASSETS: '', PATH: '', INFORMER_GEN_CACHE: '/nonexistent' };
    const child = new Child(process.execPath, [...tsx, 'listwatch', '--server', 'real'], nowhere);
    expect(await child.end()).toBe(1);
    expect(child.stdout).toBe('');
    expect(child.stderr).toMatch(/^No kube-apiserver and etcd[^\n]*informer-gen-apiserver build\n$/);
  });
});
