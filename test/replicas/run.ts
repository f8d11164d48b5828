/**
 * `npm run replicas [-- --short] [--only text]`: replicas of ours and on client-go as processes on a real server, with the
 * leases of Kubernetes' own controllers, or short ones. Prints a table; exits with 1 when something is not as it must be.
 */
import { startApiServer } from '@informer-gen/testing';
import type { ReplicaKind } from './replica/replica-process.js';
import type { Fault, Scenario, ScenarioResult } from './run-scenario.js';
import { runScenario } from './run-scenario.js';
import { readCommandLine } from '../../scripts/command-line.js';

const { values } = readCommandLine(import.meta.url, {
  options: { short: { type: 'boolean' }, only: { type: 'string' } },
});
const isShort = values.short === true;
const times = isShort
  ? { leaseDurationMs: 4000, renewDeadlineMs: 2500, retryPeriodMs: 1000 }
  : { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 };
const faultMs = isShort ? 6000 : 20_000;

const groups: readonly (readonly [ReplicaKind, ...ReplicaKind[]])[] = [
  ['ours', 'ours'],
  ['ours', 'client-go'],
  ['client-go', 'ours'],
  ['ours', 'ours', 'client-go'],
  ['client-go', 'client-go', 'client-go'],
];
const faults: readonly Fault[] = [
  'kill -9',
  'SIGSTOP',
  'blocked loop',
  'lease taken',
  'API server restart',
  'API server stopped',
];

/** Go has no event loop that could be blocked, and its replica continues for `renewDeadline` when its lease is taken. */
function isPossible({ replicas, fault }: Pick<Scenario, 'replicas' | 'fault'>): boolean {
  return (fault !== 'blocked loop' && fault !== 'lease taken') || replicas[0] === 'ours';
}

const scenarios = faults
  .flatMap((fault) => groups.map((replicas) => ({ replicas, fault })))
  .filter(isPossible)
  .filter(({ replicas, fault }) => `${replicas.join(' ')} ${fault}`.includes(values.only ?? ''));

function isInOrder({ sentAfterExpiry, sentAfterLoss, sentUnchecked, overlaps, unreconciled }: ScenarioResult): boolean {
  return [sentAfterExpiry, sentAfterLoss, sentUnchecked, overlaps, unreconciled].every(({ length }) => length === 0);
}

function rowOf({ replicas, fault }: Pick<Scenario, 'replicas' | 'fault'>, result: ScenarioResult): string[] {
  const { takeoverMs, takenOverBy, sent, sentAfterExpiry, acceptedLate, changes, unreconciled } = result;
  return [
    replicas.join(', '),
    fault,
    takeoverMs === undefined ? 'kept' : `${(takeoverMs / 1000).toFixed(1)} s by ${takenOverBy}`,
    String(result.overlaps.length),
    `${sentAfterExpiry.length} of ${sent}`,
    `${result.sentAfterLoss.length} of ${sent}`,
    String(result.othersSentAfterExpiry),
    `${acceptedLate.guarded} guarded, ${acceptedLate.unguarded.length} not`,
    `${changes - unreconciled.length} of ${changes}`,
    String(result.restarts),
  ];
}

const header = [
  'replicas, the first leads',
  'fault',
  'takeover',
  'two leaders',
  'ours sent after expiry',
  'ours sent after a loss was seen',
  "client-go's sent after expiry",
  'ours accepted after takeover',
  'changes reconciled',
  'restarts',
];
const print = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

await using server = await startApiServer({ audit: false });
const observatory = await server.startPeer();
console.log(`Leases of ${times.leaseDurationMs} ms; stopped, blocked or away for ${faultMs} ms.\n`);
print(header);
print(header.map(() => '---'));
const wrong: string[] = [];
for (const { replicas, fault } of scenarios) {
  const result = await runScenario({ replicas, fault, times, faultMs }, { server, own: server, observatory });
  print(rowOf({ replicas, fault }, result));
  for (const one of result.acceptedLate.unguarded)
    console.log(`  accepted after takeover, without precondition: ${one}`);
  if (!isInOrder(result)) wrong.push(`${replicas.join(', ')}: ${fault}: ${JSON.stringify(result)}`);
}
for (const one of wrong) console.error(one);
process.exitCode = wrong.length === 0 ? 0 : 1;
