// The entry point `@informer-gen/runtime/observe`: what can be told of everything between the server and a reconcile.
export type { Observable, Observer } from './observer.js';
export { Observers } from './observers.js';
export type { ObserversOptions } from './observers.js';
export type {
  Observed,
  ObservedClient,
  ObservedController,
  ObservedElection,
  ObservedHandler,
  ObservedInformer,
  ObservedInformerStatus,
  ObservedQueue,
} from './subjects.js';
export type {
  CaReloaded,
  ExecPluginCalled,
  RequestAnswered,
  RequestEnded,
  RequestObserver,
  RequestRetried,
  RequestStarted,
} from './requests.js';
export type {
  EventsStored,
  HandlerCall,
  HandlerCalled,
  InformerObserver,
  ListEnded,
  PhaseChanged,
  ToldEvent,
  ToldEvents,
  WatchEnded,
} from './informers.js';
export type {
  CacheWaited,
  ControllerObserver,
  KeyAdded,
  KeyDelayed,
  KeyDone,
  KeyTaken,
  ReconcileEnded,
  ReconcileStarted,
  WorkCause,
  WriteSaved,
} from './events.js';
