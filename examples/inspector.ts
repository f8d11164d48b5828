import { scenes, startStage } from './inspector/scenes.js';
import type { ExampleContext } from './support/context.js';

export const summary = 'a page about a running operator, with something stuck to look at; until Ctrl-C';

/** Nothing ends it but its signal. */
export const runsUntilStopped = true;

/** `npm run example -- inspector [healthy|stuck-informer|backlog|failing-key|all] [port]`: on a simulated server of its own. */
export async function run({ args, output, signal }: ExampleContext): Promise<void> {
  const [name = 'all', port = '9230'] = args;
  const scene = [...scenes, 'all' as const].find((each) => each === name);
  if (scene === undefined) throw new Error(`there is no scene ${name}: ${scenes.join(', ')}, all`);
  await using stage = await startStage(scene, { port: Number(port) });
  output.print(`open ${stage.inspector.url}`);
  output.print(`as JSON: ${stage.inspector.url}api/inspection`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
