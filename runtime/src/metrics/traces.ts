import type { KeyAdded, KeyDelayed, KeyDone, KeyTaken, ReconcileEnded, ReconcileStarted } from '../observe/events.js';
import type { HandlerCall, HandlerCalled } from '../observe/informers.js';
import type { Observer } from '../observe/observer.js';
import type { RequestEnded, RequestStarted } from '../observe/requests.js';
import type {
  Observed,
  ObservedClient,
  ObservedController,
  ObservedHandler,
  ObservedQueue,
} from '../observe/subjects.js';
import { endSpan, SPAN_KIND } from './opentelemetry-api.js';
import type { ContextLike, OpenTelemetryLike, SpanContextLike, SpanLike, TracerLike } from './opentelemetry-api.js';
import { QueuedSpans } from './queued-spans.js';

/** What {@link Traces} can be told. */
export interface TracesOptions {
  /** Default: that of the API's global provider, named `@informer-gen/runtime`. */
  readonly tracer?: TracerLike | undefined;
}

/**
 * Follows a change from the cache to the requests it leads to: event → handler → queue → reconcile → request are spans of one
 * trace. A key that was added more than once before it ran has its first cause as its parent and the others as links; a retry
 * has a link to the run that failed. It is an observer; the sampler of the program's SDK decides what is kept.
 *
 * @example
 * import * as api from '@opentelemetry/api';
 * manager.observe(new Traces(api));
 */
export class Traces implements Observer {
  readonly #api: OpenTelemetryLike;
  readonly #tracer: TracerLike;
  /** By event: all handlers that are told of it share its span. */
  readonly #events = new WeakMap<object, ContextLike>();
  /** A handler has one call at a time. */
  readonly #handlers = new WeakMap<ObservedHandler, SpanLike>();
  readonly #queued: QueuedSpans;
  /** By the id of the run. */
  readonly #runs = new Map<string, SpanLike>();
  readonly #requests = new Map<number, SpanLike>();

  /** @param api The module `@opentelemetry/api`. */
  constructor(api: OpenTelemetryLike, { tracer }: TracesOptions = {}) {
    this.#api = api;
    this.#tracer = tracer ?? api.trace.getTracer('@informer-gen/runtime');
    this.#queued = new QueuedSpans(api, this.#tracer);
  }

  detached(subject: Observed): void {
    if (subject.type === 'queue') this.#queued.drop(subject);
  }

  aroundHandler(handler: ObservedHandler, call: HandlerCall, run: () => void): void {
    const parent = this.#eventOf(handler, call);
    const attributes = {
      'informer_gen.handler': handler.name,
      'k8s.resource': handler.informer.name,
      'k8s.key': call.key,
    };
    const span = this.#tracer.startSpan(`handler ${handler.name}`, { attributes }, parent);
    this.#handlers.set(handler, span);
    this.#api.context.with(this.#api.trace.setSpan(parent, span), run);
  }

  handlerCalled(handler: ObservedHandler, { error }: HandlerCalled): void {
    const span = this.#handlers.get(handler);
    this.#handlers.delete(handler);
    if (span !== undefined) endSpan(span, error);
  }

  keyAdded(queue: ObservedQueue, added: KeyAdded): void {
    this.#queued.added(queue, added);
  }

  keyDelayed(queue: ObservedQueue, delayed: KeyDelayed): void {
    this.#queued.delayed(queue, delayed);
  }

  keyTaken(queue: ObservedQueue, { key }: KeyTaken): void {
    this.#queued.taken(queue, key);
  }

  keyDone(queue: ObservedQueue, { key }: KeyDone): void {
    this.#queued.done(queue, key);
  }

  aroundReconcile(controller: ObservedController, start: ReconcileStarted, run: () => void): void {
    const { parent, links } = this.#queued.causesOf(controller.name, start.key);
    const attributes = {
      'informer_gen.controller': controller.name,
      'k8s.kind': controller.kind,
      'k8s.key': start.key,
      'informer_gen.reconcile_id': start.id,
      'informer_gen.causes': start.causes
        .map(({ type, resource = '', object = '' }) => [type, resource, object].join(' ').trim())
        .join(', '),
    };
    const span = this.#tracer.startSpan(
      `reconcile ${controller.name}`,
      { kind: SPAN_KIND.consumer, attributes, links: links.map(asLink) },
      parent,
    );
    this.#runs.set(start.id, span);
    this.#queued.runs(controller.name, start.key, span);
    this.#api.context.with(this.#api.trace.setSpan(parent, span), run);
  }

  reconcileEnded(_controller: ObservedController, { id, result, error }: ReconcileEnded): void {
    const span = this.#runs.get(id);
    this.#runs.delete(id);
    if (span === undefined) return;
    span.setAttribute('informer_gen.result', result);
    endSpan(span, error);
  }

  /** Watches last for minutes and belong to nobody: they have no span of their own. */
  requestStarted({ host }: ObservedClient, request: RequestStarted): void {
    const context = this.#api.context.active();
    if (request.verb === 'watch' && this.#api.trace.getSpan(context) === undefined) return;
    const { id, verb, method, resource, namespace, name } = request;
    const attributes = {
      'http.request.method': method,
      'server.address': host,
      'k8s.verb': verb,
      'k8s.resource': resource,
      ...(namespace !== undefined && { 'k8s.namespace.name': namespace }),
      ...(name !== undefined && { 'k8s.name': name }),
    };
    this.#requests.set(
      id,
      this.#tracer.startSpan(`${verb} ${resource}`, { kind: SPAN_KIND.client, attributes }, context),
    );
  }

  requestEnded(_client: ObservedClient, { request, code, error }: RequestEnded): void {
    const span = this.#requests.get(request.id);
    this.#requests.delete(request.id);
    if (span === undefined) return;
    if (code !== undefined) span.setAttribute('http.response.status_code', code);
    endSpan(span, error);
  }

  /** From when the event reached the cache to when the first handler was told. */
  #eventOf({ informer }: ObservedHandler, { event, type, key, arrivedAt }: HandlerCall): ContextLike {
    const known = this.#events.get(event);
    if (known !== undefined) return known;
    const attributes = { 'k8s.resource': informer.name, 'k8s.key': key, 'informer_gen.event': type };
    const options = { kind: SPAN_KIND.consumer, attributes, startTime: arrivedAt };
    const span = this.#tracer.startSpan(`${type} ${informer.name}`, options, this.#api.ROOT_CONTEXT);
    const context = this.#api.trace.setSpan(this.#api.ROOT_CONTEXT, span);
    this.#events.set(event, context);
    span.end();
    return context;
  }
}

function asLink(context: SpanContextLike): { context: SpanContextLike } {
  return { context };
}
