import { apiServerAvailable } from '../../setup/api-server.js';
import { startRealServer } from './real-server.js';
import { conformanceSuite } from './suite/index.js';

conformanceSuite('a real API server', startRealServer, { skip: !apiServerAvailable });
