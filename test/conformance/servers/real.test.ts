import { apiServerAvailable } from '../../apiserver/describe.js';
import { startRealServer } from './real-server.js';
import { conformanceSuite } from './suite/index.js';

conformanceSuite('a real API server', startRealServer, { skip: !apiServerAvailable });
