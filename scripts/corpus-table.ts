import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileOutput, emitRuntimeDeclarations } from '../test/generator/corpus/compile-output.js';
import { hasCorpus, missingCorpusNotice } from '../test/generator/corpus/corpus.js';
import { generateProject, kindOfProblem, projects } from '../test/generator/corpus/projects.js';
import type { ProjectResult } from '../test/generator/corpus/projects.js';

/*
 * Generates every real project beside the repository, compiles what comes out, and prints a table of it.
 *
 *     node --conditions=@informer-gen/source --import tsx scripts/corpus-table.ts
 */

const HEAD = ['project', 'files', 'CRDs', 'resources', 'passed over', 'problems', 'compile errors'];

function row({ project, report }: ProjectResult, errors: readonly string[]): string[] {
  const kinds = new Map<string, number>();
  for (const { message } of report.problems) {
    const kind = kindOfProblem(message);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const problems = [...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ');
  const own = errors.filter((error) => error.includes(`${project.name}/`));
  const counts = [project.files, report.crds, report.resources, report.skipped.length].map(String);
  return [project.name, ...counts, problems || '-', String(own.length)];
}

async function main(): Promise<number> {
  if (!hasCorpus) {
    process.stderr.write(`${missingCorpusNotice}\n`);
    return 1;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-table-'));
  try {
    const results: ProjectResult[] = [];
    for (const project of projects()) results.push(await generateProject(project, path.join(folder, 'out')));
    await emitRuntimeDeclarations(path.join(folder, 'runtime'));
    const errors = await compileOutput(path.join(folder, 'out'), { runtime: path.join(folder, 'runtime') });
    const rows = [HEAD, HEAD.map(() => '---'), ...results.map((result) => row(result, errors))];
    process.stdout.write(rows.map((cells) => `| ${cells.join(' | ')} |\n`).join(''));
    return errors.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
