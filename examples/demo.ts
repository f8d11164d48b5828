/** `npm run demo [-- --out <folder>]`: everything at once, in half a minute or less, without a cluster. */
import { fileURLToPath } from 'node:url';
import { CHAPTERS, runDemo } from './demo/run-demo.js';
import { Terminal, wantsColor } from './demo/terminal.js';
import { readCommandLine } from '../scripts/command-line.js';

const defaultOut = fileURLToPath(new URL('../demo-output/generated', import.meta.url));
const { values } = readCommandLine(import.meta.url, { options: { out: { type: 'string', default: defaultOut } } });
const color = wantsColor(process.stdout, process.env);
const write = (text: string): unknown => process.stdout.write(text);
const width = (): number => process.stdout.columns || 80;
await runDemo(new Terminal({ write, color, live: color, width }, CHAPTERS), values.out);
