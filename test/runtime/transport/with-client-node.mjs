// Runs client-node.test.ts with another version of @kubernetes/client-node, and of Node where that needs one, and checks
// that its KubeConfig fits our types:
//
//   node test/runtime/transport/with-client-node.mjs 2 22
//
// Both are installed in a temporary folder; nothing here changes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [clientNodeVersion = '2', nodeVersion = '22'] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'with-client-node-'));
const run = (command, args, options = {}) => execFileSync(command, args, { cwd: root, stdio: 'inherit', ...options });

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const packages = [`@kubernetes/client-node@${clientNodeVersion}`, `node@${nodeVersion}`];
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: folder });

  const node = join(folder, 'node_modules/node/bin/node');
  const CLIENT_NODE_MODULE = join(folder, 'node_modules/@kubernetes/client-node/dist/index.js');
  run(node, ['node_modules/vitest/vitest.mjs', 'run', join(here, 'client-node.test.ts')], {
    env: { ...process.env, CLIENT_NODE_MODULE },
  });

  writeFileSync(
    join(folder, 'fits.ts'),
    `import { KubeConfig } from '@kubernetes/client-node';
     import type { KubeConfigLike } from '${join(root, 'runtime/src/transport/auth/credentials.ts')}';
     export const fits: KubeConfigLike = new KubeConfig();\n`,
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        allowImportingTsExtensions: true,
        typeRoots: [join(root, 'node_modules/@types')],
      },
      files: ['fits.ts'],
    }),
  );
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]);
  console.log(`client-node ${clientNodeVersion}: the tests pass on Node ${nodeVersion}, and its KubeConfig fits`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
