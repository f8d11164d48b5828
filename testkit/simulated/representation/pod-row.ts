import { lookupTable } from '../objects/lookup-table.js';
import { objectIn, objectsIn, textIn } from '../builtin/checks.js';
import { isJsonObject } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { age, hasCondition, numberIn, since } from './row-parts.js';
import type { PrintedRow } from './row-parts.js';

const UNREACHABLE = 'NodeLost';
const ENDED = lookupTable<string>({
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
});

/** What the containers of a pod add up to. */
interface Tally {
  reason: string;
  ready: number;
  restarts: number;
  /** When a container ended last before it was started again. */
  lastRestart: string;
}

/** A pod as `kubectl get` shows it. */
export function podRow(pod: ApiObject, nowMs: number): PrintedRow {
  const [spec, status] = [objectIn(pod, 'spec'), objectIn(pod, 'status')];
  const phase = textIn(status, 'phase');
  const { reason, ready, restarts, lastRestart } = tallyOf(spec, status);
  const sidecars = objectsIn(spec, 'initContainers').filter(isSidecar).length;
  const cells = [
    pod.metadata.name ?? '',
    `${ready}/${objectsIn(spec, 'containers').length + sidecars}`,
    reasonWhileDeleted(pod, reason),
    restarts !== 0 && lastRestart !== '' ? `${restarts} (${since(lastRestart, nowMs)} ago)` : String(restarts),
    age(pod, nowMs),
    textIn(objectsIn(status, 'podIPs')[0] ?? {}, 'ip') || '<none>',
    textIn(spec, 'nodeName') || '<none>',
    textIn(status, 'nominatedNodeName') || '<none>',
    gatesCell(spec, status),
  ];
  const message = ENDED[phase];
  if (message === undefined) return cells;
  return { cells, conditions: [{ type: 'Completed', status: 'True', reason: phase, message }] };
}

function tallyOf(spec: JsonObject, status: JsonObject): Tally {
  const gated = objectsIn(status, 'conditions').some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  const reason = gated ? 'SchedulingGated' : textIn(status, 'reason') || textIn(status, 'phase');
  const { tally, sidecars, initializing } = initTally(spec, status, reason);
  if (initializing && !hasCondition(status, 'Initialized')) return tally;
  return mainTally(status, { ...tally, ...sidecars });
}

interface InitTally {
  readonly tally: Tally;
  /** The restarts of those that run beside the containers. */
  readonly sidecars: Pick<Tally, 'restarts' | 'lastRestart'>;
  readonly initializing: boolean;
}

/** Goes through the containers that run first, up to the one that is not done. */
function initTally(spec: JsonObject, status: JsonObject, reason: string): InitTally {
  const containers = objectsIn(spec, 'initContainers');
  const tally: Tally = { reason, ready: 0, restarts: 0, lastRestart: '' };
  const sidecars = { restarts: 0, lastRestart: '' };
  for (const [index, container] of objectsIn(status, 'initContainerStatuses').entries()) {
    const sidecar = isSidecar(containers.find(({ name }) => name === container['name']) ?? {});
    countRestarts(tally, container);
    if (sidecar) countRestarts(sidecars, container);
    const { terminated, waiting } = stateOf(container);
    if (terminated !== undefined && numberIn(terminated, 'exitCode') === 0) continue;
    if (sidecar && container['started'] === true) {
      if (container['ready'] === true) tally.ready += 1;
      continue;
    }
    const waitsFor = waiting === undefined ? '' : textIn(waiting, 'reason');
    if (terminated !== undefined) tally.reason = `Init:${endOf(terminated)}`;
    else if (waitsFor !== '' && waitsFor !== 'PodInitializing') tally.reason = `Init:${waitsFor}`;
    else tally.reason = `Init:${index}/${containers.length}`;
    return { tally, sidecars, initializing: true };
  }
  return { tally, sidecars, initializing: false };
}

/** Goes through the containers from the last to the first: the first one with a reason has the say. */
function mainTally(status: JsonObject, tally: Tally): Tally {
  let running = false;
  let failed = '';
  for (const container of objectsIn(status, 'containerStatuses').reverse()) {
    countRestarts(tally, container);
    const { terminated, waiting, running: runs } = stateOf(container);
    if (waiting !== undefined && textIn(waiting, 'reason') !== '') tally.reason = textIn(waiting, 'reason');
    else if (terminated !== undefined) {
      tally.reason = endOf(terminated);
      if (numberIn(terminated, 'exitCode') !== 0) failed = tally.reason;
    } else if (container['ready'] === true && runs !== undefined) {
      running = true;
      tally.ready += 1;
    }
  }
  if (tally.reason !== 'Completed') return tally;
  if (running && hasCondition(status, 'Ready')) tally.reason = 'Running';
  else if (failed !== '') tally.reason = failed;
  else if (running) tally.reason = 'NotReady';
  return tally;
}

function countRestarts(tally: Pick<Tally, 'restarts' | 'lastRestart'>, container: JsonObject): void {
  tally.restarts += numberIn(container, 'restartCount');
  const ended = textIn(objectIn(objectIn(container, 'lastState'), 'terminated'), 'finishedAt');
  if (ended > tally.lastRestart) tally.lastRestart = ended;
}

type State = Readonly<Partial<Record<'terminated' | 'waiting' | 'running', JsonObject>>>;

function stateOf(container: JsonObject): State {
  const state = objectIn(container, 'state');
  return Object.fromEntries(Object.entries(state).filter(([, value]) => isJsonObject(value)));
}

function endOf(terminated: JsonObject): string {
  const reason = textIn(terminated, 'reason');
  if (reason !== '') return reason;
  const signal = numberIn(terminated, 'signal');
  return signal !== 0 ? `Signal:${signal}` : `ExitCode:${numberIn(terminated, 'exitCode')}`;
}

function isSidecar(container: JsonObject): boolean {
  return container['restartPolicy'] === 'Always';
}

function reasonWhileDeleted(pod: ApiObject, reason: string): string {
  const status = objectIn(pod, 'status');
  if (pod.metadata.deletionTimestamp === undefined) return reason;
  if (status['reason'] === UNREACHABLE) return 'Unknown';
  return Object.hasOwn(ENDED, textIn(status, 'phase')) ? reason : 'Terminating';
}

function gatesCell(spec: JsonObject, status: JsonObject): string {
  const gates = objectsIn(spec, 'readinessGates');
  const open = gates.filter((gate) => hasCondition(status, textIn(gate, 'conditionType')));
  return gates.length === 0 ? '<none>' : `${open.length}/${gates.length}`;
}
