import { apiServerAvailable } from '../../setup/api-server.js';
import { startRealServer } from './real-server.js';
import { writesSuite } from './writes/index.js';

writesSuite('a real API server', startRealServer, { skip: !apiServerAvailable });
