import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { objectIn, objectsIn, textIn } from '../builtin/checks.js';
import { selects } from '../builtin/label-selector.js';
import { ApiStatusError, conflict, failure } from '../objects/api-status.js';
import type { DeleteOptions } from '../storage/deletion.js';
import { rfc3339 } from '../storage/time.js';
import { readAction } from './action-body.js';
import type { ApiCall } from './api-call.js';
import { deleteOptionsOf } from './delete-options.js';
import { checkNamed, storeChange, SUCCESS, withCondition } from './pod-actions.js';
import { addressOf } from './write-handlers.js';
import { writeQueryOf } from './write-query.js';

const VIOLATED = "Cannot evict pod as it would violate the pod's disruption budget.";
const BUDGETS = 'poddisruptionbudgets.policy';

/** POST of an eviction: deletes a pod, if the budget that guards it allows that. */
export async function evict(call: ApiCall, name: string): Promise<void> {
  const asked = writeQueryOf(call, 'CreateOptions');
  const { sent } = await readAction(call, { group: 'policy', version: 'v1', kind: 'Eviction' });
  checkNamed(sent, name, 'Eviction');
  const given = objectIn(sent, 'deleteOptions');
  const dryRun = asked.dryRun || (Array.isArray(given['dryRun']) && given['dryRun'].includes('All'));
  const options = deleteOptionsOf(given);
  const { states, writer, clock } = call.cluster;
  const pod = states.get(addressOf(call, name)).object;
  if (!isUnguarded(pod)) checkBudget(call, pod, dryRun);
  if (!dryRun) {
    checkPreconditions(pod, options);
    const evicted = {
      type: 'DisruptionTarget',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: rfc3339(clock),
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
    };
    storeChange(call, pod, { status: withCondition(pod, evicted) });
  }
  const { resourceVersion: _version, ...rest } = options;
  writer.delete(addressOf(call, name), { ...(dryRun ? options : rest), dryRun });
  await call.exchange.reply({ code: 201, body: SUCCESS });
}

/** What has ended, has not begun or is being deleted needs no budget. */
function isUnguarded(pod: ApiObject): boolean {
  const phase = textIn(objectIn(pod, 'status'), 'phase');
  return ['Succeeded', 'Failed', 'Pending'].includes(phase) || pod.metadata.deletionTimestamp !== undefined;
}

function checkPreconditions({ metadata }: ApiObject, { uid, resourceVersion }: DeleteOptions): void {
  const refuse = (what: string, wanted: string, found: string | undefined, end: string): ApiStatusError =>
    conflict(
      { group: '', plural: 'Pod', kind: 'Pod' },
      metadata.name ?? '',
      `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${found ?? ''}). The object might have been ${end}`,
    );
  if (uid !== undefined && uid !== '' && uid !== metadata.uid) {
    throw refuse('UID', uid, metadata.uid, 'deleted and then recreated');
  }
  if (resourceVersion !== undefined && resourceVersion !== '' && resourceVersion !== metadata.resourceVersion) {
    throw refuse('ResourceVersion', resourceVersion, metadata.resourceVersion, 'modified');
  }
}

/** Takes one disruption from the budget of a pod; throws 429 where there is none left. */
function checkBudget(call: ApiCall, pod: ApiObject, dryRun: boolean): void {
  const labels = pod.metadata.labels ?? {};
  const { storage } = call.cluster;
  const budgets = [...storage.collection(BUDGETS).unsorted()]
    .map(({ object }) => object)
    .filter(({ metadata }) => metadata.namespace === pod.metadata.namespace)
    .filter((budget) => selects(objectIn(budget, 'spec')['selector'], labels));
  const [budget, another] = budgets;
  if (budget === undefined) return;
  if (another !== undefined) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    throw new ApiStatusError(failure(500, { reason: '', message }));
  }
  const [spec, status] = [objectIn(budget, 'spec'), objectIn(budget, 'status')];
  if (!isReady(pod)) {
    const [healthy, desired] = [count(status, 'currentHealthy'), count(status, 'desiredHealthy')];
    if (spec['unhealthyPodEvictionPolicy'] === 'AlwaysAllow' || (healthy >= desired && desired > 0)) return;
  }
  checkAllowed(budget, status);
  if (!dryRun) takeDisruption(call, budget, pod.metadata.name ?? '');
}

const count = (status: JsonObject, field: string): number => Number(status[field] ?? 0);

function isReady(pod: ApiObject): boolean {
  return objectsIn(objectIn(pod, 'status'), 'conditions').some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  );
}

function checkAllowed(budget: ApiObject, status: JsonObject): void {
  const name = budget.metadata.name ?? '';
  const tooMany = (message: string, seconds: number): ApiStatusError =>
    new ApiStatusError(
      failure(429, {
        reason: 'TooManyRequests',
        message: VIOLATED,
        details: {
          causes: [{ reason: 'DisruptionBudget', message }],
          ...(seconds === 0 ? {} : { retryAfterSeconds: seconds }),
        },
      }),
    );
  if (count(status, 'observedGeneration') < (budget.metadata.generation ?? 0)) {
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  if (count(status, 'disruptionsAllowed') > 0) return;
  const condition = objectsIn(status, 'conditions').find(({ type }) => type === 'DisruptionAllowed');
  const why = condition?.['status'] === 'False' ? textIn(condition, 'message') : '';
  const reason = condition === undefined ? '' : textIn(condition, 'reason');
  const start = `The disruption budget ${name}`;
  const [healthy, desired] = [count(status, 'currentHealthy'), count(status, 'desiredHealthy')];
  if (why !== '' && reason === 'SyncFailed') {
    throw tooMany(`${start} does not allow evicting pods currently because it failed sync: ${why}`, 0);
  }
  if (healthy <= desired) throw tooMany(`${start} needs ${desired} healthy pods and has ${healthy} currently`, 0);
  const detail = why === '' ? '' : ` (${reason}): ${why}`;
  throw tooMany(`${start} does not allow evicting pods currently${detail}`, 0);
}

/** Notes in a budget that one more pod goes. */
function takeDisruption(call: ApiCall, budget: ApiObject, pod: string): void {
  const status = objectIn(budget, 'status');
  const now = rfc3339(call.cluster.clock);
  const left = count(status, 'disruptionsAllowed') - 1;
  const changed: JsonObject = {
    ...status,
    disruptionsAllowed: left,
    disruptedPods: { ...objectIn(status, 'disruptedPods'), [pod]: now },
  };
  const exhausted = {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration: status['observedGeneration'] ?? 0,
    lastTransitionTime: now,
    reason: 'InsufficientPods',
    message: '',
  };
  const next = left === 0 ? withCondition({ ...budget, status: changed }, exhausted) : changed;
  const resource = call.cluster.registry.at('policy/v1', 'poddisruptionbudgets');
  if (resource === undefined) return;
  const { namespace, name = '' } = budget.metadata;
  call.cluster.writer.patch({ resource, namespace, name }, (present) => ({ ...present, status: next }), {
    subresource: 'status',
    manager: 'kube-apiserver',
    privileged: true,
  });
}
