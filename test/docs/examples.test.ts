import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksIn, pages } from './blocks.js';
import { ProgramFolder } from './program-folder.js';
import { runProgram } from './run-program.js';

const blocks = pages().flatMap(blocksIn);
const running = blocks.filter(({ runs }) => runs);
let folder: ProgramFolder;

beforeAll(async () => {
  folder = await ProgramFolder.make('docs');
}, 120_000);

afterAll(() => folder[Symbol.dispose]());

describe('the programs in the documentation', () => {
  it('are many, and most of them run', () => {
    expect(blocks.length).toBeGreaterThan(40);
    expect(running.length).toBeGreaterThan(blocks.length / 3);
  });

  it('say what they print where they run', () => {
    const silent = running.filter(({ prints }) => prints.length === 0);
    expect(silent.map(({ title }) => title)).toEqual([]);
  });

  it('compile', { timeout: 180_000 }, () => {
    for (const { name, code } of blocks) folder.write(`${name}.ts`, `${code}\nexport {};\n`);
    expect(folder.compile()).toBe('');
  });

  it('would be found out if they did not', { timeout: 180_000 }, () => {
    folder.write('wrong.ts', "import { connect } from '@informer-gen/runtime';\nconnect({ nonsense: 1 });\n");
    expect(folder.compile()).toContain('nonsense');
  });

  it.each(running)('$title runs, prints what it says, and ends', { timeout: 60_000 }, async (block) => {
    const printed = await runProgram(block, folder, AbortSignal.timeout(50_000));
    for (const line of block.prints) expect(printed).toContain(line);
  });
});
