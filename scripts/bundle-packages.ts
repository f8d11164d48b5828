import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from './packaging/bundle-for-node.js';

/*
 * The last step of the build of packages, `runtime` and `testkit`: their entry points with few files behind them, for Node,
 * which takes about half a millisecond for every module that it loads. Bundlers get the modules one by one (`module` in the
 * exports), to leave out what nobody uses.
 *
 *     node --import tsx scripts/bundle-packages.ts runtime testkit
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Conditions {
  readonly module: string;
  readonly default: string;
}

/** The entry points of a package that Node loads bundled: those of which `exports` names the modules too. */
function entryPoints(folder: string): Conditions[] {
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly exports: { readonly [entry: string]: string | Partial<Conditions> };
  };
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'object' && entry.module !== undefined && entry.default !== undefined
      ? [{ module: entry.module, default: entry.default }]
      : [],
  );
}

async function bundle(folder: string): Promise<void> {
  const out = path.join(folder, 'dist/bundled');
  rmSync(out, { recursive: true, force: true });
  await bundleForNode({
    entryPoints: Object.fromEntries(
      entryPoints(folder).map((entry) => {
        const name = path.relative(out, path.join(folder, entry.default)).replace(/\.js$/, '');
        return [name, path.join(folder, entry.module)];
      }),
    ),
    outdir: out,
    chunkNames: 'chunks/[hash]',
    legalComments: 'none',
  });
}

for (const name of process.argv.slice(2)) await bundle(path.join(ROOT, name));
