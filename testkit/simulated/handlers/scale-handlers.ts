import { selectorFromLabelSelector, selectorFromSet } from '@informer-gen/runtime/client-go';
import { answer, contentTypeOf, readData } from './api-call.js';
import type { ApiCall } from './api-call.js';
import { copyJson, isJsonObject, setValueAt, valueAt } from '../objects/api-object.js';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { badRequest, methodNotAllowed, unsupportedMediaType } from '../objects/api-status.js';
import { checkPatchType, patcherOf } from './patch-handlers.js';
import type { ScalePaths } from '../resources/served-resource.js';
import { checkNameOnUrl, checkUid } from '../storage/object-rules.js';
import { addressOf } from './write-handlers.js';
import { writeQueryOf } from './write-query.js';

/** GET, PUT and PATCH of the scale subresource. */
export async function handleScale(call: ApiCall, name: string, paths: ScalePaths): Promise<void> {
  const { writer } = call.cluster;
  const address = addressOf(call, name);
  let shown = writer.get(address).as(call.resource);
  if (call.info.verb !== 'get') {
    const options = writeQueryOf(call, call.info.verb === 'patch' ? 'PatchOptions' : 'UpdateOptions');
    const sent = await sentScale(call);
    const written = writer.patch(
      address,
      (present) => scaled(call, sent(scaleOf(present, paths)), { present, paths }),
      {
        ...options,
        subresource: 'scale',
      },
    );
    shown = written.as(call.resource);
  }
  await answer(call, 200, JSON.stringify(scaleOf(shown, paths)));
}

/** The scale that the request wants, given the present one. */
async function sentScale(call: ApiCall): Promise<(present: JsonObject) => unknown> {
  if (call.info.verb === 'update') {
    const value = await readData(call);
    return () => value;
  }
  if (call.info.verb !== 'patch') throw methodNotAllowed();
  checkPatchType(call);
  if (contentTypeOf(call).startsWith('application/apply-patch+')) {
    throw unsupportedMediaType('the simulated API server has no server-side apply for scale: apply to the object');
  }
  return patcherOf(call, (await call.exchange.readBody()).toString('utf8'));
}

/** The object with the replicas of a scale, and with its version as the condition. */
function scaled(
  call: ApiCall,
  scale: unknown,
  { present, paths }: { present: ApiObject; paths: ScalePaths },
): ApiObject {
  const { name = '' } = present.metadata;
  const metadata = isJsonObject(scale) && isJsonObject(scale['metadata']) ? scale['metadata'] : {};
  checkNameOnUrl({ metadata }, name);
  const { uid, resourceVersion } = metadata as { readonly uid?: string; readonly resourceVersion?: string };
  const { namespace } = present.metadata;
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  checkUid({ resource: call.resource, key, name }, uid, present.metadata.uid ?? '');
  const replicas = valueAt(scale, '.spec.replicas') ?? 0;
  if (typeof replicas !== 'number') throw badRequest('spec.replicas of a scale is a number');
  const next = copyJson(present);
  setValueAt(next, paths.specReplicas, replicas);
  if (resourceVersion) next.metadata.resourceVersion = resourceVersion;
  return next;
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
