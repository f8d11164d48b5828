// The whole program: two replicas of it elect one that works, and the other takes over.
import { Manager } from '@informer-gen/runtime/controller';
import { Metrics } from '@informer-gen/runtime/metrics';
import { setUp } from './operator.js';

const port = Number(process.env['PORT'] ?? 8080);
using metrics = new Metrics();
await using manager = await Manager.create({
  name: 'website-operator',
  leaderElection: true,
  http: { port },
  metrics,
});
setUp(manager, { purge: async (host) => console.log(`purged ${host}`) });
void manager.whenElected().then(() => console.log('leading'));
await manager.run();
console.log('stopped');
