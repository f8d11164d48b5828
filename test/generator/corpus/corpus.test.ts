import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GenerateReport } from '../../../generator/index.js';
import { readManifest } from '../../../generator/output/manifest.js';
import { compileOutput, emitRuntimeDeclarations } from './compile-output.js';
import { corpusSets, filesOf, generateSet, hasCorpus, missingCorpusNotice } from './corpus.js';
import { expectedErrors } from './expected-errors.js';
import { resourcesOf } from './read-resources.js';
import { scanOutput } from './scan-output.js';

if (!hasCorpus) process.stderr.write(`${missingCorpusNotice}\n`);

const sets = hasCorpus ? corpusSets() : [];

/** One reading and one output of everything, for all tests here. */
describe.skipIf(!hasCorpus)('real CRDs and OpenAPI documents', () => {
  let folder = '';
  const reports = new Map<string, GenerateReport>();
  const out = (): string => path.join(folder, 'out');

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-corpus-'));
    for (const set of sets) reports.set(set.name, await generateSet(set, out()));
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are all there: no file is in no set', () => {
    const files = new Set(sets.flatMap(filesOf));
    expect(Object.keys(expectedErrors).filter((file) => !files.has(file))).toEqual([]);
    expect(files.size).toBeGreaterThan(500);
  });

  it.each(sets)('$name: every file generates, or has the error that is right for it', (set) => {
    const report = reports.get(set.name);
    const problems = (report?.problems ?? []).map(({ location, message }) => ({ file: location.file, message }));
    const expected = filesOf(set).filter((file) => expectedErrors[file] !== undefined);
    expect(problems.map(({ file }) => file).sort()).toEqual(expected.sort());
    for (const { file, message } of problems) expect(message).toMatch(expectedErrors[file] ?? /never/);
    expect(report?.ok).toBe(expected.length === 0);
    expect(generatedResources(set.name)).toEqual(resourcesOf(set, (file) => expectedErrors[file] !== undefined));
  });

  /** What the manifest says was generated. */
  function generatedResources(name: string): string[] {
    const manifest = readManifest(path.join(out(), name));
    return (manifest?.resources ?? []).map(({ group, version, plural }) => `${group}/${version}/${plural}`).sort();
  }

  it('give code without any, casts or suppressed errors, at most 60 lines a resource', () => {
    const { forbidden, longest, unknown, files, bytes } = scanOutput(out());
    process.stderr.write(
      `corpus: ${files} files, ${(bytes / 1e6).toFixed(1)} MB of output, unknown ${unknown} times\n`,
    );
    expect(forbidden).toEqual([]);
    expect(longest.lines).toBeGreaterThan(0);
    expect(longest).toSatisfy(({ lines }: { lines: number }) => lines <= 60);
  });

  it('give code that compiles under the strictest flags', async () => {
    const runtime = path.join(folder, 'runtime');
    await emitRuntimeDeclarations(runtime);
    expect(await compileOutput(out(), { runtime })).toEqual([]);
  }, 300_000);
});
