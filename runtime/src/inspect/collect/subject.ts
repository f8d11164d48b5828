import type { KubernetesObject } from '../../api/object.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { Observable } from '../../observe/observer.js';

/** What is inspected of a factory: every `SharedInformerFactory` is one. */
export interface InspectedFactory extends Observable {
  informers(): readonly SharedIndexInformer<KubernetesObject>[];
}

/** What is inspected of a manager: `Manager` is one. */
export interface InspectedManager extends Observable {
  inspect(): ManagerState;
}

/** A manager at one moment. */
export interface ManagerState {
  readonly name: string;
  readonly phase: string;
  readonly informers: readonly SharedIndexInformer<KubernetesObject>[];
  readonly controllers: readonly InspectedController[];
  /** Undefined without an election. */
  readonly election?: ElectionState | undefined;
}

/** What is inspected of a controller. */
export interface InspectedController {
  readonly name: string;
  readonly workers: number;
  readonly active: number;
  readonly queue: InspectedQueue;
}

/** A key as its queue has it. */
export interface QueuedKey<K> {
  readonly key: K;
  readonly state: 'ready' | 'waiting' | 'working' | 'again';
  readonly priority: number;
  /** Since when it has been ready or worked on; undefined where nobody observed that. */
  readonly since?: number | undefined;
  /** When it becomes ready, where it waits for that. */
  readonly readyAt?: number | undefined;
}

/** What is inspected of a queue. */
export interface InspectedQueue {
  readonly length: number;
  readonly waitingLength: number;
  numRequeues(key: string): number;
  keys(): readonly QueuedKey<string>[];
}

/** One process's part in an election. */
export interface ElectionState {
  /** `namespace/name`. */
  readonly lease: string;
  readonly identity: string;
  /** As last seen; `''` when nobody leads. */
  readonly leader: string;
  readonly isLeader: boolean;
  /** When the lease was last seen to change; 0 before it was seen. */
  readonly observedAt: number;
  /** Undefined without a fence. */
  readonly fenceLeftMs?: number | undefined;
}
