import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached, filesIn, hashFolder } from '../lib/cache.js';
import { column } from '../lib/columns.js';
import { type Goal, goal } from '../lib/goal.js';
import type { Options } from '../lib/options.js';
import { benchFolder, rootFolder } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { runCommand } from '../lib/run-command.js';
import { medians, type Numbers } from '../lib/stats.js';
import { watchProcess } from '../lib/watched-process.js';
import { type Corpus, corpusBytes, defaultCrds, prepareCorpus } from './generator-corpus.js';

interface Generator {
  readonly id: string;
  readonly name: string;
  /** Reads the corpus, writes the folder. */
  readonly command: (input: string, output: string) => readonly [string, ...string[]];
  /** Run once more on its own output, with nothing changed. Default false. */
  readonly again?: boolean;
}

/** Our generator beside those of others, on the same CRDs; then tsc on what each wrote. */
export async function generatorSuite({ rounds, crds = defaultCrds(), objects }: Options): Promise<SuiteResult> {
  const corpus = await prepareCorpus(crds, objects ?? corpusBytes);
  const peers = await installPeers();
  const generators = generatorsIn(peers, await compiledGenerator());
  const found = generators.map((generator) => ({ generator, rounds: [] as Numbers[], errors: [] as string[] }));
  for (let round = 1; round <= rounds; round++) {
    for (const { generator, rounds: figures, errors } of found) {
      process.stderr.write(`round ${round} of ${rounds}: ${generator.name}\n`);
      const { numbers, error } = await measure(generator, corpus, peers);
      figures.push(numbers);
      if (error !== undefined) errors.push(error);
    }
  }
  const rows = found.map(({ generator: { id, name }, rounds: figures, errors }) => ({
    id,
    name,
    figures: medians(figures),
    rounds: figures,
    errors,
  }));
  return {
    suite: 'generator',
    settings: { CRDs: corpus.crds, 'YAML MB': Math.round(corpus.bytes / 1e6), rounds },
    rows,
    columns: [
      column('wall s', 'wallMs', { scale: 1000, digits: 2 }),
      column('again s', 'againMs', { scale: 1000, digits: 2 }),
      column('peak MB', 'peakRss', { scale: 1e6, digits: 0 }),
      column('files', 'files', { digits: 0 }),
      column('output MB', 'outputBytes', { scale: 1e6 }),
      column('tsc s', 'tscMs', { scale: 1000 }),
      column('tsc errors', 'tscErrors', { digits: 0 }),
      column('exit code', 'exitCode', { digits: 0 }),
    ],
    goals: goalsOf(rows),
  };
}

function generatorsIn(peers: string, ours: string): Generator[] {
  const node = process.execPath;
  const loop = join(peers, 'json-schema-to-typescript.mjs');
  const bin = (path: string): string => join(peers, 'node_modules', path);
  return [
    {
      id: 'ours',
      name: 'informer-gen',
      again: true,
      command: (input, output) => [node, ours, '--crd', input, '--out', output, '--quiet'],
    },
    {
      id: 'json-schema-to-typescript',
      name: 'json-schema-to-typescript',
      command: (input, output) => [node, loop, input, output],
    },
    { id: 'cdk8s', name: 'cdk8s import', command: (input, output) => [node, join(peers, 'cdk8s.mjs'), input, output] },
    {
      id: 'crd-generate',
      name: '@kubernetes-models/crd-generate',
      command: (input, output) => [node, join(peers, 'crd-generate.cjs'), input, output],
    },
    {
      id: 'kubernetes-fluent-client',
      name: 'kubernetes-fluent-client',
      command: (input, output) => [
        node,
        join(peers, 'each-crd.mjs'),
        bin('kubernetes-fluent-client/dist/cli.js'),
        input,
        output,
      ],
    },
  ];
}

/** The peers' packages, pinned by bench/peers/generators/package.json, in the cache. */
async function installPeers(): Promise<string> {
  const source = join(benchFolder, 'peers', 'generators');
  return await cached(`generators-${hashFolder(source)}`, async (folder) => {
    console.error('Installing the peers of the generator.');
    await cp(source, folder, { recursive: true });
    await runCommand(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'], {
      cwd: folder,
    });
  });
}

/** Users run compiled JavaScript, so that is measured. */
async function compiledGenerator(): Promise<string> {
  await runCommand(['npm', 'run', 'build', '--silent'], { cwd: rootFolder });
  return join(rootFolder, 'dist', 'generator', 'bin.js');
}

async function measure(
  generator: Generator,
  corpus: Corpus,
  peers: string,
): Promise<{ numbers: Numbers; error?: string }> {
  const work = await mkdtemp(join(tmpdir(), 'informer-gen-bench-'));
  const output = join(work, 'generated');
  try {
    await mkdir(output);
    const command = generator.command(corpus.folder, output);
    const { exitCode, wallMs, peakRss, output: text } = await watchProcess(command, { cwd: work });
    const files = filesIn(output).filter((file) => statSync(file).size > 0);
    const outputBytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const again = generator.again === true ? { againMs: (await watchProcess(command, { cwd: work })).wallMs } : {};
    const checked = files.length === 0 ? {} : await typeCheck(work, peers);
    const numbers = {
      wallMs,
      exitCode: exitCode ?? -1,
      files: files.length,
      outputBytes,
      ...(peakRss !== undefined && { peakRss }),
      ...again,
      ...checked,
    };
    return exitCode === 0
      ? { numbers }
      : { numbers, error: `exit code ${exitCode}: ${text.trim().split('\n').at(-1)}` };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Time and errors of TypeScript 5 on what was written. Ours is checked against the runtime's declarations. */
async function typeCheck(work: string, peers: string): Promise<Numbers> {
  const runtime = join(rootFolder, 'runtime', 'dist');
  const config = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      skipLibCheck: true,
      types: [],
      paths: {
        '@informer-gen/runtime/codegen/v1': [join(runtime, 'codegen', 'v1.d.ts')],
        '@informer-gen/runtime': [join(runtime, 'index.d.ts')],
        '*': [join(peers, 'node_modules', '*')],
      },
    },
    include: ['generated'],
  };
  await writeFile(join(work, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(peers, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(tsc)) return {};
  // Only the end of its output is kept; pretty output ends with the number of errors.
  const command = [process.execPath, '--max-old-space-size=8192', tsc, '-p', work, '--pretty'] as const;
  const { exitCode, wallMs, output } = await watchProcess(command, { cwd: work });
  const count = /Found (\d+) errors?/.exec(output)?.[1];
  return { tscMs: wallMs, tscErrors: exitCode === 0 ? 0 : Number(count ?? Number.NaN) };
}

function goalsOf(rows: readonly Row[]): Goal[] {
  const of = (id: string, figure: string): number | undefined => rows.find((row) => row.id === id)?.figures[figure];
  const ours = (figure: string): number | undefined => of('ours', figure);
  const loop = (figure: string): number | undefined => of('json-schema-to-typescript', figure);
  const section = 'generator';
  return [
    goal({
      section,
      text: 'speed beside json-schema-to-typescript',
      of: loop('wallMs'),
      by: ours('wallMs'),
      atLeast: 3,
    }),
    goal({ section, text: 'speed beside cdk8s', of: of('cdk8s', 'wallMs'), by: ours('wallMs'), atLeast: 8 }),
    goal({ section, text: 'memory to 400 MB', of: ours('peakRss'), by: 400e6, atMost: 1 }),
    goal({
      section,
      text: 'output beside json-schema-to-typescript',
      of: ours('outputBytes'),
      by: loop('outputBytes'),
      atMost: 0.5,
    }),
    goal({
      section,
      text: 'tsc time beside json-schema-to-typescript',
      of: ours('tscMs'),
      by: loop('tscMs'),
      atMost: 0.5,
    }),
    goal({
      section,
      text: 'first run to an unchanged second one',
      of: ours('wallMs'),
      by: ours('againMs'),
      atLeast: 5,
    }),
  ];
}
