import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT: string = fileURLToPath(new URL('../../../', import.meta.url));

/** A TypeScript compiler to check output with. */
export interface Compiler {
  readonly version: string;
  /** Its `tsc`, a file that Node runs. */
  readonly tsc: string;
}

/** The compiler of this repository, TypeScript 7. */
export const ownCompiler: Compiler = { version: '7', tsc: path.join(ROOT, 'node_modules/typescript/bin/tsc') };

/** The flags under which generated code has to compile. */
const flags = {
  target: 'ES2022',
  lib: ['ES2022', 'ESNext.Disposable'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  types: ['node'],
  typeRoots: [path.join(ROOT, 'node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Compiles every `.ts` file below a folder, without output, and returns what the compiler says, a line each. `runtime`
 * is the folder that {@link emitRuntimeDeclarations} made: output is checked against what users install.
 */
export async function compileOutput(
  folder: string,
  { runtime, compiler = ownCompiler, options = {} }: CompileOptions,
): Promise<string[]> {
  const [major = 0, minor = 0] = compiler.version.split('.').map(Number);
  const knowsErasable = major > 5 || (major === 5 && minor >= 8) || compiler.version === '7';
  const config = {
    compilerOptions: {
      ...flags,
      ...(knowsErasable && { erasableSyntaxOnly: true }),
      paths: {
        '@informer-gen/runtime': [path.join(runtime, 'index.d.ts')],
        '@informer-gen/runtime/codegen/v1': [path.join(runtime, 'codegen/v1.d.ts')],
      },
      ...options,
    },
    include: [folder],
    exclude: [],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  const file = path.join(folder, `tsconfig.${compiler.version}.json`);
  writeFileSync(file, JSON.stringify(config, null, 2));
  return await runCompiler(compiler, ['-p', file, '--pretty', 'false']);
}

/** How {@link compileOutput} compiles. */
export interface CompileOptions {
  readonly runtime: string;
  /** Default: the repository's own. */
  readonly compiler?: Compiler;
  /** Compiler options beside the usual ones. Default none. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Writes the runtime's declarations to a folder, as its package ships them. */
export async function emitRuntimeDeclarations(folder: string): Promise<void> {
  const args = ['-p', path.join(ROOT, 'runtime'), '--outDir', folder, '--emitDeclarationOnly', '--noCheck'];
  // Not `composite`: that would write a build state. Whether the sources are right is for others to check.
  const once = ['--composite', 'false', '--incremental', 'false', '--declarationMap', 'false'];
  const said = await runCompiler(ownCompiler, [...args, ...once, '--isolatedDeclarations', 'false']);
  if (said.length > 0) throw new Error(`the runtime's declarations could not be made:\n${said.join('\n')}`);
}

async function runCompiler(compiler: Compiler, args: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, ['--max-old-space-size=4096', compiler.tsc, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const text = Buffer.concat(chunks).toString('utf8').trim();
  if (code === 0) return [];
  return text === '' ? [`tsc ended with ${code}`] : text.split('\n');
}
