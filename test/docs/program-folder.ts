import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../../generator/index.js';
import { filesOf, NEWCOMERS_PAGES } from '../../scripts/packaging/page-steps.js';
import { root } from './blocks.js';

/** A folder of programs as a reader of the documentation has it: CRDs, the code generated of them, a tsconfig.json. */
export class ProgramFolder implements Disposable {
  /** Inside the repository, so that packages resolve as they do for its users. */
  readonly path: string;

  private constructor(name: string) {
    this.path = join(root, `demo-output/${name}-${process.pid}`);
  }

  static async make(name: string): Promise<ProgramFolder> {
    const folder = new ProgramFolder(name);
    folder[Symbol.dispose]();
    mkdirSync(folder.path, { recursive: true });
    cpSync(join(root, 'examples/crds'), join(folder.path, 'crds'), { recursive: true });
    for (const page of NEWCOMERS_PAGES)
      for (const [file, text] of filesOf(page)) if (file.endsWith('.yaml')) folder.write(file, text);
    await generate({ crd: [join(folder.path, 'crds')], out: join(folder.path, 'generated') });
    folder.write('package.json', '{ "type": "module" }');
    const paths = { 'informer-gen': [join(root, 'generator/index.ts')] };
    const compilerOptions = { noEmit: true, rootDir: root, noUnusedLocals: false, noUnusedParameters: false, paths };
    const include = ['*.ts', 'generated/**/*.ts'];
    folder.write(
      'tsconfig.json',
      JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include }),
    );
    return folder;
  }

  write(file: string, text: string): string {
    writeFileSync(join(this.path, file), text);
    return join(this.path, file);
  }

  crds(): string[] {
    const folder = join(this.path, 'crds');
    return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  }

  read(file: string): string {
    return readFileSync(join(this.path, file), 'utf8');
  }

  /** Does something in this folder, as programs do. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const before = process.cwd();
    process.chdir(this.path);
    try {
      return await work();
    } finally {
      process.chdir(before);
    }
  }

  /** What the compiler has to say about all programs; `''` where there is nothing. */
  compile(): string {
    try {
      const args = ['-p', this.path, '--pretty', 'false'];
      return execFileSync(join(root, 'node_modules/.bin/tsc'), args, { encoding: 'utf8' });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
