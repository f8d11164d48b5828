/** An informer in a process that may have few files open: does what it is told, a line each, and says how it is. */
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { connect, defineResource, newSharedIndexInformer } from '@informer-gen/runtime';

const [server = '', transport = 'auto'] = process.argv.slice(2);
const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
const client = await connect({ server, transport: transport as 'http1' | 'http2' });
const informer = newSharedIndexInformer(client.listerWatcher(pods), pods, { onError: () => {} });
const opened: number[] = [];

/** Takes every file that this process may still open. */
function exhaust(): void {
  for (;;) {
    try {
      opened.push(openSync('/dev/null', 'r'));
    } catch {
      return;
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'exhaust') {
    exhaust();
    void informer.run({ signal: new AbortController().signal });
  }
  if (line === 'free') for (const file of opened.splice(0)) closeSync(file);
  const { phase, lastError } = informer.status;
  const names = informer.indexer.list().map(({ metadata }) => metadata?.name);
  console.log(JSON.stringify({ phase, error: lastError?.message, opened: opened.length, names }));
}
