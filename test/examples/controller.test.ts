import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import { generate } from '../../generator/index.js';
import { Child } from './child.js';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

describe('the example controller', () => {
  it(
    'brings the status of every widget in line, before and after its start, and ends on SIGTERM',
    { timeout: 60_000 },
    async () => {
      const crds = parseYaml(await readFile(join(examples, 'crds/widgets.yaml'), 'utf8'));
      await using server = await SimulatedApiServer.start({ crds });
      server.create('widgets', { metadata: { name: 'early' }, spec: { color: 'red', size: 'small', replicas: 2 } });

      const child = new Child(
        process.execPath,
        ['--conditions=@informer-gen/source', '--import', 'tsx', join(examples, 'controller/index.ts')],
        { KUBECONFIG: await fileWith(server.kubeconfig()) },
      );
      await child.printed('default/early: 2 red');
      server.create('widgets', { metadata: { name: 'late' }, spec: { color: 'blue', size: 'huge' } });
      await child.printed('default/late: 1 blue');
      server.delete('widgets', 'early');
      await child.printed('default/early: gone');

      expect(server.get('widgets', 'late')).toMatchObject({ status: { readyReplicas: 1 } });
      expect(await child.end('SIGTERM')).toBe(0);
      expect(child.stdout).toMatch(/^synced: 1 widgets\n[^]*stopped\n$/);
      expect(child.stderr).toBe('');
    },
  );

  it('has the informers that the generator makes of the CRDs today (else: npm run examples:generate)', async () => {
    const report = await generate({
      crd: join(examples, 'crds'),
      out: join(examples, 'controller/generated'),
      check: true,
    });
    expect({ written: report.written, removed: report.removed }).toEqual({ written: [], removed: [] });
  });
});

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'informer-gen-example-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'kubeconfig'), text);
  return join(folder, 'kubeconfig');
}
