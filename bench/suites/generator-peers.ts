import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, hashFolder } from '../lib/cache.js';
import { benchFolder, rootFolder } from '../lib/programs.js';
import { CommandError, runCommand } from '../lib/run-command.js';
import type { Corpus } from './generator-corpus.js';

/** A generator that can be run. */
export interface Generator {
  readonly id: string;
  readonly name: string;
  /** Reads the corpus, writes the folder. Undefined where the peer could not be installed. */
  readonly command: ((corpus: Corpus, output: string) => readonly [string, ...string[]]) | undefined;
  /** Run once more on its own output, with nothing changed, and to check it. Default false. */
  readonly again?: boolean;
  /** The node_modules that its output imports from. Default: none. */
  readonly modules?: string;
  /** Why there is no command. */
  readonly error?: string;
}

interface Peer {
  /** Also its folder in bench/peers/generators. */
  readonly id: string;
  readonly name: string;
  /** What node runs, in the peer's folder, and its arguments. */
  readonly program: string;
  readonly args: (corpus: Corpus, output: string) => readonly string[];
}

const peers: readonly Peer[] = [
  {
    id: 'json-schema-to-typescript',
    name: 'json-schema-to-typescript',
    program: 'each-version.mjs',
    args: ({ folder }, output) => [folder, output],
  },
  {
    id: 'cdk8s',
    name: 'cdk8s import',
    program: 'node_modules/cdk8s-cli/bin/cdk8s',
    args: ({ file }, output) => [
      'import',
      file,
      '--language',
      'typescript',
      '--output',
      output,
      '--no-save',
      '--no-check-upgrade',
    ],
  },
  {
    id: 'crd-generate',
    name: 'crd-generate',
    program: 'node_modules/@kubernetes-models/crd-generate/bin/crd-generate.js',
    args: ({ file }, output) => ['--input', file, '--output', output],
  },
  {
    id: 'kubernetes-fluent-client',
    name: 'kubernetes-fluent-client',
    program: 'node_modules/kubernetes-fluent-client/dist/cli.js',
    args: ({ file }, output) => ['crd', file, output],
  },
];

/** What starting Node and tsc takes when there is nothing to do: the share of it in the other figures. */
export const emptyModule: Generator = {
  id: 'empty',
  name: 'an empty module',
  command: (_corpus, output) => [
    process.execPath,
    '--eval',
    'fs.writeFileSync(process.argv[1], "export {};\\n")',
    join(output, 'empty.ts'),
  ],
};

/** The others, installed where they are among the wanted ones. One that cannot be is there with its error. */
export async function peerGenerators(wanted: readonly string[] | undefined): Promise<Generator[]> {
  const generators: Generator[] = [];
  for (const { id, name, program, args } of peers) {
    if (wanted !== undefined && !wanted.includes(id)) {
      generators.push({ id, name, command: undefined, error: 'not asked for' });
      continue;
    }
    try {
      const folder = await installPeer(id);
      const command: Generator['command'] = (corpus, output) => [
        process.execPath,
        join(folder, program),
        ...args(corpus, output),
      ];
      generators.push({ id, name, command, modules: join(folder, 'node_modules') });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      generators.push({ id, name, command: undefined, error: error.message });
    }
  }
  return generators;
}

/** A package of bench/peers/generators in the cache, with what it pins. */
export async function installPeer(id: string): Promise<string> {
  const source = join(benchFolder, 'peers', 'generators', id);
  return await cached(`${id}-${hashFolder(source)}`, async (folder) => {
    console.error(`Installing ${id}.`);
    await cp(source, folder, { recursive: true });
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--no-package-lock'];
    await runCommand(['npm', 'install', ...flags], { cwd: folder });
  });
}

/** Ours, compiled, as users run it; and on the whole Kubernetes API, where its OpenAPI documents are. */
export async function ourGenerators(): Promise<Generator[]> {
  await runCommand(['npm', 'run', 'build', '--silent'], { cwd: rootFolder });
  const program = join(rootFolder, 'dist', 'generator', 'bin.js');
  const run = (input: readonly [string, string], output: string): readonly [string, ...string[]] => {
    return [process.execPath, program, ...input, '--out', output, '--quiet'];
  };
  const openapi = join(rootFolder, '..', 'shared', 'data', 'openapi', 'v3');
  return [
    { id: 'ours', name: 'informer-gen', again: true, command: ({ folder }, output) => run(['--crd', folder], output) },
    {
      id: 'ours-js',
      name: 'informer-gen --emit js',
      again: true,
      command: ({ folder }, output) => [...run(['--crd', folder], output), '--emit', 'js'],
    },
    {
      id: 'ours-ten',
      name: 'informer-gen, ten CRDs',
      again: true,
      command: ({ ten }, output) => run(['--crd', ten], output),
    },
    {
      id: 'ours-openapi',
      name: 'informer-gen, Kubernetes OpenAPI v3',
      again: true,
      ...(existsSync(openapi)
        ? { command: (_corpus, output) => run(['--openapi', openapi], output) }
        : { command: undefined, error: 'no OpenAPI documents beside the clone' }),
    },
  ];
}
