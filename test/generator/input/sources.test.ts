import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { crd, text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const widget = text(crd());
const gadget = text(crd({ kind: 'Gadget' }));

describe('an input', () => {
  it('that changes before it is parsed is known by what was parsed', async () => {
    const workspace = new Workspace({ 'crds/a.json': widget });
    await workspace.generate();
    workspace.write('crds/a.json', text(crd({ kind: 'Other' })));
    const onProgress = (step: string): void => {
      if (step === 'building the model') workspace.write('crds/a.json', gadget);
    };
    await workspace.generate({ onProgress });
    expect(workspace.has('generated/example.com/v1/gadgets.ts')).toBe(true);
    expect(await workspace.generate()).toMatchObject({ skippedWork: true });
  });

  it.skipIf(process.platform === 'win32')('that can be read only once is read only once', async () => {
    const workspace = new Workspace({ 'a.json': widget, 'b.json': gadget });
    spawnSync('sh', ['-c', 'mkfifo pipe'], { cwd: workspace.folder });
    const generateFrom = async (file: string): Promise<unknown> => {
      const writer = spawn('sh', ['-c', `cat ${file} > pipe`], { cwd: workspace.folder, stdio: 'ignore' });
      const ended = new Promise((resolve) => writer.once('close', resolve));
      const report = await workspace.generate({ crd: ['pipe'] });
      await ended;
      return report;
    };
    expect(await generateFrom('a.json')).toMatchObject({ ok: true, skippedWork: false });
    expect(await generateFrom('a.json')).toMatchObject({ ok: true, skippedWork: true });
    expect(await generateFrom('b.json')).toMatchObject({ ok: true, skippedWork: false, problems: [] });
    expect(workspace.has('generated/example.com/v1/gadgets.ts')).toBe(true);
  });
});
