import type { DeletedFinalStateUnknown, DeletedObject } from './deleted.js';

/** A handler may be async: its promise is awaited before its next event. */
export type HandlerResult = void | Promise<void>;

/** What a handler gets with each event, as the last argument. */
export interface HandlerContext {
  /** Aborts when the handler is removed, its informer stops, or the call takes longer than the handler's `timeoutMs`. */
  readonly signal: AbortSignal;
}

/**
 * Called by an informer, one event at a time. Objects are shared with the cache: read-only.
 *
 * @example
 * informer.addEventHandler({
 *   onAdd: (pod) => console.log('added', pod.metadata.name),
 *   onUpdate: (before, pod) => console.log('updated', pod.metadata.name),
 *   onDelete: ({ key }) => console.log('deleted', key),
 * });
 */
export interface ResourceEventHandler<T> {
  /** The cache did not hold this object. `isInInitialList`: it was there before the handler was. */
  onAdd?(object: T, isInInitialList: boolean, context: HandlerContext): HandlerResult;
  /** The cache held `before`. A resync calls it with the same object twice. */
  onUpdate?(before: T, after: T, context: HandlerContext): HandlerResult;
  onDelete?(deleted: DeletedObject<T>, context: HandlerContext): HandlerResult;
}

/** A handler given as plain functions, each optional. */
export type ResourceEventHandlerFuncs<T> = Omit<ResourceEventHandler<T>, 'onAdd'> & {
  onAdd?(object: T): HandlerResult;
};

/** The same, with `isInInitialList` for `onAdd`. */
export type ResourceEventHandlerDetailedFuncs<T> = ResourceEventHandler<T>;

/** What a filter sees: an object, or the tombstone of one whose deletion was missed. */
export type Filterable<T> = T | DeletedFinalStateUnknown<T>;

/** Passes on to `handler` only what `filter` lets through; an object that moves in or out becomes an add or a delete. */
export interface FilteringHandlerOptions<T> {
  /** Whether an object passes; a tombstone stands for one whose final state was missed. */
  filter(object: Filterable<T>): boolean;
  /** Told of what passes. */
  handler: ResourceEventHandler<T>;
}
