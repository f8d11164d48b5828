import type { KubernetesObject } from '../../api/object.js';

/** An object that an owner applied last, or one that a live read found to belong to nothing of ours. */
type Known =
  | { readonly type: 'ours'; readonly uid: string; readonly ownerUid: string }
  | { readonly type: 'foreign'; readonly version: string; readonly managers: readonly string[] };

const MAX_OBJECTS = 100_000;

/** Results of earlier applies of a process, by child, so that it is not read from the server again. */
export interface ChildMemory {
  /** Returns the uid of the child that this owner applied last; undefined if another owner did, or none. */
  uidOf(key: string, ownerUid: string): string | undefined;
  /** Returns the field managers of an object that was refused in just this version; undefined if it has to be read. */
  foreignManagersOf(key: string, object: KubernetesObject): readonly string[] | undefined;
  applied(key: string, ownerUid: string, uid: string): void;
  refused(key: string, object: KubernetesObject, managers: readonly string[]): void;
  forget(key: string): void;
}

/** Holds the results of the children that were applied or refused last. */
export class KnownChildren implements ChildMemory {
  /** In the order of the last change. */
  readonly #known = new Map<string, Known>();

  uidOf(key: string, ownerUid: string): string | undefined {
    const known = this.#known.get(key);
    return known?.type === 'ours' && known.ownerUid === ownerUid ? known.uid : undefined;
  }

  foreignManagersOf(key: string, object: KubernetesObject): readonly string[] | undefined {
    const known = this.#known.get(key);
    return known?.type === 'foreign' && known.version === versionOf(object) ? known.managers : undefined;
  }

  applied(key: string, ownerUid: string, uid: string): void {
    this.#set(key, { type: 'ours', uid, ownerUid });
  }

  refused(key: string, object: KubernetesObject, managers: readonly string[]): void {
    this.#set(key, { type: 'foreign', version: versionOf(object), managers });
  }

  forget(key: string): void {
    this.#known.delete(key);
  }

  #set(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size <= MAX_OBJECTS) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

function versionOf({ metadata }: KubernetesObject): string {
  return JSON.stringify([metadata?.uid, metadata?.resourceVersion]);
}
