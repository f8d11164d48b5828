import type { KubernetesObject } from '../../api/object.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { ReconcileLoop } from '../reconcile/reconcile-loop.js';

/** A manager at one moment, for pages about it. */
export interface ManagerState {
  readonly name: string;
  readonly phase: 'new' | 'running' | 'stopping' | 'stopped';
  /** Those of whole objects and those of metadata alone. */
  readonly informers: readonly SharedIndexInformer<KubernetesObject>[];
  readonly controllers: readonly ReconcileLoop[];
  /** Undefined without an election. */
  readonly election?: ElectionState | undefined;
}

/** One process's part in an election. */
export interface ElectionState {
  /** `namespace/name`. */
  readonly lease: string;
  readonly identity: string;
  /** As last seen; `''` when nobody leads. */
  readonly leader: string;
  readonly isLeader: boolean;
  /** When the lease was last seen to change, by this process's clock; 0 before it was seen. */
  readonly observedAt: number;
  /** How long writes still pass without a renewal; 0 or less when they do not. Undefined without a fence. */
  readonly fenceLeftMs?: number | undefined;
}
