// Replicas of ours and on client-go as processes of their own, with short leases: `npm run replicas` is the long version.
import type { ApiServer } from '@informer-gen/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWithApiServer, describeWithOwnApiServer } from '../setup/api-server.js';
import { clientGoReplica } from './replica/replica-process.js';
import type { Scenario, ScenarioResult } from './run-scenario.js';
import { runScenario } from './run-scenario.js';

const times = { leaseDurationMs: 4000, renewDeadlineMs: 2500, retryPeriodMs: 1000 };
const TIMEOUT_MS = 180_000;

function expectOrder(result: ScenarioResult): void {
  expect(result).toMatchObject({
    sentAfterExpiry: [],
    sentAfterLoss: [],
    sentUnchecked: [],
    overlaps: [],
    unreconciled: [],
  });
  expect(result.sent).toBeGreaterThan(10);
}

const scenarios: readonly Omit<Scenario, 'times'>[] = [
  { replicas: ['client-go', 'ours'], fault: 'kill -9', faultMs: 0 },
  { replicas: ['ours', 'ours', 'client-go'], fault: 'SIGSTOP', faultMs: 5000 },
  { replicas: ['ours', 'client-go'], fault: 'blocked loop', faultMs: 9000 },
];

describeWithApiServer('a replica whose lease another process takes by an edit', (server) => {
  it('writes nothing after it has read the other holder, and ends', { timeout: TIMEOUT_MS }, async () => {
    const scenario = { replicas: ['ours', 'ours'], fault: 'lease taken', faultMs: 0, times } as const;
    const result = await runScenario(scenario, { server: server() });
    expectOrder(result);
    expect(result.takenOverBy).toBe('ours');
  });
});

describe.skipIf(!clientGoReplica.available)('replicas, one of them on client-go', { timeout: TIMEOUT_MS }, () => {
  describeWithApiServer('of which the leader fails', (server) => {
    it.each(scenarios)(
      'have one leader at a time, which writes nothing after its lease: $replicas, $fault',
      async (each) => {
        const result = await runScenario({ ...each, times }, { server: server() });
        expectOrder(result);
        expect(result.takeoverMs).toBeGreaterThan(0);
      },
    );
  });

  describeWithOwnApiServer('whose server fails', {}, (server) => {
    let observatory: ApiServer;

    beforeAll(async () => {
      observatory = await server().startPeer();
    }, TIMEOUT_MS);

    it.each(['API server restart', 'API server stopped'] as const)(
      'have one leader at a time, which writes nothing after its lease: %s',
      async (fault) => {
        const scenario = { replicas: ['ours', 'ours', 'client-go'], fault, faultMs: 4000, times } as const;
        expectOrder(await runScenario(scenario, { server: server(), own: server(), observatory }));
      },
    );
  });
});
