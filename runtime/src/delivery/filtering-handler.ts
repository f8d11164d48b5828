import type { DeletedObject } from '../api/deleted.js';
import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { metaNamespaceKeyFunc } from '../api/key.js';
import type { KubernetesObject } from '../api/object.js';
import type {
  Filterable,
  FilteringHandlerOptions,
  HandlerContext,
  HandlerResult,
  ResourceEventHandler,
} from '../api/handler.js';

/**
 * A handler that sees only what a filter lets through. An object that starts to match is an add, one that ceases to match
 * a delete.
 *
 * @example
 * informer.addEventHandler(
 *   new FilteringResourceEventHandler<Pod>({
 *     filter: (pod) => pod instanceof DeletedFinalStateUnknown || pod.spec?.nodeName !== undefined,
 *     handler: { onAdd: (pod) => console.log(pod.metadata.name) },
 *   }),
 * );
 */
export class FilteringResourceEventHandler<T extends KubernetesObject> implements ResourceEventHandler<T> {
  readonly #filter: (object: Filterable<T>) => boolean;
  readonly #handler: ResourceEventHandler<T>;

  constructor(options: FilteringHandlerOptions<T>) {
    this.#filter = (object) => options.filter(object);
    this.#handler = options.handler;
  }

  onAdd(object: T, isInInitialList: boolean, context: HandlerContext): HandlerResult {
    if (this.#filter(object)) return this.#handler.onAdd?.(object, isInInitialList, context);
  }

  onUpdate(before: T, after: T, context: HandlerContext): HandlerResult {
    const matches = this.#filter(after);
    const matched = this.#filter(before);
    if (matches && matched) return this.#handler.onUpdate?.(before, after, context);
    if (matches) return this.#handler.onAdd?.(after, false, context);
    if (matched)
      return this.#handler.onDelete?.(
        { key: metaNamespaceKeyFunc(before), lastKnown: before, finalStateUnknown: false },
        context,
      );
  }

  onDelete(deleted: DeletedObject<T>, context: HandlerContext): HandlerResult {
    const { key, lastKnown, finalStateUnknown } = deleted;
    const subject =
      finalStateUnknown || lastKnown === undefined ? new DeletedFinalStateUnknown(key, lastKnown) : lastKnown;
    if (this.#filter(subject)) return this.#handler.onDelete?.(deleted, context);
  }
}
