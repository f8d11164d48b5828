import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Project, ts } from 'ts-morph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { ownCompiler, ROOT } from '../../generator/corpus/compile-output.js';
import { HOVERS, PROGRAM_HEAD, RIGHT, TYPICAL_MISTAKES, WRONG } from './snippets.js';

// What the compiler has to say of programs that write. All snippets are one program, each on a line of its own.

const HERE = import.meta.dirname;
const OUT = path.join(HERE, '.output');
const PROGRAM = path.join(OUT, 'program.ts');

const headLines = PROGRAM_HEAD.split('\n').length - 1;
const snippets = [...TYPICAL_MISTAKES, ...WRONG, ...RIGHT].map(([title, code], i) => ({
  title,
  code: code.startsWith('export ') ? `${code};` : `export const x${i}: unknown = ${code};`,
  line: headLines + i + 1,
}));

/** What the compiler says, by line: the message with all that follows it. */
let said: ReadonlyMap<number, string> = new Map();

function compile(): Promise<string> {
  const args = [ownCompiler.tsc, '-p', path.join(OUT, 'tsconfig.json'), '--pretty', 'false'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 1e8 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

beforeAll(async () => {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  await generate({ cwd: HERE, crd: ['gauges.yaml'], out: path.join(OUT, 'generated') });
  writeFileSync(PROGRAM, PROGRAM_HEAD + snippets.map(({ code }) => `${code}\n`).join(''));
  const config = {
    extends: '../../../../tsconfig.base.json',
    compilerOptions: { noEmit: true },
    files: ['program.ts'],
  };
  writeFileSync(path.join(OUT, 'tsconfig.json'), JSON.stringify(config));
  const byLine = new Map<number, string>();
  for (const message of (await compile()).split(/\n(?=\S)/)) {
    const [, line, text] = /program\.ts\((\d+),\d+\): error (TS\d+: [^]*)/.exec(message) ?? [];
    if (line === undefined) expect(message.trim()).toBe('');
    else byLine.set(Number(line), byLine.get(Number(line)) ?? text?.trim() ?? '');
  }
  said = byLine;
}, 120_000);

afterAll(() => rmSync(OUT, { recursive: true, force: true }));

function lineOf(title: string): number {
  return snippets.find((snippet) => snippet.title === title)?.line ?? 0;
}

describe('a program that writes', () => {
  it.each(TYPICAL_MISTAKES)('does not compile with %s', (title) => {
    expect(said.get(lineOf(title))).toBeDefined();
  });

  it.each(WRONG)('does not compile with %s', (title) => {
    expect(said.get(lineOf(title))).toBeDefined();
  });

  it.each(RIGHT)('compiles with %s', (title) => {
    expect(said.get(lineOf(title))).toBeUndefined();
  });

  it('gets messages that say what is wrong', async () => {
    const texts = TYPICAL_MISTAKES.map(([title, code]) => `${title}\n  ${code}\n${said.get(lineOf(title)) ?? ''}\n`);
    await expect(texts.join('\n')).toMatchFileSnapshot(path.join(HERE, 'messages.txt'));
  });

  it('shows names in an editor, with the comments of the schema', async () => {
    const project = new Project({ tsConfigFilePath: path.join(OUT, 'tsconfig.json') });
    const source = project.createSourceFile(path.join(OUT, 'hovers.ts'), PROGRAM_HEAD + HOVERS.join(';\n'));
    const service = project.getLanguageService().compilerObject;
    const shown = [...source.getFullText().matchAll(/\/\*\*\//g)].map(({ index }) => {
      const info = service.getQuickInfoAtPosition(source.getFilePath(), index + '/**/'.length);
      return `${ts.displayPartsToString(info?.displayParts)}\n${ts.displayPartsToString(info?.documentation)}`.trim();
    });
    await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot(path.join(HERE, 'hovers.txt'));
  }, 120_000);
});
