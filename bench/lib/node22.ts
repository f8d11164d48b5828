import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.js';
import { runCommand } from './run-command.js';

/** The newest Node 22 of npm's registry that was there when it was first asked for. */
export async function node22(): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = await cached(`${name}-22`, async (output) => {
    await writeFile(join(output, 'package.json'), '{"private":true}\n');
    await runCommand(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@22`], { cwd: output });
  });
  return join(folder, 'node_modules', name, 'bin', 'node');
}
