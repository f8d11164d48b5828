import { DeletedFinalStateUnknown } from '../api/deleted.js';
import { identityOf } from '../api/identity.js';
import type { KubernetesObject } from '../api/object.js';
import type { Notification } from './notification.js';

type Deletion<T> = Extract<Notification<T>, { type: 'delete' }>;
type Change<T> = Exclude<Notification<T>, { type: 'delete' }>;

/**
 * What a handler is still to be told of one object: nothing, one notification, or a deletion and then the add of another
 * object of that name.
 */
export type Waiting<T> =
  readonly [] | readonly [Notification<T>] | readonly [Deletion<T>, Extract<Notification<T>, { type: 'add' }>];

/**
 * Adds a notification to those of the same object that nobody has seen, with as few left as tell where it ended: the newest
 * state and the oldest `before`. Only states that were there are told, in their order.
 */
export function coalesce<T extends KubernetesObject>(waiting: Waiting<T>, next: Notification<T>): Waiting<T> {
  const [first, second] = waiting;
  if (first === undefined) return [next];
  if (first.type !== 'delete') return next.type === 'delete' ? deleteUnseen(first, next) : [merge(first, next)];
  if (second !== undefined) return next.type === 'delete' ? [first] : [first, add(merge(second, next))];
  return next.type === 'delete' ? [betterDeletion(first, next)] : comeBack(first, next);
}

/** A change that nobody has seen, and then another. */
function merge<T>(first: Change<T>, next: Change<T>): Change<T> {
  const newest = next.type === 'add' ? next.object : next.after;
  if (first.type === 'add') return { ...first, object: newest };
  const { before } = first;
  const changed = first.changed === true || (next.type === 'update' && next.changed === true);
  return { type: 'update', before, after: newest, ...(changed && { changed }) };
}

function deleteUnseen<T>(first: Change<T>, next: Deletion<T>): Waiting<T> {
  // The handler never heard of it.
  if (first.type === 'add') return [];
  return [{ ...next, before: first.before }];
}

/** Of two deletions the one that carries the final state, as in client-go's DeltaFIFO. */
function betterDeletion<T>(first: Deletion<T>, next: Deletion<T>): Deletion<T> {
  if (!(first.object instanceof DeletedFinalStateUnknown)) return first;
  return { ...next, ...(first.before !== undefined && { before: first.before }) };
}

/** Something is there again under the name: the same object, or another. */
function comeBack<T extends KubernetesObject>(deletion: Deletion<T>, next: Change<T>): Waiting<T> {
  const after = next.type === 'add' ? next.object : next.after;
  const before = deletion.before ?? lastKnown(deletion);
  const uid = identityOf(before)?.uid;
  if (before === undefined || !uid || uid !== identityOf(after)?.uid) return [deletion, add(next)];
  return [{ type: 'update', before, after }];
}

function add<T>(change: Change<T>): Extract<Notification<T>, { type: 'add' }> {
  return change.type === 'add' ? change : { type: 'add', object: change.after, isInInitialList: false };
}

function lastKnown<T>({ object }: Deletion<T>): T | undefined {
  return object instanceof DeletedFinalStateUnknown ? object.object : object;
}
