// Spans of the real SDK, from an event of the server to the requests of the reconcile that it wakes.
import { connect } from '@informer-gen/runtime';
import { Manager } from '@informer-gen/runtime/controller';
import { Traces } from '@informer-gen/runtime/metrics';
import { SimulatedApiServer } from '@informer-gen/testing';
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMaps, websiteCrd, websites } from '../controller/support/websites.js';

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.trace.setGlobalTracerProvider(provider);
});

afterAll(async () => {
  await provider.shutdown();
  api.trace.disable();
  api.context.disable();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

function spans(name: string): ReadableSpan[] {
  return exporter.getFinishedSpans().filter((span) => span.name === name);
}

const byId = (id: string | undefined): ReadableSpan | undefined =>
  exporter.getFinishedSpans().find((span) => span.spanContext().spanId === id);

/** The names of a span and of those above it. */
function pathOf(span: ReadableSpan | undefined): string[] {
  return span === undefined ? [] : [...pathOf(byId(span.parentSpanContext?.spanId)), span.name];
}

describe('Traces', () => {
  it('follow an event through handler, queue and reconcile to the requests, and link retries and further causes', async () => {
    exporter.reset();
    await using server = await SimulatedApiServer.start({ crds: [websiteCrd] });
    await using client = await connect({ server: server.url });
    await using manager = await Manager.create({ name: 'test', client, onError: () => {}, log: () => {} });
    using _tracing = manager.observe(new Traces(api));
    let release: () => void = () => {};
    let isHeld = false;
    let runs = 0;
    manager
      .controller(websites)
      .owns(configMaps)
      .reconcile(async (site, { apply }) => {
        if (site.metadata.name !== 'a') {
          isHeld = true;
          await new Promise<void>((resolve) => (release = resolve));
          return;
        }
        runs += 1;
        await apply(configMaps, { data: { html: site.spec.html } });
        if (runs === 1) throw new Error('the first run fails');
      });
    const stop = new AbortController();
    const running = manager.run({ signal: stop.signal, signals: [] });
    await manager.whenElected();
    server.direct.create(websites, { metadata: { name: 'a', namespace: 'default' }, spec: { html: 'x' } });
    await until(() => runs >= 2 && spans('reconcile website').length >= 2);

    const [request] = spans('apply configmaps');
    expect(pathOf(request)).toEqual([
      'add websites.web.acme.dev',
      'handler controller website',
      'queue website',
      'reconcile website',
      'apply configmaps',
    ]);
    expect(request?.attributes).toMatchObject({ 'http.request.method': 'PATCH', 'http.response.status_code': 201 });
    const traceIds = new Set(
      [request, byId(request?.parentSpanContext?.spanId)].map((span) => span?.spanContext().traceId),
    );
    expect(traceIds.size).toBe(1);

    const [first, second] = spans('reconcile website');
    expect(first?.status).toMatchObject({ code: api.SpanStatusCode.ERROR, message: 'the first run fails' });
    expect(first?.attributes).toMatchObject({ 'k8s.key': 'default/a', 'informer_gen.result': 'error' });
    expect(first?.attributes['informer_gen.causes']).toBe('add websites.web.acme.dev default/a');
    const linked = second?.links.map(({ context }) => byId(context.spanId)?.name);
    expect(linked).toContain('reconcile website');

    // While one key is in work, the other is woken twice: one run, the first cause above it, the other linked.
    let quietTurns = 0;
    await until(() => (quietTurns = manager.activity().busy === 0 ? quietTurns + 1 : 0) > 200);
    server.direct.create(websites, { metadata: { name: 'b', namespace: 'default' }, spec: { html: 'x' } });
    await until(() => isHeld);
    exporter.reset();
    for (const html of ['y', 'z'])
      server.direct.patch(websites, { metadata: { name: 'a', namespace: 'default' } }, { spec: { html } });
    await until(() => spans('handler controller website').length >= 2);
    release();
    await until(() => spans('reconcile website').some((span) => span.attributes['k8s.key'] === 'default/a'));
    const run = spans('reconcile website').find((span) => span.attributes['k8s.key'] === 'default/a');
    expect(pathOf(run).slice(0, 2)).toEqual(['update websites.web.acme.dev', 'handler controller website']);
    expect(run?.links.map(({ context }) => byId(context.spanId)?.name)).toContain('handler controller website');
    release();
    stop.abort(new Error('over'));
    await running;
  });
});
