/**
 * Compiles what the generator makes of the repository's own inputs, and of the real CRDs and OpenAPI documents where they
 * are at hand, with every TypeScript that users may have: the oldest supported, the newest of each major, and our own.
 *
 *   npm run check:output-types
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from '../generator/index.js';
import {
  compileOutput,
  emitRuntimeDeclarations,
  ownCompiler,
  ROOT,
  type Compiler,
} from '../test/generator/corpus/compile-output.js';
import { corpusSets, generateSet, hasCorpus, missingCorpusNotice } from '../test/generator/corpus/corpus.js';
import { scanOutput } from '../test/generator/corpus/scan-output.js';

const versions = ['5.5.4', '5.9.3', '6.0.3'];
const shownErrors = 20;

/** A compiler from the cache folder outside the clone, installed there on first use. It appears whole or not at all. */
function installed(version: string): Compiler {
  const { INFORMER_GEN_CACHE: own = '', XDG_CACHE_HOME: shared = '' } = process.env;
  const base = own || path.join(shared || path.join(homedir(), '.cache'), 'informer-gen');
  const target = path.join(base, 'typescript', version);
  if (!existsSync(target)) {
    mkdirSync(path.dirname(target), { recursive: true });
    const unfinished = mkdtempSync(path.join(path.dirname(target), '.installing-'));
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
    execFileSync('npm', ['install', ...options, '--prefix', unfinished, `typescript@${version}`], { stdio: 'inherit' });
    if (!existsSync(target)) renameSync(unfinished, target);
    rmSync(unfinished, { recursive: true, force: true });
  }
  return { version, tsc: path.join(target, 'node_modules/typescript/bin/tsc') };
}

/** Everything that there is to compile, in one folder. */
async function generateAll(out: string): Promise<void> {
  await generate({ cwd: ROOT, crd: ['examples/crds'], out: path.join(out, 'examples') });
  cpSync(path.join(ROOT, 'generated'), path.join(out, 'kubernetes'), {
    recursive: true,
    filter: (source) => !/[/\\](?:dist|node_modules)$/.test(source),
  });
  if (!hasCorpus) console.log(missingCorpusNotice);
  for (const set of hasCorpus ? corpusSets() : []) await generateSet(set, out);
}

const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-output-'));
try {
  const [out, runtime] = [path.join(folder, 'out'), path.join(folder, 'runtime')];
  await Promise.all([generateAll(out), emitRuntimeDeclarations(runtime)]);
  const { files, bytes, unknown, forbidden } = scanOutput(out);
  console.log(
    `${files} files, ${(bytes / 1e6).toFixed(1)} MB; unknown ${unknown} times; any, casts: ${forbidden.length}`,
  );
  for (const line of forbidden) console.log(`  ${line}`);
  if (forbidden.length > 0) process.exitCode = 1;
  for (const compiler of [...versions.map(installed), ownCompiler]) {
    const started = performance.now();
    const errors = await compileOutput(out, { runtime, compiler });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`TypeScript ${compiler.version}: ${errors.length} errors, ${seconds} s`);
    for (const line of errors.slice(0, shownErrors)) console.log(`  ${line}`);
    if (errors.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
