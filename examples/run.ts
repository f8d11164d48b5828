/** `npm run example -- NAME [arguments] [--server simulated|real|<path of a kubeconfig>]` */
import { examples } from './examples.js';
import { runExample } from './support/run-example.js';
import { openServer } from './support/servers.js';
import { readCommandLine } from '../scripts/command-line.js';

const { values, positionals } = readCommandLine(import.meta.url, {
  allowPositionals: true,
  options: { server: { type: 'string', default: 'simulated' } },
});
const [name = '', ...args] = positionals;
const example = Object.hasOwn(examples, name) ? examples[name] : undefined;

if (example === undefined) {
  const list = Object.entries(examples).map(([each, { summary }]) => `  ${each.padEnd(22)} ${summary}`);
  const usage = 'npm run example -- NAME [--server simulated|real|<path of a kubeconfig>]';
  const problem = name === '' ? [] : [`There is no example named ${JSON.stringify(name)}.`, ''];
  const text = [...problem, usage, '', ...list].join('\n');
  if (name === '') console.log(text);
  else console.error(text);
  process.exitCode = name === '' ? 0 : 1;
} else {
  const stop = new AbortController();
  const interrupt = (): void => stop.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt);
  try {
    await using server = await openServer(values.server);
    await runExample(example, { server, args, write: (line) => console.log(line), signal: stop.signal });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  process.removeListener('SIGINT', interrupt);
}
