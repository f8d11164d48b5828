import type { DeletedObject } from '../../api/deleted.js';
import { identityOf } from '../../api/identity.js';
import type { KubernetesObject } from '../../api/object.js';
import type { LabelSelectorLike } from '../../lister/lister.js';
import { toSelector } from '../../selectors/label-selector-parser.js';

/**
 * Decides which events wake a controller. A question that is left out is answered with yes.
 *
 * @example
 * const large: Predicate<Widget> = { update: (before, after) => before.spec.size !== after.spec.size };
 */
export interface Predicate<T extends KubernetesObject> {
  create?(object: T): boolean;
  /** A resync asks with the same object twice. */
  update?(before: T, after: T): boolean;
  delete?(deleted: DeletedObject<T>): boolean;
  /** The fields that it reads beyond the identity, name by name, so that a projection without them is refused. Default: not said. */
  readonly reads?: readonly (readonly string[])[] | undefined;
}

/**
 * Lets an update through when the resourceVersion differs: drops resyncs.
 *
 * @example
 * manager.controller(widgetResource).where(resourceVersionChanged()).reconcile(() => {}); // no resyncs
 */
export function resourceVersionChanged<T extends KubernetesObject>(): Predicate<T> {
  return { update: (before, after) => identityOf(before)?.resourceVersion !== identityOf(after)?.resourceVersion };
}

/**
 * Lets an update through when `metadata.generation` differs: drops changes of status and metadata, and resyncs. The mark of
 * deletion raises the generation, and passes. Kinds without a generation, such as ConfigMap and Secret, never pass.
 *
 * @example
 * manager.controller(widgetResource).where(generationChanged()).reconcile(() => {});
 */
export function generationChanged<T extends KubernetesObject>(): Predicate<T> {
  return { update: (before, after) => before.metadata?.generation !== after.metadata?.generation };
}

/**
 * Lets an update through when a label differs.
 *
 * @example
 * manager.controller(widgetResource).where(labelsChanged()).reconcile(() => {});
 */
export function labelsChanged<T extends KubernetesObject>(): Predicate<T> {
  return {
    update: (before, after) => !sameMap(before.metadata?.labels, after.metadata?.labels),
    reads: [['metadata', 'labels']],
  };
}

/**
 * Lets an update through when an annotation differs.
 *
 * @example
 * manager.controller(widgetResource).where(annotationsChanged()).reconcile(() => {});
 */
export function annotationsChanged<T extends KubernetesObject>(): Predicate<T> {
  return {
    update: (before, after) => !sameMap(before.metadata?.annotations, after.metadata?.annotations),
    reads: [['metadata', 'annotations']],
  };
}

/**
 * Lets objects through whose labels match. Of an update, the new labels count: an object that stops matching is not told
 * of. A deletion whose last state is not known passes.
 *
 * @example
 * manager.controller(widgetResource).where(matchesLabels('tier in (web, db)')).reconcile(() => {});
 */
export function matchesLabels<T extends KubernetesObject>(like: LabelSelectorLike): Predicate<T> {
  const selector = toSelector(like);
  const matches = (object: T): boolean => selector.matches(object.metadata?.labels);
  return {
    create: matches,
    update: (_before, after) => matches(after),
    delete: ({ lastKnown }) => lastKnown === undefined || matches(lastKnown),
    reads: selector.requirements.map(({ key }) => ['metadata', 'labels', key]),
  };
}

/**
 * Lets through what all let through; the first no decides.
 *
 * @example
 * manager.controller(widgetResource).where(and(generationChanged(), labelsChanged())).reconcile(() => {});
 */
export function and<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Required<Predicate<T>> {
  return {
    create: (object) => predicates.every((each) => each.create?.(object) ?? true),
    update: (before, after) => predicates.every((each) => each.update?.(before, after) ?? true),
    delete: (deleted) => predicates.every((each) => each.delete?.(deleted) ?? true),
    reads: readsOf(predicates),
  };
}

/**
 * Lets through what one of them lets through; the first yes decides.
 *
 * @example
 * manager.controller(widgetResource).where(or(generationChanged(), annotationsChanged())).reconcile(() => {});
 */
export function or<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return {
    create: (object) => predicates.some((each) => each.create?.(object) ?? true),
    update: (before, after) => predicates.some((each) => each.update?.(before, after) ?? true),
    delete: (deleted) => predicates.some((each) => each.delete?.(deleted) ?? true),
    reads: readsOf(predicates),
  };
}

/**
 * Lets through what the other does not.
 *
 * @example
 * manager.controller(widgetResource).where(not(matchesLabels('paused=true'))).reconcile(() => {});
 */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return {
    create: (object) => !(predicate.create?.(object) ?? true),
    update: (before, after) => !(predicate.update?.(before, after) ?? true),
    delete: (deleted) => !(predicate.delete?.(deleted) ?? true),
    reads: readsOf([predicate]),
  };
}

function readsOf(predicates: readonly Pick<Predicate<KubernetesObject>, 'reads'>[]): readonly (readonly string[])[] {
  return predicates.flatMap(({ reads = [] }) => reads);
}

type TextMap = { readonly [key: string]: string } | undefined;

/** No map and an empty one are the same. */
function sameMap(a: TextMap = {}, b: TextMap = {}): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
