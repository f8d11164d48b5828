import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApiServer } from '@informer-gen/testing';
import { emitRuntimeDeclarations } from '../test/generator/corpus/compile-output.js';
import { fixtureTexts, corpusTexts } from '../test/types/instances/crd-texts.js';
import { checkCrds } from '../test/types/instances/check-crds.js';
import { readCommandLine, wholeNumber } from './command-line.js';

/*
 * Objects made from schemas, our own and those of real projects beside the repository, judged by a real API server and
 * by the compiler: what the server accepts must compile, as it comes back, as it is created and as parts of it are applied;
 * what it refuses for its shape must not.
 *
 *     npm run check:instances -- --count 2000 --seed 1 --crds 60
 */

const { values, positionals } = readCommandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    /** Of real projects, how many CRDs, besides our own. */
    crds: { type: 'string', default: '60' },
  },
});

const count = wholeNumber('count', values.count);
const seed = wholeNumber('seed', values.seed, 0);
const crds = wholeNumber('crds', values.crds, 0);

async function main(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-instances-'));
  await using server = await startApiServer({ audit: false });
  try {
    const runtime = path.join(folder, 'runtime');
    await emitRuntimeDeclarations(runtime);
    const named = positionals.map((file) => readFileSync(file, 'utf8'));
    const texts = named.length > 0 ? named : [...fixtureTexts(), ...corpusTexts(crds)];
    const options = { server, folder, runtime, count, seed };
    const { resources, ...views } = await checkCrds(texts, options);
    process.stdout.write(`${resources} resources\n`);
    for (const [name, { failures, ...counts }] of Object.entries(views)) {
      process.stdout.write(`${name}: ${JSON.stringify(counts)}, ${failures.length} disagreements\n`);
      process.stdout.write(failures.map((failure) => `${failure}\n\n`).join(''));
    }
    return Object.values(views).every(({ failures }) => failures.length === 0) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
