/** `npm run demo [-- --out <folder>]`: everything at once, in a few seconds, without a cluster. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runDemo } from './demo/run-demo.js';
import { Terminal, wantsColor } from './demo/terminal.js';

const defaultOut = fileURLToPath(new URL('../demo-output/generated', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: defaultOut } } });
const color = wantsColor(process.stdout, process.env);
await runDemo(new Terminal({ write: (text) => process.stdout.write(text), color }), values.out);
