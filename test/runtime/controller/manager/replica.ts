// A replica that writes all the time while it leads: argv has its name, the namespace and the server.
import { Manager } from '@informer-gen/runtime/controller';
import { isInformerError } from '@informer-gen/runtime';
import { configMaps } from '../support/websites.js';

const [name = '', namespace = '', server = '', token, ca] = process.argv.slice(2);
const times = { leaseDurationMs: 3000, renewDeadlineMs: 2000, retryPeriodMs: 300 };
const manager = await Manager.create({
  name: 'replica',
  connect: { server, token, ca },
  leaderElection: { ...times, namespace, identity: name },
  onError: () => {},
});

manager.add({ name: 'candidate', needsLeader: false, run: () => console.log('candidate') });

manager.add({
  name: 'writer',
  async run({ signal, abandon }) {
    console.log('leading');
    for (let count = 1; !signal.aborted && !abandon.aborted; count += 1) {
      const metadata = { name: 'journal', namespace };
      try {
        await manager.client.apply(configMaps, { metadata, data: { by: name, count: String(count) } }, { force: true });
      } catch (error) {
        console.log(isInformerError(error, 'Fenced') ? 'fenced' : `failed ${String(error)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
});

process.on('SIGUSR2', () => {
  // A blocked event loop: nothing is renewed, and nothing is noticed.
  const end = performance.now() + 6000;
  while (performance.now() < end);
  console.log('unblocked');
});

try {
  await manager.run();
  console.log('stopped');
} catch (error) {
  console.log(error instanceof Error ? error.name : 'failed');
}
await manager[Symbol.asyncDispose]();
