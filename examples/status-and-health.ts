import { Backoff, checkHealth, newSharedIndexInformer, realClock } from '@informer-gen/runtime';
import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import { createPod } from './support/pods.js';

export const summary = 'what an informer says of itself: refused at first, healed when the role is granted';

export async function run({ client, namespace, output, signal, server }: ExampleContext): Promise<void> {
  await createPod(client, { namespace, name: 'nettool' });
  const user = await server.limitedUser();

  // It tries again and again, and says so each time; here every line is printed once.
  const said = new Set<string>();
  const say = (line: string): void => {
    if (!said.has(line)) output.print(line);
    said.add(line);
  };
  const informer = newSharedIndexInformer(user.client.listerWatcher(podResource, { namespace }), podResource, {
    onError: ({ name }, { stage, resource }) => say(`onError: ${name}, stage ${stage}, ${resource}`),
    reflector: { backoff: new Backoff({ initialMs: 25, maxMs: 100, clock: realClock }) },
  });
  informer.onStatus(({ phase, lastError }) => {
    const error = lastError ? `, last error: ${lastError.verb} ${lastError.resource} ${lastError.statusCode}` : '';
    say(`status: ${phase}${error}`);
  });
  const health = (): string => {
    const { ready, reasons } = checkHealth([informer]);
    return ready ? 'ready' : `not ready: ${reasons.length} reason`;
  };

  void informer.run({ signal });
  await output.printed('status: backing-off, last error: list pods 403');
  output.print(`health: ${health()}`);
  const tooSoon = await informer.whenSynced({ timeoutMs: 1 }).catch((error: Error) => error.message);
  output.print(`whenSynced gives the reason: ${/pods: 403 forbidden/.test(String(tooSoon))}`);

  await user.grant(namespace);
  await informer.whenSynced({ signal });
  await output.printed('status: watching'); // what went wrong is over: there is no last error any more
  output.print(`health: ${health()}`);
  output.print(`relists: ${Object.keys(informer.status.relists).sort().join(', ')}`);
}
