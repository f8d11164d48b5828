import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { ownCompiler, ROOT } from '../../generator/corpus/compile-output.js';
import { CRDS } from './kinds.js';
import { MISTAKES, PROGRAM_HEAD, RIGHT, WRONG } from './snippets.js';

// What the compiler has to say of programs that write conditions. All snippets are one program, each on a line of its own.

const HERE = import.meta.dirname;
const OUT = path.join(HERE, '.output');

const headLines = PROGRAM_HEAD.split('\n').length - 1;
const snippets = [...MISTAKES, ...WRONG, ...RIGHT].map(([title, code], i) => ({
  title,
  code: `export const x${i}: unknown = ${code};`,
  line: headLines + i + 1,
}));

/** What the compiler says, by line: the message with all that follows it. */
const said = new Map<number, string>();

beforeAll(async () => {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(path.join(OUT, 'crds'), { recursive: true });
  CRDS.forEach((crd, i) => writeFileSync(path.join(OUT, 'crds', `${i}.json`), JSON.stringify(crd)));
  await generate({ cwd: OUT, crd: ['crds'], out: path.join(OUT, 'generated') });
  writeFileSync(path.join(OUT, 'program.ts'), PROGRAM_HEAD + snippets.map(({ code }) => `${code}\n`).join(''));
  const config = {
    extends: '../../../../tsconfig.base.json',
    compilerOptions: { noEmit: true },
    files: ['program.ts'],
  };
  writeFileSync(path.join(OUT, 'tsconfig.json'), JSON.stringify(config));
  const args = [ownCompiler.tsc, '-p', path.join(OUT, 'tsconfig.json'), '--pretty', 'false'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 1e8 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  for (const message of output.split(/\n(?=\S)/)) {
    const [, line, text] = /program\.ts\((\d+),\d+\): error (TS\d+: [^]*)/.exec(message) ?? [];
    if (line === undefined) expect(message.trim()).toBe('');
    else said.set(Number(line), said.get(Number(line)) ?? text?.trim() ?? '');
  }
}, 120_000);

afterAll(() => rmSync(OUT, { recursive: true, force: true }));

function lineOf(title: string): number {
  return snippets.find((snippet) => snippet.title === title)?.line ?? 0;
}

describe('a program that writes conditions', () => {
  it('has a head that compiles', () => {
    expect([...said].filter(([line]) => line <= headLines)).toEqual([]);
  });

  it.each([...MISTAKES, ...WRONG])('does not compile with %s', (title) => {
    expect(said.get(lineOf(title))).toBeDefined();
  });

  it.each(RIGHT)('compiles with %s', (title) => {
    expect(said.get(lineOf(title))).toBeUndefined();
  });

  it('gets messages that say what is wrong', async () => {
    const texts = MISTAKES.map(([title, code]) => `${title}\n  ${code}\n${said.get(lineOf(title)) ?? ''}\n`);
    await expect(texts.join('\n')).toMatchFileSnapshot(path.join(HERE, 'messages.txt'));
  });
});
