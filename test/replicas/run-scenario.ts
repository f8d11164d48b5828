import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@informer-gen/runtime';
import type { ApiClient } from '@informer-gen/runtime';
import type { ApiServer } from '@informer-gen/testing';
import { leaseResource } from '../../runtime/src/controller/election/lease-record.js';
import { checkReplicas } from './check/check-replicas.js';
import type { Verdict } from './check/check-replicas.js';
import type { ReplicaKind, ReplicaProcess } from './replica/replica-process.js';
import { nowMs } from './replica/now.js';
import type { ElectionTimes } from './replica/settings.js';
import { History } from './world/history.js';
import type { Observatory } from './world/history.js';
import { ReplicaGroup } from './world/replica-group.js';
import { Wishes } from './world/wishes.js';

/** What becomes of the leader, or of the server under it. */
export type Fault =
  'kill -9' | 'SIGSTOP' | 'blocked loop' | 'lease taken' | 'API server restart' | 'API server stopped';

/** One run: who takes part (the first leads when the fault comes), and what happens. */
export interface Scenario {
  readonly replicas: readonly [ReplicaKind, ...ReplicaKind[]];
  readonly fault: Fault;
  readonly times: ElectionTimes;
  /** How long a leader is stopped, or blocked, or the server is away. */
  readonly faultMs: number;
}

/** Where it runs. */
export interface ScenarioServers {
  readonly server: Pick<ApiServer, 'url' | 'adminToken' | 'caPem' | 'kubeconfigPath' | 'createNamespace'>;
  /** Given where the fault is one of the server. */
  readonly own?: Pick<ApiServer, 'kill9ApiServer' | 'restartApiServer' | 'pid'> | undefined;
  /** Another server on the same etcd, which lives through the fault. Default: the server itself. */
  readonly observatory?: Observatory | undefined;
}

/** How it went. */
export interface ScenarioResult extends Verdict {
  /** From the fault until somebody else holds the lease; undefined when the leader kept it. */
  readonly takeoverMs: number | undefined;
  readonly takenOverBy: ReplicaKind | undefined;
  /** Changes of users, all of which were reconciled in the end, unless they are listed. */
  readonly changes: number;
  readonly unreconciled: readonly string[];
  /** How many replicas ended, and were started again. */
  readonly restarts: number;
}

const PATIENCE_MS = 120_000;
/** How much goes on before the fault, and after. */
const CALM_MS = 1000;

/** Runs one scenario and judges it. */
export async function runScenario(scenario: Scenario, servers: ScenarioServers): Promise<ScenarioResult> {
  const { server, observatory = server } = servers;
  const { times, faultMs: blockMs } = scenario;
  const namespace = await server.createNamespace();
  const { url, adminToken: token, caPem: ca, kubeconfigPath } = server;
  await using client = await connect({ server: url, token, ca });
  await using history = await History.begin(observatory, namespace);
  const group = new ReplicaGroup({ namespace, times, server: url, token, ca, kubeconfigPath, blockMs });
  const wishes = new Wishes(client, namespace);
  try {
    const leader = await electFirst(scenario, group);
    wishes.start();
    await until('the leader works', () => history.accepted.some(({ what }) => what === 'write'));
    await delay(CALM_MS);
    const faultAt = nowMs();
    await strike({ ...scenario, leader, history, servers, client, namespace });
    await until('somebody leads', () => leaderOf(group, history) !== undefined);
    await delay(CALM_MS);
    await wishes.stop();
    const unreconciled = await untilDone(wishes);
    const taken = history
      .sorted()
      .find(({ what, by, seenAt }) => what === 'lease' && seenAt > faultAt && by !== leader.identity && group.find(by));
    return {
      takeoverMs: taken && taken.seenAt - faultAt,
      takenOverBy: taken && group.find(taken.by)?.kind,
      changes: wishes.changes,
      unreconciled,
      restarts: group.all.length - scenario.replicas.length,
      ...(await end(group, history, times)),
    };
  } finally {
    await wishes.stop();
    await group[Symbol.asyncDispose]();
  }
}

/** Ends all replicas, and judges everything up to then: giving up the lease included. */
async function end(group: ReplicaGroup, history: History, { leaseDurationMs }: ElectionTimes): Promise<Verdict> {
  await group[Symbol.asyncDispose]();
  // What was written last is seen last.
  await delay(200);
  return checkReplicas(group.all, history.sorted(), leaseDurationMs);
}

async function electFirst({ replicas }: Scenario, group: ReplicaGroup): Promise<ReplicaProcess> {
  const [first, ...others] = replicas;
  const leader = await group.add(first);
  await until('the first leads', () => leader.has('leading'), leader);
  const standbys = await Promise.all(others.map((kind) => group.add(kind)));
  for (const standby of standbys) await until('a standby waits', () => standby.has('candidate'), standby);
  return leader;
}

interface Strike extends Scenario {
  readonly leader: ReplicaProcess;
  readonly history: History;
  readonly servers: ScenarioServers;
  readonly client: ApiClient;
  readonly namespace: string;
}

async function strike({ fault, faultMs, times, leader, history, servers, client, namespace }: Strike): Promise<void> {
  const { own, server } = servers;
  switch (fault) {
    case 'kill -9':
      leader.signal('SIGKILL');
      return leader.whenEnded();
    case 'SIGSTOP':
      leader.signal('SIGSTOP');
      await delay(faultMs);
      await until('another holds the lease', () => history.holder !== leader.identity);
      leader.signal('SIGCONT');
      return leader.whenEnded();
    case 'blocked loop':
      leader.signal('SIGUSR2');
      await delay(faultMs);
      // It may be back before anybody has taken over, and go on.
      return Promise.race([leader.whenEnded(), delay(times.leaseDurationMs)]);
    case 'lease taken': {
      // Another process writes itself into the Lease, and never renews it: a standby takes over after its duration.
      const leaseDurationSeconds = times.leaseDurationMs / 1000;
      const spec = { holderIdentity: 'intruder', leaseDurationSeconds };
      await client.patch(leaseResource, { namespace, name: 'replica' }, { spec });
      return leader.whenEnded();
    }
    case 'API server restart':
      await own?.kill9ApiServer();
      return own?.restartApiServer();
    case 'API server stopped': {
      const pid = own?.pid;
      if (pid === undefined) throw new Error(`${server.url} is not ours to stop`);
      process.kill(pid, 'SIGSTOP');
      await delay(faultMs);
      process.kill(pid, 'SIGCONT');
    }
  }
}

/** Who holds the lease, is alive, and knows that it leads. */
function leaderOf(group: ReplicaGroup, history: History): ReplicaProcess | undefined {
  const leader = group.find(history.holder);
  return leader !== undefined && !leader.hasEnded && leader.has('leading') ? leader : undefined;
}

async function untilDone(wishes: Wishes): Promise<readonly string[]> {
  let left = await wishes.unfulfilled();
  const patience = nowMs() + PATIENCE_MS;
  while (left.length > 0 && nowMs() < patience) {
    await delay(100);
    left = await wishes.unfulfilled();
  }
  return left;
}

async function until(what: string, isSo: () => boolean, replica?: ReplicaProcess): Promise<void> {
  const patience = nowMs() + PATIENCE_MS;
  while (!isSo()) {
    const ended = replica?.hasEnded ? `: ${replica.identity} has ended: ${replica.stderr}` : '';
    if (nowMs() > patience || ended !== '') throw new Error(`waited in vain until ${what}${ended}`);
    await delay(20);
  }
}
