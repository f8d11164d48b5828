import type { ApiMetadata, ApiObject } from '../objects/api-object.js';
import type { ServedResource } from '../resources/served-resource.js';

/** Annotations that only objects on the wire have: the server keeps what they say in fields. By `group/Kind`. */
const FIELDS_AS_ANNOTATIONS: Readonly<Record<string, readonly string[]>> = {
  'apps/DaemonSet': ['deprecated.daemonset.template.generation'],
  'apps/Deployment': ['deprecated.deployment.rollback.to'],
  'autoscaling/HorizontalPodAutoscaler': ['metrics', 'current-metrics', 'conditions', 'behavior'].map(
    (field) => `autoscaling.alpha.kubernetes.io/${field}`,
  ),
};

/** The metadata of an object as the server has it, which is shown where nothing else of the object is. */
export function internalMetadata({ builtIn, group, kind }: ServedResource, { metadata }: ApiObject): ApiMetadata {
  const { annotations } = metadata;
  const hidden = builtIn && annotations !== undefined ? FIELDS_AS_ANNOTATIONS[`${group}/${kind}`] : undefined;
  if (hidden === undefined) return metadata;
  const shown = Object.entries(annotations ?? {}).filter(([key]) => !hidden.includes(key));
  const { annotations: _annotations, ...rest } = metadata;
  return shown.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(shown) };
}
