import type { ListOptions } from '../../api/list-options.js';
import type { KubernetesObject } from '../../api/object.js';
import type { OnError } from '../../api/on-error.js';
import type { Resource } from '../../api/resource.js';
import type { Clock } from '../../async/clock.js';
import type { ResourceCaller } from '../../client/api-client.js';
import type { InformerSelection } from '../../factory/selection.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { Observers } from '../../observe/observers.js';
import type { EventNote } from '../events/event-object.js';
import type { IntentMemory } from '../helpers/apply-if-changed.js';
import type { ReconcileLoop } from './reconcile-loop.js';
import type { ReconcileOutcome } from './reconcile-result.js';
import type { ChildMemory } from './child-memory.js';
import type { LogSink } from './log.js';

/** Which objects of a resource a controller watches, and how much of each. */
export interface WatchSelection extends Pick<InformerSelection, 'namespace' | 'labelSelector' | 'fieldSelector'> {
  /** Only their metadata: a fraction of the memory. Default false. */
  readonly metadataOnly?: boolean | undefined;
}

/** How a reconcile is kept from reading what it has overwritten. */
export interface ReadYourWritesOptions {
  /** How long a run waits for caches. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** `error`: the run fails with the code `StaleCache` and is tried again. `live`: it reads from the server. Default `error`. */
  readonly onTimeout?: 'error' | 'live' | undefined;
}

/** How a manager runs a controller. */
export interface LoopOptions {
  /**
   * Its watches deliver and its queue fills while another process leads, so that it works at once when this one does. The
   * queue of a standby then holds every key, and its metrics say so. Not in a cold standby. Default false.
   */
  readonly warmUp?: boolean | undefined;
}

/** What controllers need of their manager. */
export interface ControllerHost {
  readonly clock: Clock;
  /** Returns numbers in [0, 1). Default: the machine's random numbers. */
  readonly random?: (() => number) | undefined;
  readonly onError: OnError | undefined;
  readonly log: LogSink;
  readonly client: ResourceCaller;
  readonly fieldManager: string;
  /** Told of what runs wait for. */
  readonly observers: Observers;
  readonly intents: IntentMemory;
  readonly children: ChildMemory;
  /** False: off. */
  readonly readYourWrites: ReadYourWritesOptions | false;
  readonly onReconciled: ((outcome: ReconcileOutcome) => void) | undefined;
  informer<T extends KubernetesObject>(resource: Resource<T>, selection: WatchSelection): SharedIndexInformer<T>;
  /** The selectors that requests of an informer of this selection carry, those of all the manager's informers included. */
  selectorsOf(selection: WatchSelection): Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;
  /** Returns an object of the server as an informer of whole objects would cache it; undefined if the transform fails. */
  toCached<T extends KubernetesObject>(resource: Resource<T>, object: T): T | undefined;
  /** The informer of the resource, where somebody has asked for one. */
  existingInformer<T extends KubernetesObject>(resource: Resource<T>): SharedIndexInformer<T> | undefined;
  /** Returns true for an informer that selects objects by labels or fields: an object that it lacks may exist. */
  isSelective(informer: object): boolean;
  record(resource: Resource, object: KubernetesObject, note: EventNote): void;
  /** Runs the loop with the other controllers. */
  addLoop(loop: ReconcileLoop, options: LoopOptions): void;
}
