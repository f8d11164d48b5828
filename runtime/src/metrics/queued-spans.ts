import type { KeyAdded, KeyDelayed } from '../observe/events.js';
import type { ObservedQueue } from '../observe/subjects.js';
import { SPAN_KIND } from './opentelemetry-api.js';
import type { ContextLike, OpenTelemetryLike, SpanContextLike, SpanLike, TracerLike } from './opentelemetry-api.js';

/** What led to a run. */
export interface QueuedCauses {
  readonly parent: ContextLike;
  readonly links: readonly SpanContextLike[];
}

interface Waiting {
  /** Undefined until the key is ready. */
  span: SpanLike | undefined;
  parent: ContextLike;
  readonly links: SpanContextLike[];
}

/** Of so many causes at most there are links. */
const MAX_LINKS = 32;

/** The spans of keys that wait in queues, and what led to those that are being worked on. */
export class QueuedSpans {
  readonly #api: OpenTelemetryLike;
  readonly #tracer: TracerLike;
  /** By queue and key; here exactly while the key waits, for its turn or for its time. */
  readonly #waiting = new Map<ObservedQueue, Map<unknown, Waiting>>();
  /** By the queue's name and key, from when the key is taken until it is done. */
  readonly #causes = new Map<string, QueuedCauses>();
  readonly #running = new Map<string, SpanLike>();

  constructor(api: OpenTelemetryLike, tracer: TracerLike) {
    this.#api = api;
    this.#tracer = tracer;
  }

  added(queue: ObservedQueue, { key, isNew, priority }: KeyAdded): void {
    const waiting = this.#waitingOf(queue, key);
    const active = this.#api.context.active();
    const cause = this.#api.trace.getSpan(active);
    if (!isNew || waiting.span !== undefined) return link(waiting, cause);
    const parent = cause === undefined ? this.#api.ROOT_CONTEXT : active;
    const attributes = { 'informer_gen.queue': queue.name, 'k8s.key': String(key), 'informer_gen.priority': priority };
    const links = waiting.links.map((context) => ({ context }));
    waiting.span = this.#tracer.startSpan(
      `queue ${queue.name}`,
      { kind: SPAN_KIND.producer, attributes, links },
      parent,
    );
    waiting.parent = this.#api.trace.setSpan(parent, waiting.span);
  }

  /** A run that asks for another is a cause of that. */
  delayed(queue: ObservedQueue, { key }: KeyDelayed): void {
    const run = this.#running.get(id(queue.name, key));
    link(this.#waitingOf(queue, key), run ?? this.#api.trace.getSpan(this.#api.context.active()));
  }

  taken(queue: ObservedQueue, key: unknown): void {
    const waiting = this.#waitingOf(queue, key);
    this.#waiting.get(queue)?.delete(key);
    waiting.span?.end();
    this.#causes.set(id(queue.name, key), waiting);
  }

  /** What led to a run of this key. */
  causesOf(queueName: string, key: string): QueuedCauses {
    return this.#causes.get(id(queueName, key)) ?? { parent: this.#api.ROOT_CONTEXT, links: [] };
  }

  runs(queueName: string, key: string, span: SpanLike): void {
    this.#running.set(id(queueName, key), span);
  }

  done(queue: ObservedQueue, key: unknown): void {
    this.#causes.delete(id(queue.name, key));
    this.#running.delete(id(queue.name, key));
  }

  /** The queue hands out nothing any more. */
  drop(queue: ObservedQueue): void {
    for (const { span } of this.#waiting.get(queue)?.values() ?? []) span?.end();
    this.#waiting.delete(queue);
  }

  #waitingOf(queue: ObservedQueue, key: unknown): Waiting {
    let keys = this.#waiting.get(queue);
    if (keys === undefined) this.#waiting.set(queue, (keys = new Map()));
    let waiting = keys.get(key);
    if (waiting === undefined)
      keys.set(key, (waiting = { span: undefined, parent: this.#api.ROOT_CONTEXT, links: [] }));
    return waiting;
  }
}

function link({ links }: Waiting, cause: SpanLike | undefined): void {
  if (cause !== undefined && links.length < MAX_LINKS) links.push(cause.spanContext());
}

function id(queueName: string, key: unknown): string {
  return `${queueName}\u0000${String(key)}`;
}
