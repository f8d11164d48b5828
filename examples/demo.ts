/**
 * `npm run demo [-- --out <folder>]`: everything at once, in half a minute or less, without a cluster. The folder is one of this
 * clone, where the output finds the runtime; by default `demo-output/generated`.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHAPTERS, runDemo } from './demo/run-demo.js';
import { Terminal, wantsColor } from './demo/terminal.js';
import { readCommandLine, refuse } from '../scripts/command-line.js';

const defaultOut = fileURLToPath(new URL('../demo-output/generated', import.meta.url));
const { values } = readCommandLine(import.meta.url, { options: { out: { type: 'string', default: defaultOut } } });
const clone = fileURLToPath(new URL('..', import.meta.url));
if (path.relative(clone, values.out).startsWith('..')) refuse(`--out takes a folder of this clone, not ${values.out}`);
// Who reads no further, as `head`, ends it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
const color = wantsColor(process.stdout, process.env);
const write = (text: string): unknown => process.stdout.write(text);
const width = (): number => process.stdout.columns || 80;
await runDemo(new Terminal({ write, color, live: color, width }, CHAPTERS), values.out);
