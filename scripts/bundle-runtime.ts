import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/*
 * The last step of the runtime's build: its entry points with few files behind them, for Node, which takes about half a
 * millisecond for every module that it loads. Bundlers get the modules one by one (`module` in the exports), to leave out what
 * nobody uses.
 *
 *     npm run build
 */

const RUNTIME = fileURLToPath(new URL('../runtime/', import.meta.url));

interface Conditions {
  readonly module: string;
  readonly default: string;
}

/** The entry points that Node loads bundled: those of which `exports` names the modules too. */
function entryPoints(): Conditions[] {
  const { exports } = JSON.parse(readFileSync(path.join(RUNTIME, 'package.json'), 'utf8')) as {
    readonly exports: { readonly [entry: string]: string | Partial<Conditions> };
  };
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'object' && entry.module !== undefined && entry.default !== undefined
      ? [{ module: entry.module, default: entry.default }]
      : [],
  );
}

const OUT = path.join(RUNTIME, 'dist/bundled');
rmSync(OUT, { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(
    entryPoints().map((entry) => {
      const name = path.relative(OUT, path.join(RUNTIME, entry.default)).replace(/\.js$/, '');
      return [name, path.join(RUNTIME, entry.module)];
    }),
  ),
  outdir: OUT,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
});
