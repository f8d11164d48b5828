import type { LabelSelector, Selector } from '../selectors/label-selector.js';

/** A label selector in any of its forms: the text kubectl takes, the API's object, or one that is parsed already. */
export type LabelSelectorLike = string | LabelSelector | Selector;

/** Reads the objects of one namespace, or of a cluster-scoped resource, from the cache. Results are shared and read-only. */
export interface NamespaceLister<T> {
  /** Every cached object that `selector` matches (all, without one), in no set order. */
  list(selector?: LabelSelectorLike): readonly T[];
  get(name: string): T | undefined;
}

/** Reads a cluster-scoped resource from the cache. */
export type ClusterLister<T> = NamespaceLister<T>;

/** Reads a namespaced resource from the cache: all of it, or one namespace by the method `P`, the resource's plural. */
export type NamespacedLister<T, P extends string> = {
  /** Every cached object that `selector` matches (all, without one), in no set order. */
  list(selector?: LabelSelectorLike): readonly T[];
} & {
  /** The same cache seen through one namespace, where `get(name)` is possible. */
  readonly [method in P]: (namespace: string) => NamespaceLister<T>;
};

/** A lister for any resource. */
export interface GenericLister<T> {
  list(selector?: LabelSelectorLike): readonly T[];
  /** By `namespace/name`, or `name` for a cluster-scoped resource. */
  get(key: string): T | undefined;
  byNamespace(namespace: string): NamespaceLister<T>;
}
