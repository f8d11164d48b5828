import { startSimulatedServer } from './simulated-server.js';
import { conformanceSuite } from './suite/index.js';

conformanceSuite('the simulated API server', startSimulatedServer);
