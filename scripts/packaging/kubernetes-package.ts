import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const generated = join(root, 'generated');

export interface KubernetesPackageOptions {
  /** The folder to make; what is in it is removed. */
  readonly out: string;
  /**
   * With Kubernetes' descriptions, read from a real API server, as the package is published; without: from the sources
   * that are checked in.
   */
  readonly docs: boolean;
}

/** Makes `@informer-gen/kubernetes` as it is published: compiled, without sources, with licence and notice. */
export async function buildKubernetesPackage({ out, docs }: KubernetesPackageOptions): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const sources = join(out, 'src');
  if (docs) generateWithDescriptions(sources);
  else cpSync(generated, sources, { recursive: true, filter: (path) => !/[/\\](dist|node_modules)$/.test(path) });
  const manifest = JSON.parse(readFileSync(join(generated, 'package.json'), 'utf8')) as object;
  // Before compiling: it says that the sources are modules.
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(withoutSources(manifest), null, 2)}\n`);
  compile(out);
  rmSync(sources, { recursive: true });
  for (const file of ['README.md', 'LICENSE', 'NOTICE']) cpSync(join(generated, file), join(out, file));
}

function generateWithDescriptions(out: string): void {
  const script = join(root, 'scripts/generate-kubernetes.ts');
  const args = ['--conditions=@informer-gen/source', '--import', 'tsx', script, '--docs', '--out', out];
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Compiles `src` into `dist`, against the runtime's declarations as they are published. */
function compile(out: string): void {
  const tsc = join(root, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-b', 'runtime'], { cwd: root, stdio: 'inherit' });
  const scope = join(out, 'node_modules/@informer-gen');
  mkdirSync(scope, { recursive: true });
  symlinkSync(join(root, 'runtime'), join(scope, 'runtime'), 'dir');
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      rootDir: 'src',
      outDir: 'dist',
      declaration: true,
      isolatedDeclarations: true,
      customConditions: [],
      types: [],
    },
    include: ['src/**/*.ts'],
  };
  const file = join(out, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(config));
  execFileSync(tsc, ['-p', file], { stdio: 'inherit' });
  rmSync(file);
  rmSync(join(out, 'node_modules'), { recursive: true });
}

/** The manifest without the export condition that leads to sources, which are not published. */
function withoutSources(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '@informer-gen/source');
  return Object.fromEntries(kept.map(([name, content]) => [name, withoutSources(content)]));
}
