import type { DeletedObject, KubernetesObject } from '@informer-gen/runtime';
import { metaNamespaceKeyFunc } from '@informer-gen/runtime';

/** What a handler was told, reduced to what tells states apart. The client-go oracle prints the same. */
export type HandlerEvent =
  | {
      readonly type: 'add';
      readonly key: string;
      readonly resourceVersion: string;
      readonly uid: string;
      readonly initial?: boolean;
    }
  | {
      readonly type: 'update';
      readonly key: string;
      readonly resourceVersion: string;
      readonly uid: string;
      readonly oldResourceVersion: string;
      readonly oldUid: string;
    }
  | {
      readonly type: 'delete';
      readonly key: string;
      /** The last state that is known: of a delete that was seen, the deletion's own version. */
      readonly resourceVersion: string;
      readonly uid: string;
      readonly finalStateUnknown?: boolean;
    };

export function addEvent(object: KubernetesObject, initial: boolean): HandlerEvent {
  return { type: 'add', ...identity(object), ...(initial && { initial }) };
}

export function updateEvent(before: KubernetesObject, after: KubernetesObject): HandlerEvent {
  const old = identity(before);
  return { type: 'update', ...identity(after), oldResourceVersion: old.resourceVersion, oldUid: old.uid };
}

export function deleteEvent({ key, lastKnown, finalStateUnknown }: DeletedObject<KubernetesObject>): HandlerEvent {
  const state = lastKnown ? identity(lastKnown) : { resourceVersion: '', uid: '' };
  return { type: 'delete', ...state, key, ...(finalStateUnknown && { finalStateUnknown }) };
}

function identity(object: KubernetesObject): { key: string; resourceVersion: string; uid: string } {
  const { resourceVersion = '', uid = '' } = object.metadata ?? {};
  return { key: metaNamespaceKeyFunc(object), resourceVersion, uid };
}
