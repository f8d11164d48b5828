import { statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesIn } from '../lib/cache.js';
import { column } from '../lib/columns.js';
import { type Goal, goal } from '../lib/goal.js';
import { type Options, UsageError } from '../lib/options.js';
import { rootFolder } from '../lib/programs.js';
import type { Row, SuiteResult } from '../lib/result.js';
import { medians, type Numbers } from '../lib/stats.js';
import { watchProcess } from '../lib/watched-process.js';
import { type Corpus, corpusBytes, defaultCrds, prepareCorpus } from './generator-corpus.js';
import { emptyModule, type Generator, installPeer, ourGenerators, peerGenerators } from './generator-peers.js';

/** Our generator beside those of others, on the same CRDs; then tsc on what each wrote. */
export async function generatorSuite(options: Options): Promise<SuiteResult> {
  const { rounds, crds = defaultCrds(), objects } = options;
  const corpus = await prepareCorpus(crds, objects ?? corpusBytes);
  const tsc = join(await installPeer('typescript'), 'node_modules', 'typescript', 'bin', 'tsc');
  const all = [...(await ourGenerators()), ...(await peerGenerators(options.generators)), emptyModule];
  const generators = chosen(all, options.generators);
  const found = generators.map((generator) => ({ generator, rounds: [] as Numbers[], errors: [] as string[] }));
  // Removed at the end of all: for some seconds after thousands of files are removed, ext4 takes up to thirty times as
  // long to make new ones, and whoever comes next would pay for it.
  const base = await mkdtemp(join(tmpdir(), 'informer-gen-bench-'));
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const { generator, rounds: figures, errors } of found) {
        process.stderr.write(`round ${round} of ${rounds}: ${generator.name}\n`);
        const { numbers, error } = await measure({ generator, corpus, tsc, work: await mkdtemp(join(base, 'run-')) });
        figures.push(numbers);
        if (error !== undefined) errors.push(error);
      }
    }
  } finally {
    await rm(base, { recursive: true, force: true });
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
      column('CPU s', 'cpuMs', { scale: 1000, digits: 2 }),
      column('again s', 'againMs', { scale: 1000, digits: 2 }),
      column('check s', 'checkMs', { scale: 1000, digits: 2 }),
      column('peak MB', 'peakRss', { scale: 1e6, digits: 0 }),
      column('files', 'files', { digits: 0 }),
      column('output MB', 'outputBytes', { scale: 1e6 }),
      column('tsc 5.9 s', 'tscMs', { scale: 1000 }),
      column('tsc 7 s', 'tsc7Ms', { scale: 1000 }),
      column('tsc errors', 'tscErrors', { digits: 0 }),
      column('exit code', 'exitCode', { digits: 0 }),
    ],
    goals: goalsOf(rows),
  };
}

/** Those that were asked for. An unknown name is an error, not a row that is missing. */
function chosen(all: readonly Generator[], ids: readonly string[] | undefined): readonly Generator[] {
  const unknown = ids?.find((id) => !all.some((generator) => generator.id === id));
  if (unknown !== undefined) {
    throw new UsageError(`There is no generator ${unknown}, only ${all.map(({ id }) => id).join(', ')}`);
  }
  return all.filter(({ id }) => ids === undefined || ids.includes(id));
}

interface Run {
  readonly generator: Generator;
  readonly corpus: Corpus;
  readonly tsc: string;
  /** An empty folder. */
  readonly work: string;
}

async function measure({ generator, corpus, tsc, work }: Run): Promise<{ numbers: Numbers; error?: string }> {
  const output = join(work, 'generated');
  await mkdir(output);
  if (generator.command === undefined) return { numbers: {}, error: generator.error ?? 'not installed' };
  const command = generator.command(corpus, output);
  const { exitCode, wallMs, cpuMs, peakRss, output: text } = await watchProcess(command, { cwd: work });
  const files = filesIn(output).filter((file) => statSync(file).size > 0);
  const outputBytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const again = generator.again === true ? await unchanged(command, work) : {};
  const checked = files.length === 0 ? {} : await typeCheck({ work, tsc, modules: generator.modules });
  const written = { exitCode: exitCode ?? -1, files: files.length, outputBytes, ...again, ...checked };
  const seen = { ...(peakRss !== undefined && { peakRss }), ...(cpuMs !== undefined && { cpuMs }) };
  if (exitCode === 0) return { numbers: { wallMs, ...seen, ...written } };
  // How fast it failed says nothing about how fast it is.
  const numbers = { failedAfterMs: wallMs, exitCode: exitCode ?? -1, files: files.length };
  return { numbers, error: `exit code ${exitCode}: ${telling(text)}` };
}

/** A second run, and one that only checks, on an output that is up to date. */
async function unchanged(command: readonly [string, ...string[]], work: string): Promise<Numbers> {
  const again = await watchProcess(command, { cwd: work });
  const check = await watchProcess([...command, '--check'], { cwd: work });
  return { againMs: again.wallMs, checkMs: check.wallMs };
}

/** The line that says what went wrong, rather than the end of a stack. */
function telling(text: string): string {
  const lines = text.trim().split('\n');
  return lines.find((line) => /error/i.test(line) && !/^\s+at /.test(line)) ?? lines.at(-1) ?? '';
}

const newestTsc = join(rootFolder, 'node_modules', 'typescript', 'bin', 'tsc');

interface TypeCheck {
  readonly work: string;
  readonly tsc: string;
  /** Where what the output imports is. */
  readonly modules: string | undefined;
}

/** Time and errors of TypeScript 5, and the time of 7, on what was written. Ours is checked against the runtime's declarations. */
async function typeCheck({ work, tsc, modules }: TypeCheck): Promise<Numbers> {
  const runtime = join(rootFolder, 'runtime', 'dist');
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
  };
  const paths = {
    '@informer-gen/runtime/codegen/v1': [join(runtime, 'codegen', 'v1.d.ts')],
    '@informer-gen/runtime': [join(runtime, 'index.d.ts')],
  };
  const compilerOptions = { ...options, target: 'es2022', lib: ['es2022', 'esnext.disposable', 'dom'], paths };
  await writeFile(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['generated'] }));
  if (modules !== undefined) await symlink(modules, join(work, 'node_modules'));
  // Only the end of its output is kept; pretty output ends with the number of errors.
  const command = [process.execPath, '--max-old-space-size=8192', tsc, '-p', work, '--pretty'] as const;
  const { exitCode, wallMs, output } = await watchProcess(command, { cwd: work });
  const count = /Found (\d+) errors?/.exec(output)?.[1];
  const newest = await watchProcess([process.execPath, newestTsc, '-p', work], { cwd: work });
  return { tscMs: wallMs, tsc7Ms: newest.wallMs, tscErrors: exitCode === 0 ? 0 : Number(count ?? Number.NaN) };
}

function goalsOf(rows: readonly Row[]): Goal[] {
  const of = (id: string, figure: string): number | undefined => rows.find((row) => row.id === id)?.figures[figure];
  const ours = (figure: string): number | undefined => of('ours', figure);
  const loop = (figure: string): number | undefined => of('json-schema-to-typescript', figure);
  const section = 'generator';
  const started = (id: string, figure: string): number =>
    (of(id, figure) ?? Number.NaN) - (of('empty', figure) ?? Number.NaN);
  const beside = 'beside json-schema-to-typescript';
  return [
    goal({ section, text: `speed ${beside}`, of: loop('wallMs'), by: ours('wallMs'), atLeast: 3 }),
    goal({ section, text: `CPU of it ${beside}`, of: loop('cpuMs'), by: ours('cpuMs'), atLeast: 3 }),
    goal({ section, text: 'speed beside cdk8s', of: of('cdk8s', 'wallMs'), by: ours('wallMs'), atLeast: 10 }),
    goal({ section, text: `memory ${beside}`, of: ours('peakRss'), by: loop('peakRss'), atMost: 1.3 }),
    goal({ section, text: 'ten CRDs to 0.35 s', of: of('ours-ten', 'wallMs'), by: 350, atMost: 1 }),
    goal({ section, text: 'ten CRDs, unchanged, to 0.15 s', of: of('ours-ten', 'againMs'), by: 150, atMost: 1 }),
    goal({ section, text: '--check to an unchanged run', of: ours('checkMs'), by: ours('againMs'), atMost: 1.1 }),
    ...['tscMs', 'tsc7Ms'].flatMap((figure) => {
      const compiler = figure === 'tscMs' ? 'tsc 5.9' : 'tsc 7';
      const by = started('json-schema-to-typescript', figure);
      return [
        goal({
          section,
          text: `${compiler} of TypeScript ${beside}, less its start`,
          of: started('ours', figure),
          by,
          atMost: 1.3,
        }),
        goal({
          section,
          text: `${compiler} of JavaScript ${beside}, less its start`,
          of: started('ours-js', figure),
          by,
          atMost: 0.5,
        }),
      ];
    }),
    goal({
      section,
      text: 'first run to an unchanged second one',
      of: ours('wallMs'),
      by: ours('againMs'),
      atLeast: 5,
    }),
    goal({ section, text: 'the whole Kubernetes API to 3 s', of: of('ours-openapi', 'wallMs'), by: 3000, atMost: 1 }),
  ];
}
