import type { ExampleContext } from './support/context.js';
import { podResource } from './support/kubernetes.js';
import { createPod, podLife, setPhase } from './support/pods.js';

export const summary = 'the two requests under everything: list what is there, then watch what happens';

export async function run({ client, namespace, output, signal }: ExampleContext): Promise<void> {
  for (const name of ['cache-0', 'web-0', 'web-1']) {
    await createPod(client, { namespace, name });
    await setPhase(client, { namespace, name }, 'Running', ['Ready']);
  }
  const pods = client.listerWatcher(podResource, { namespace });

  output.print('# list');
  const { items } = await pods.list({}, { signal });
  for (const pod of items) output.print(pod.metadata.name);

  // A watch that names no version begins with an ADDED for everything there is.
  output.print('# watch');
  const events = await pods.watch({}, { signal });
  const watching = async (): Promise<void> => {
    for await (const batch of events) {
      for (const event of batch) {
        if (event.type === 'ERROR') throw new Error(event.status.message);
        if (event.type === 'BOOKMARK') continue;
        const { metadata, status } = event.object;
        output.print(`${event.type} : ${metadata.name} , Status:  ${status?.phase}`);
        if (event.type === 'DELETED') return; // leaving the loop closes the connection
      }
    }
  };

  const living = async (): Promise<void> => {
    for (const pod of items) await output.printed(`ADDED : ${pod.metadata.name} , Status:  Running`);
    for await (const { event, phase } of podLife(client, { namespace, name: 'nettool' })) {
      await output.printed(`${event} : nettool , Status:  ${phase}`);
    }
  };
  await Promise.all([watching(), living()]);
}
