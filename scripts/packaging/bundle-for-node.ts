import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';

/** What to bundle, and where to. */
export type BundleOptions = Required<Pick<BuildOptions, 'entryPoints' | 'outdir' | 'chunkNames'>> &
  Pick<BuildOptions, 'legalComments'>;

/** Bundles the modules of a package for the oldest Node that it runs on; what it depends on stays outside. */
export async function bundleForNode(options: BundleOptions): Promise<void> {
  await build({
    ...options,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
}
