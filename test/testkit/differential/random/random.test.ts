import { SimulatedApiServer } from '@informer-gen/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithApiServer } from '../../../setup/api-server.js';
import { findDifference } from './comparison.js';
import { subjects } from './subject.js';
import { serverPair } from '../servers.js';
import type { ServerPair } from '../servers.js';

/** `npm run differential:random` tries many more, from any seed. */
const OPTIONS = { seed: 5, numRuns: 2 };

describeWithApiServer('random sequences of requests', (real) => {
  let simulated: SimulatedApiServer;
  let servers: ServerPair;

  beforeAll(async () => {
    simulated = await SimulatedApiServer.start();
    simulated.advanceResourceVersion(1_000_000);
    servers = serverPair(real(), simulated);
  });

  afterAll(async () => {
    servers.close();
    await simulated.stop();
  });

  it.each(subjects())('are answered alike by both servers: $path', { timeout: 60_000 }, async (subject) => {
    expect(await findDifference(servers, subject, OPTIONS)).toBeUndefined();
  });
});
