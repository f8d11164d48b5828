import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileOutput, emitRuntimeDeclarations } from './compile-output.js';
import { hasCorpus } from './corpus.js';
import { generateProject, projects, RIGHT_PROBLEMS } from './projects.js';
import type { ProjectResult } from './projects.js';

describe.skipIf(!hasCorpus)('the files of real projects, as they are in their repositories', () => {
  const raw = hasCorpus ? projects().filter(({ name }) => name.startsWith('raw/')) : [];
  const results = new Map<string, ProjectResult>();
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-projects-'));
    for (const project of raw) results.set(project.name, await generateProject(project, path.join(folder, 'out')));
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(raw)('$name: every file generates, or has an error that is right', ({ name }) => {
    const report = results.get(name)?.report;
    const wrong = (report?.problems ?? []).filter(
      ({ message }) => !Object.values(RIGHT_PROBLEMS).some((pattern) => pattern.test(message)),
    );
    expect(wrong).toEqual([]);
    expect(report?.resources).toBeGreaterThan(0);
  });

  it('give code that compiles under the strictest flags', async () => {
    const runtime = path.join(folder, 'runtime');
    await emitRuntimeDeclarations(runtime);
    expect(await compileOutput(path.join(folder, 'out'), { runtime })).toEqual([]);
  }, 300_000);
});
