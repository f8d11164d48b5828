/**
 * The entry point for generated code, version 1. People import `@informer-gen/runtime`; what is here changes only in ways
 * that code generated before keeps working with, and a change that would break it goes into `/codegen/v2` beside it.
 */
export type { DeletedObject } from '../api/deleted.js';
export type { Draft } from '../api/draft.js';
export type { LabelSelector, LabelSelectorRequirement } from '../selectors/label-selector.js';
export type { ListOptions, TweakListOptions } from '../api/list-options.js';
export type { Condition, IntOrString, Quantity } from '../api/meta-types.js';
export type {
  KubernetesObject,
  ManagedFieldsEntry,
  NamespacedObjectMeta,
  ObjectMeta,
  OwnerReference,
  PartialObjectMetadata,
  WithManagedFields,
} from '../api/object.js';
export { defineResource } from '../api/resource.js';
export type { GroupVersionResource, Resource, ResourceSpec, WholeResource } from '../api/resource.js';
export type {
  Binding,
  BindingViews,
  BoundObjectReference,
  Eviction,
  EvictionDeleteOptions,
  EvictionViews,
  IssuedToken,
  Scale,
  ScaleInput,
  ScaleViews,
  StatusInput,
  StatusViews,
  TokenRequest,
  TokenViews,
  WholeViews,
} from '../api/subresources.js';
export type {
  ApplyMeta,
  ApplyRoot,
  ApplyStatusRoot,
  Changed,
  ConditionApply,
  GeneratedNameMeta,
  InputMeta,
  InputRoot,
  Intent,
  Keyed,
  Lacking,
  Loose,
  NamedMeta,
  Only,
  Present,
  Sent,
  Stored,
} from '../api/write-types.js';
export type { KindViews, ReadViews, SubresourceViews, UnknownViews, WriteViews } from '../api/write-views.js';
export type { Status, StatusCause } from '../api/status.js';
export type { ResourceCaller } from '../client/api-client.js';
export { clusterResourceClient, namespacedResourceClient } from '../client/resource-client.js';
export type { NamespacedResourceClient, ResourceClient } from '../client/resource-client.js';
export type { JsonPatchFor } from '../api/json-paths.js';
export type { JsonPatch, JsonPatchOperation, MergePatch, StrategicPatch } from '../api/patches.js';
export { genericInformer, unknownResourceError } from '../factory/dynamic-factories.js';
export type { GenericInformer, InformerHost, NewInformerFunc } from '../factory/informer-host.js';
export { newResourceInformer } from '../factory/new-resource-informer.js';
export type { ResourceInformerOptions } from '../factory/new-resource-informer.js';
export { filteredInformerConstructor, informerConstructor, resourceInformer } from '../factory/resource-informer.js';
export type { NewFilteredInformer, NewInformer, ResourceInformer } from '../factory/resource-informer.js';
export { BaseSharedInformerFactory } from '../factory/shared-informer-factory.js';
export type { SharedInformerFactoryOptions } from '../factory/shared-informer-factory.js';
export type { FieldSelectorLike } from '../factory/selection.js';
export type {
  FilteringHandlerOptions,
  ResourceEventHandler,
  ResourceEventHandlerDetailedFuncs,
  ResourceEventHandlerFuncs,
} from '../api/handler.js';
export type { SharedIndexInformer } from '../informer/shared-informer.js';
export type { Client } from '../source/lister-watcher.js';
export type {
  ClusterLister,
  GenericLister,
  LabelSelectorLike,
  NamespacedLister,
  NamespaceLister,
} from '../lister/lister.js';
export { clusterLister, listAll, namespacedLister, namespaceLister } from '../lister/listers.js';
export type { IndexFunc, Indexers, IndexReader } from '../store/store.js';
