import { resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/** What a bundler makes of a program: its size, minified, and the files of the repository that went into it. */
export interface Bundle {
  readonly bytes: number;
  readonly inputs: readonly string[];
}

/** Bundles a program for Node, from the sources. The same sources and the same esbuild give the same bytes. */
export async function bundle(code: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    conditions: ['@informer-gen/source'],
    // An optional peer, loaded only where connect() needs a kubeconfig.
    external: ['@kubernetes/client-node'],
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return {
    bytes: outputFiles.reduce((sum, { contents }) => sum + contents.length, 0),
    inputs: inputs.map(([path]) => path),
  };
}
