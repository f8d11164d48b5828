import { selectorFromLabelSelector, selectorFromSet } from '@informer-gen/runtime/client-go';
import { isDryRun, readData } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { copyJson, isJsonObject, setValueAt, valueAt } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { conflict, methodNotAllowed } from '../objects/api-status.js';
import { patcherOf } from './patch-handlers.js';
import type { ScalePaths } from '../resources/served-resource.js';
import { addressOf } from './write-handlers.js';

/** GET, PUT and PATCH of the scale subresource. */
export async function handleScale(call: ApiCall, name: string, paths: ScalePaths): Promise<void> {
  const { writer } = call.cluster;
  const address = addressOf(call, name);
  const present = writer.get(address).as(call.resource);
  let shown = present;
  if (call.info.verb !== 'get') {
    const sent = await scaleSent(call, scaleOf(present, paths));
    const version = valueAt(sent, '.metadata.resourceVersion');
    if (typeof version === 'string' && version !== '' && version !== present.metadata.resourceVersion) {
      throw conflict(call.resource, name, 'the object has been modified');
    }
    const next = copyJson(present);
    setValueAt(next, paths.specReplicas, Number(valueAt(sent, '.spec.replicas') ?? 0));
    shown = writer.update(address, next, { dryRun: isDryRun(call.query) }).as(call.resource);
  }
  await call.exchange.reply({ code: 200, body: JSON.stringify(scaleOf(shown, paths)) });
}

async function scaleSent(call: ApiCall, present: JsonObject): Promise<unknown> {
  if (call.info.verb === 'update') return readData(call);
  if (call.info.verb === 'patch') return patcherOf(call)(present, await readData(call));
  throw methodNotAllowed();
}

/** Custom resources hold the text, built-in ones a label selector or just labels. */
function selectorText(selector: unknown): string {
  if (!isJsonObject(selector)) return String(selector);
  const isSelector = 'matchLabels' in selector || 'matchExpressions' in selector;
  const labels = selector as { readonly [key: string]: string };
  return (isSelector ? selectorFromLabelSelector(selector) : selectorFromSet(labels)).toString();
}

function scaleOf(object: ApiObject, paths: ScalePaths): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = paths.labelSelector === undefined ? undefined : valueAt(object, paths.labelSelector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: valueAt(object, paths.specReplicas) ?? 0 },
    status: {
      replicas: valueAt(object, paths.statusReplicas) ?? 0,
      ...(selector === undefined ? {} : { selector: selectorText(selector) }),
    },
  };
}
