import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { clientNodeVersion } from '../../../runtime/src/transport/auth/client-node-version.js';

const folder = mkdtempSync(join(tmpdir(), 'informer-gen-version-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the version of client-node is known without loading it: of the nearest, or none', () => {
  const importer = pathToFileURL(join(folder, 'app/src/main.js')).href;
  expect(clientNodeVersion(importer)).toBeUndefined();
  for (const [below, version] of [
    ['.', '1.4.0'],
    ['app', '2.0.1'],
  ] as const) {
    const installed = join(folder, below, 'node_modules/@kubernetes/client-node');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ version }));
    expect(clientNodeVersion(importer)).toBe(version);
  }
});
