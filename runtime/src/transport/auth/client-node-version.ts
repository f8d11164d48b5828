import { join } from 'node:path';
import { nodeFs } from '../http/node-modules.js';

/**
 * The version of `@kubernetes/client-node` that an import from a module would load; undefined where there is none. It is read
 * without loading it: a module that fails while it loads rejects promises inside Node, too, that nobody can catch.
 */
export function clientNodeVersion(importer: string): string | undefined {
  const { existsSync, readFileSync } = nodeFs();
  const { createRequire } = process.getBuiltinModule('node:module');
  const folders = createRequire(importer).resolve.paths('@kubernetes/client-node') ?? [];
  const file = folders.map((folder) => join(folder, '@kubernetes/client-node/package.json')).find(existsSync);
  if (file === undefined) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version;
}
