// The entry point `@informer-gen/runtime/inspect`: a page, and JSON, about what the informers and controllers of a process do.
export { inspectorHandler, serveInspector } from './inspector.js';
export type {
  Inspector,
  InspectorHandler,
  InspectorHandlerOptions,
  InspectorOptions,
  InspectorSubject,
} from './inspector.js';
export type { GuardOptions } from './http/guard.js';
export type {
  ElectionState,
  InspectedController,
  InspectedFactory,
  InspectedManager,
  InspectedQueue,
  ManagerState,
} from './collect/subject.js';
export type { InspectedParts } from './collect/collector.js';
export type { CachePage, ControllerView as InspectedControllerView } from './model/inspection.js';
