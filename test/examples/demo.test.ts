import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Terminal, wantsColor } from '../../examples/demo/terminal.js';
import { Child } from './child.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('npm run demo', () => {
  it('generates, shows every part, heals from every fault, and ends by itself', { timeout: 90_000 }, async () => {
    const out = `demo-output/test-${process.pid}`;
    onTestFinished(() => rm(`${root}${out}`, { recursive: true, force: true }));
    await mkdir(`${root}${out}`, { recursive: true });
    await writeFile(`${root}${out}/notes.txt`, 'of somebody else');
    const { code, stdout, stderr } = await Child.npmRun('demo', '--', '--out', out);
    expect({ code, stderr: withoutNpm(stderr) }).toEqual({ code: 0, stderr: '' });
    for (const line of keyLines) expect(stdout).toContain(line);
    expect(stdout).not.toContain('\u001b');
    expect(await readFile(`${root}${out}/notes.txt`, 'utf8')).toBe('of somebody else');
  });

  it('refuses a folder whose modules could not import the runtime', { timeout: 30_000 }, async () => {
    const { code, stdout, stderr } = await Child.npmRun('demo', '--', '--out', '../elsewhere');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(withoutNpm(stderr)).toMatch(/^--out takes a folder of this clone, not \.\.\/elsewhere\. /);
  });
});

describe("the demo's terminal", () => {
  it('has colours only at a terminal, and not where NO_COLOR is set', () => {
    expect(wantsColor({ isTTY: true }, {})).toBe(true);
    expect(wantsColor({ isTTY: false }, {})).toBe(false);
    expect(wantsColor({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
    expect(wantsColor({ isTTY: true }, { NO_COLOR: '' })).toBe(true);
    expect(wantsColor({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  });

  it('keeps a line at the end where somebody watches, and takes it away', async () => {
    let text = '';
    const terminal = new Terminal({ write: (part) => (text += part), color: false, live: true }, 4);
    await terminal.chapter('One', 'of four');
    terminal.line('first');
    terminal.end();
    terminal.line('last');
    const clear = '\r\u001b[2K';
    expect(text).toMatch(/━{6}─{18} 1 of 4, \d+\.\d s: One/);
    expect(text).toContain(`${clear}   first\n${clear}`);
    expect(text.endsWith(`${clear}   last\n`)).toBe(true);
  });

  it('keeps that line shorter than the terminal is wide, which may change: a line that wraps cannot be cleared', async () => {
    let text = '';
    let width = 40;
    const write = (part: string): unknown => (text += part);
    const terminal = new Terminal({ write, color: false, live: true, width: () => width }, 4);
    await terminal.chapter('A chapter whose title is longer than any terminal', 'of four');
    width = 20;
    terminal.line('first');
    terminal.end();
    const drawn = text.split('\r\u001b[2K').filter((part) => part.includes('─'));
    expect(drawn.map((part) => [...part].length)).toEqual([39, 19]);
  });

  it('aligns the columns of a table', () => {
    let text = '';
    const terminal = new Terminal({ write: (part) => (text += part), color: false });
    terminal.table(['a', 'long header'], [['a longer cell', 'b']]);
    expect(text).toBe('   a              long header\n   a longer cell  b\n');
  });

  it('marks what was added, updated and deleted', () => {
    let text = '';
    const terminal = new Terminal({ write: (part) => (text += part), color: true });
    for (const event of ['+ a', '~ b', '- c', 'd']) terminal.event(event);
    expect(text).toBe('   \u001b[32m+\u001b[0m a\n   \u001b[33m~\u001b[0m b\n   \u001b[31m-\u001b[0m c\n   d\n');
  });
});

const keyLines: readonly string[] = [
  '4 resources',
  "readonly color: 'red' | 'green' | 'blue';",
  '+ widget green-1: green, large',
  '~ widget green-1: replicas 1 to 5',
  "lister.list('line in (a, c)')  → green-1, red-1",
  "indexer.byIndex('bySize', 'huge')  → blue-1",
  'requests to the server meanwhile: 0',
  'replicas 1, by default',
  'color still green',
  '→ FieldManagerConflict',
  '→ Invalid: ',
  '~ widget teal-1: replicas 3 to 4',
  'order ada-2: there is no widget gold-1',
  'order ada-2: packed',
  'packing lists written: 3, one for each and one again',
  'backing off: no connection',
  '+ widget blue-2: blue, large',
  'order ada-3: packed',
  '- widget red-1 (the deletion itself was missed)',
  'checkHealth(factory.informers())  → ready; 6 watches open',
  'What to try next',
];

/** What npm says of its own configuration is no output of the demo. */
function withoutNpm(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !line.startsWith('npm '))
    .join('\n');
}
