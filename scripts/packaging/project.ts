import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeBlocks, commandsOf } from './code-blocks.js';
import { installedPackages } from './installed.js';
import type { NodeBinary } from './node-binary.js';
import type { Tarball } from './packages.js';
import { writeSamples } from './simulated-cluster.js';

/** How a project compiles. */
export interface CompilerChoice {
  /** The folder of the compiler's package. */
  readonly typescript: string;
  readonly moduleResolution: 'nodenext' | 'bundler';
  /** The folder of the output, below the project. */
  readonly outDir: string;
}

export interface ProjectOptions {
  readonly node: NodeBinary;
  readonly tarballs: readonly Tarball[];
  /** Versions to install of other packages, by name, whatever documentation says. Default: what it says. */
  readonly versions?: Readonly<Record<string, string>>;
  /** What the project has before anything of ours comes in. Default: nothing. */
  readonly devDependencies?: Readonly<Record<string, string>>;
  /** The project is there already, and nothing is put into it. Default false. */
  readonly written?: boolean;
}

const NPM_FLAGS = ['--no-audit', '--no-fund', '--prefer-offline'];

/** An empty project somewhere on a disk, into which packages are installed as a user would. */
export class Project {
  readonly folder: string;
  readonly node: NodeBinary;
  readonly #specs: ReadonlyMap<string, string>;

  constructor(folder: string, options: ProjectOptions) {
    const { devDependencies = {} } = options;
    this.folder = folder;
    this.node = options.node;
    const versions = Object.entries(options.versions ?? {});
    this.#specs = new Map([
      ...options.tarballs.map(({ name, file }): [string, string] => [name, file]),
      ...versions.map(([name, version]): [string, string] => [name, `${name}@${version}`]),
    ]);
    mkdirSync(folder, { recursive: true });
    if (options.written === true) return;
    this.write('package.json', JSON.stringify({ name: 'app', private: true, type: 'module', devDependencies }));
    writeSamples(folder);
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Runs a command with this project's Node; gives what it prints, and says so if it fails. */
  run(command: readonly string[], env: NodeJS.ProcessEnv = {}): string {
    const [program = '', ...args] = command;
    try {
      return execFileSync(program, args, {
        cwd: this.folder,
        env: { ...this.node.env, ...env },
        encoding: 'utf8',
        timeout: 120_000,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command.join(' ')} failed in ${this.folder}:\n${stdout}${stderr}`, { cause: error });
    }
  }

  /** Runs a command as documentation has it, with our packages from their tarballs. */
  follow(command: readonly string[]): string {
    const words = command[0] === 'npm' ? command.map((word) => this.#specs.get(packageName(word)) ?? word) : command;
    return this.run([...words, ...(command[0] === 'npm' ? NPM_FLAGS : [])]);
  }

  /** Does what the shell block of a README says. */
  followReadme(file: string): void {
    for (const command of commandsOf(codeBlocks(file, 'sh')[0] ?? '')) this.follow(command);
  }

  packages(): string[] {
    return installedPackages(this.folder);
  }

  /** Compiles the programs in this folder, and what they import. Our declarations are checked too. */
  compile({ typescript, moduleResolution, outDir }: CompilerChoice, programs: readonly string[]): void {
    const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true };
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022'],
      types: ['node'],
      module: moduleResolution === 'bundler' ? 'ESNext' : 'NodeNext',
      moduleResolution,
      strict: true,
      ...(moduleResolution === 'nodenext' && strictest),
      skipLibCheck: false,
      rootDir: '.',
      outDir,
    };
    const config = `tsconfig.${outDir}.json`;
    this.write(config, JSON.stringify({ compilerOptions, files: programs }));
    this.run([this.node.path, join(typescript, 'bin/tsc'), '-p', config, '--pretty', 'false']);
  }
}

/** Of `@kubernetes/client-node@1`, what is before the version. */
function packageName(word: string): string {
  return word.replace(/(?<=.)@.*$/, '');
}
