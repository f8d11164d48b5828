import { SimulatedApiServer } from '@informer-gen/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithOwnApiServer } from '../../../setup/api-server.js';
import { serverPair } from '../servers.js';
import type { ServerPair } from '../servers.js';
import { describeShares, shares } from '../suite.js';
import type { Comparison } from '../suite.js';
import { compareRandomly } from './comparison.js';
import { subjects } from './subject.js';

/** `npm run differential:random` tries many more, from any seed, and finds the smallest that differ. */
const OPTIONS = { seed: 5, numRuns: 3 };

describeWithOwnApiServer('random sequences of requests', { audit: false }, (real) => {
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

  it('are answered alike by both servers as often as is promised', { timeout: 300_000 }, async () => {
    const comparisons: Comparison[] = [];
    for (const subject of subjects()) comparisons.push(...(await compareRandomly(servers, subject, OPTIONS)));
    const all = shares(comparisons);
    const [custom, controllers, others] = all.map(({ requests, equal, sameReason }) => ({
      equal: equal / requests,
      sameReason: sameReason / requests,
    }));
    const text = describeShares(all);
    expect(custom?.equal, text).toBeGreaterThanOrEqual(0.97);
    expect(controllers?.equal, text).toBeGreaterThanOrEqual(0.95);
    expect(others?.sameReason, text).toBeGreaterThanOrEqual(0.9);
  });
});
