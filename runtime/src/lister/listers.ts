import { identityOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import { mustKeep } from '../api/projection.js';
import { toSelector } from '../selectors/label-selector-parser.js';
import { namespaceIndex } from '../store/indexer.js';
import type { IndexReader } from '../store/store.js';
import { UnknownIndexError } from '../store/thread-safe-store.js';
import type { ClusterLister, GenericLister, LabelSelectorLike, NamespacedLister, NamespaceLister } from './lister.js';

/**
 * Every cached object that the selector matches. Without one, the cache's own array: nothing is copied.
 *
 * @example
 * listAll(indexer, 'app=web').length; // → 0
 */
export function listAll<T extends KubernetesObject>(
  indexer: IndexReader<T>,
  selector?: LabelSelectorLike,
): readonly T[] {
  return select(indexer, indexer.list(), selector);
}

/**
 * The same for one namespace, by the namespace index.
 *
 * @example
 * listAllByNamespace(indexer, 'default').length; // → 1
 */
export function listAllByNamespace<T extends KubernetesObject>(
  indexer: IndexReader<T>,
  namespace: string,
  selector?: LabelSelectorLike,
): readonly T[] {
  if (namespace === '') return listAll(indexer, selector);
  return select(indexer, inNamespace(indexer, namespace), selector);
}

/** An indexer of the user's own may have no namespace index: then everything is looked at, as in client-go. */
function inNamespace<T extends KubernetesObject>(indexer: IndexReader<T>, namespace: string): readonly T[] {
  try {
    return indexer.byIndex(namespaceIndex, namespace);
  } catch (thrown) {
    if (!(thrown instanceof UnknownIndexError)) throw thrown;
    return indexer.list().filter((object) => identityOf(object)?.namespace === namespace);
  }
}

/**
 * Reads one namespace of a cache.
 *
 * @example
 * namespaceLister(pods.indexer, 'default').get('web')?.metadata.name; // → 'web'
 */
export function namespaceLister<T extends KubernetesObject>(
  indexer: IndexReader<T>,
  namespace: string,
): NamespaceLister<T> {
  return {
    list: (selector) => listAllByNamespace(indexer, namespace, selector),
    get: (name) => indexer.getByKey(`${namespace}/${name}`),
  };
}

/** Reads the cache of a namespaced resource. `method`: what the lister calls the view of one namespace. */
export function namespacedLister<T extends KubernetesObject, P extends string>(
  indexer: IndexReader<T>,
  method: P,
): NamespacedLister<T, P> {
  const inOne = (namespace: string): NamespaceLister<T> => namespaceLister(indexer, namespace);
  const list = (selector?: LabelSelectorLike): readonly T[] => listAll(indexer, selector);
  // The checker gives a computed key the type string, not P.
  return { list, [method]: inOne } as NamespacedLister<T, P>;
}

/**
 * Reads the cache of a cluster-scoped resource.
 *
 * @example
 * const lister = clusterLister(nodes.indexer);
 * lister.get('node-1')?.metadata.name; // → 'node-1'
 */
export function clusterLister<T extends KubernetesObject>(indexer: IndexReader<T>): ClusterLister<T> {
  return {
    list: (selector) => listAll(indexer, selector),
    get: (name) => indexer.getByKey(name),
  };
}

/**
 * Reads the cache of any resource.
 *
 * @example
 * newGenericLister(pods.indexer).byNamespace('default').get('web')?.metadata.name; // → 'web'
 */
export function newGenericLister<T extends KubernetesObject>(indexer: IndexReader<T>): GenericLister<T> {
  return {
    list: (selector) => listAll(indexer, selector),
    get: (key) => indexer.getByKey(key),
    byNamespace: (namespace) => namespaceLister(indexer, namespace),
  };
}

function select<T extends KubernetesObject>(
  { projection }: IndexReader<T>,
  objects: readonly T[],
  like: LabelSelectorLike | undefined,
): readonly T[] {
  if (like === undefined) return objects;
  const selector = toSelector(like);
  if (selector.empty) return objects;
  for (const { key } of selector.requirements)
    mustKeep(projection, ['metadata', 'labels', key], `the selector ${selector.toString()}`);
  return objects.filter((object) => selector.matches(object.metadata?.labels));
}
