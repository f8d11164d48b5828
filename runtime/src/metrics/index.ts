// The entry point `@informer-gen/runtime/metrics`: counts, logs and traces of what the runtime does.
export { Metrics } from './metrics.js';
export type { MetricsOptions } from './metrics.js';
export type { PromRegistryLike } from './prom-client.js';
export type { MeterLike, ObservableInstrumentLike } from './opentelemetry.js';
export { Traces } from './traces.js';
export type { TracesOptions } from './traces.js';
export type {
  ContextLike,
  OpenTelemetryLike,
  SpanContextLike,
  SpanLike,
  SpanOptionsLike,
  TracerLike,
} from './opentelemetry-api.js';
