// The entry point `@informer-gen/runtime/inspect`: a page, and JSON, about what the informers and controllers of a process do.
export { inspectorHandler, serveInspector } from './inspector.js';
export type { Inspector, InspectorHandler, InspectorHandlerOptions, InspectorOptions } from './inspector.js';
export type { InspectorSubject } from './collect/collector.js';
export type { GuardOptions } from './http/guard.js';
export type { InspectedFactory, InspectedManager } from './collect/subject.js';
export type {
  CachePage,
  Durations,
  EventView,
  Flow,
  HandlerView,
  InformerView,
  Inspection,
  KeyView,
  LeadershipView,
  LoopView,
  ManagerView,
  NamespaceView,
  ObjectRow,
  InspectedProblem,
  ProblemSubject,
  ProcessView,
  RunView,
  TimelineEntry,
  WakeView,
} from './model/inspection.js';
