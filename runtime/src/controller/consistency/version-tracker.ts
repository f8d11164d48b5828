import { identityOf } from '../../api/identity.js';
import { metaNamespaceKeyFunc } from '../../api/key.js';
import type { KubernetesObject } from '../../api/object.js';
import { resourceKey } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import { parseFieldSelector } from '../../selectors/field-selector.js';
import { parseLabelSelector } from '../../selectors/label-selector-parser.js';
import type { VariantOptions } from '../../factory/informer-host.js';
import type { InformerSelection } from '../../factory/selection.js';
import { fieldSelectorText } from '../../selectors/field-selector.js';
import { cachedForm } from './cached-form.js';
import type { Expectation } from './expectation.js';
import type { Selects } from './tracked-view.js';
import { TrackedView } from './tracked-view.js';

/**
 * Knows what this process wrote and which of its caches have not seen it yet. All clients of a manager share one; other
 * processes are not known to it.
 */
export class VersionTracker {
  readonly #views = new Map<string, TrackedView<KubernetesObject>[]>();

  /** The overlay of an informer of this resource and selection. */
  viewFor<T extends KubernetesObject>(
    resource: Resource<T>,
    selection: VariantOptions<T>,
    { metadataOnly = false }: { readonly metadataOnly?: boolean } = {},
  ): TrackedView<T> {
    const hasOneVersion = typeof selection.namespace !== 'object';
    const toCached = cachedForm(resource, { transform: selection.transform, metadataOnly });
    const view = new TrackedView<T>(resource, { selects: selectorOf(selection), hasOneVersion, toCached });
    const key = resourceKey(resource);
    const views = this.#views.get(key) ?? [];
    views.push(view);
    this.#views.set(key, views);
    return view;
  }

  /** The server answered a write with this object. Returns what the caches must reach. */
  written(resource: Resource, answer: KubernetesObject): Expectation[] {
    const views = this.#viewsOf(resource);
    if (!isGone(answer)) return views.map((view) => view.written(answer));
    const { name = '', namespace, uid } = identityOf(answer) ?? {};
    return views.map((view) => view.deleted(namespace ? `${namespace}/${name}` : name, uid));
  }

  /** The server answered with another kind of object, such as a Scale, that has the object's version. */
  reached(resource: Resource, answer: KubernetesObject): Expectation[] {
    const { resourceVersion = '' } = answer.metadata ?? {};
    return this.#viewsOf(resource).map((view) => view.reached(resourceVersion, metaNamespaceKeyFunc(answer)));
  }

  /** The object of this key is gone for good. */
  deleted(resource: Resource, key: string, uid: string | undefined): Expectation[] {
    return this.#viewsOf(resource).map((view) => view.deleted(key, uid));
  }

  #viewsOf(resource: Resource): readonly TrackedView<KubernetesObject>[] {
    return this.#views.get(resourceKey(resource)) ?? [];
  }
}

/** Marked for deletion and held by nothing: the answer to removing the last finalizer, and to some deletes. */
export function isGone({ metadata }: KubernetesObject): boolean {
  if (metadata?.deletionTimestamp === undefined) return false;
  return (metadata.finalizers ?? []).length === 0 && (metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

function selectorOf({ namespace, labelSelector, fieldSelector }: InformerSelection): Selects {
  const labels = labelSelector === undefined ? undefined : parseLabelSelector(labelSelector);
  const text = typeof fieldSelector === 'object' ? fieldSelectorText(definedOnly(fieldSelector)) : fieldSelector;
  const fields = text === undefined ? undefined : parseFieldSelector(text);
  const namespaces =
    namespace === undefined ? undefined : new Set(typeof namespace === 'string' ? [namespace] : namespace);
  return (object) =>
    (namespaces === undefined || namespaces.has(identityOf(object)?.namespace ?? '')) &&
    (labels === undefined || labels.matches(object.metadata?.labels)) &&
    (fields === undefined || fields.matches(object));
}

function definedOnly(fields: { readonly [field: string]: string | undefined }): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) defined[field] = value;
  return defined;
}
