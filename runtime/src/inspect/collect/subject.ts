import type { KubernetesObject } from '../../api/object.js';
import type { ManagerState } from '../../controller/manager/manager-state.js';
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
