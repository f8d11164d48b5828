/**
 * A replica on our manager: it takes part in an election and, while it leads, brings every "done" ConfigMap into line with
 * its "wish", as go/main.go does. Settings come as JSON in the first argument. SIGUSR2 blocks its event loop.
 */
import { writeSync } from 'node:fs';
import { Manager } from '@informer-gen/runtime/controller';
import { configMaps } from '../../runtime/controller/support/websites.js';
import { nowMs } from './now.js';
import { observeRequests, printLine } from './observe-requests.js';
import type { ReplicaSettings } from './settings.js';

observeRequests();
const settings = JSON.parse(process.argv[2] ?? '{}') as ReplicaSettings;
const { identity, namespace, times, server, token, ca, blockMs } = settings;

const manager = await Manager.create({
  name: 'replica',
  connect: { server, token, ca },
  leaderElection: { ...times, namespace, identity },
  informers: { namespace },
  onError: (error, context) => writeSync(2, `${context.stage}: ${error.message}\n`),
});

manager.controller(configMaps, { name: 'wishes', labelSelector: 'role=wish' }).reconcile(async (wish, { apply }) => {
  const name = wish.metadata.name?.replace('wish', 'done') ?? '';
  const metadata = { name, labels: { role: 'done' } };
  await apply(configMaps, { metadata, data: { revision: wish.data?.['revision'] ?? '', by: identity } });
});

manager.add({ name: 'candidate', needsLeader: false, run: () => printLine({ type: 'candidate' }) });

/** Writes all the time, so that one that comes too late is seen: in turn with a precondition and without one. */
manager.add({
  name: 'pulse',
  async run({ signal }) {
    printLine({ type: 'leading', at: nowMs() });
    const metadata = { name: `pulse-${identity}`, namespace };
    for (let count = 1; !signal.aborted; count += 1) {
      const data = { by: identity, count: String(count) };
      try {
        const seen = await manager.client.apply(configMaps, { metadata, data }, { force: true });
        const guarded = { ...seen, data: { ...data, guarded: 'by its version' } };
        await manager.client.replace(configMaps, guarded);
      } catch (error) {
        writeSync(2, `pulse: ${String(error)}\n`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
});

process.on('SIGUSR2', () => {
  const end = performance.now() + blockMs;
  while (performance.now() < end);
});

let reason = 'stopped';
try {
  await manager.run();
} catch (error) {
  reason = error instanceof Error ? error.name : String(error);
}
printLine({ type: 'ended', at: nowMs(), reason });
await manager[Symbol.asyncDispose]();
