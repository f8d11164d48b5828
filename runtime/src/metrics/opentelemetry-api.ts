/** What is needed of a `Span` of `@opentelemetry/api`. */
export interface SpanLike {
  spanContext(): SpanContextLike;
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  recordException(error: Error): void;
  end(endTime?: number): void;
}

/** What tells one span from all others. */
export interface SpanContextLike {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** What is active somewhere; nothing is read of it here. */
export interface ContextLike {
  getValue(key: symbol): unknown;
}

/** How a span begins. */
export interface SpanOptionsLike {
  kind?: number;
  attributes?: { [name: string]: string | number | boolean };
  links?: { context: SpanContextLike }[];
  startTime?: number;
}

/** What is needed of a `Tracer`. */
export interface TracerLike {
  startSpan(name: string, options?: SpanOptionsLike, context?: ContextLike): SpanLike;
}

/** What is needed of the module `@opentelemetry/api`: pass the module itself. */
export interface OpenTelemetryLike {
  readonly ROOT_CONTEXT: ContextLike;
  readonly context: {
    active(): ContextLike;
    with<R>(context: ContextLike, run: () => R): R;
  };
  readonly trace: {
    getTracer(name: string): TracerLike;
    setSpan(context: ContextLike, span: SpanLike): ContextLike;
    getSpan(context: ContextLike): SpanLike | undefined;
  };
}

/** `SpanKind` of the API, as numbers: a constant of another package would have to be loaded. */
export const SPAN_KIND = { internal: 0, client: 2, producer: 3, consumer: 4 } as const;

/** `SpanStatusCode.ERROR`. */
export const STATUS_ERROR = 2;

/** Ends a span, and says what went wrong. */
export function endSpan(span: SpanLike, error?: Error): void {
  if (error !== undefined) {
    span.recordException(error);
    span.setStatus({ code: STATUS_ERROR, message: error.message });
  }
  span.end();
}
