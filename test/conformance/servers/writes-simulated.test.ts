import { startSimulatedServer } from './simulated-server.js';
import { writesSuite } from './writes/index.js';

writesSuite('the simulated API server', startSimulatedServer);
