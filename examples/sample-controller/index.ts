// The whole program: until SIGTERM or SIGINT.
import { Manager } from '@informer-gen/runtime/controller';
import { setUp } from './controller.js';

await using manager = await Manager.create({ name: 'sample-controller', informers: { resyncPeriodMs: 30_000 } });
setUp(manager);
await manager.run();
