// The whole program: two replicas of it elect one that works, and the other takes over.
import { Manager } from '@informer-gen/runtime/controller';
import { countRuns, setUp } from './operator.js';

const { onReconciled, metrics } = countRuns();
const port = Number(process.env['PORT'] ?? 8080);
await using manager = await Manager.create({
  name: 'website-operator',
  leaderElection: true,
  http: { port, metrics },
  onReconciled,
});
setUp(manager, { purge: async (host) => console.log(`purged ${host}`) });
void manager.whenElected().then(() => console.log('leading'));
await manager.run();
console.log('stopped');
