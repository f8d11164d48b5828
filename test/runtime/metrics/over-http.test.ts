// What is counted of requests, lists, watches and bytes, on a server that fails in known ways.
import type { Clock, KubernetesObject } from '@informer-gen/runtime';
import { connect, newResourceInformer, realClock } from '@informer-gen/runtime';
import { WriteFence } from '@informer-gen/runtime/controller';
import { Metrics } from '@informer-gen/runtime/metrics';
import { SimulatedApiServer } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { configMaps } from '../controller/support/websites.js';

/** Waits of a second and more are over at once. */
const impatient: Clock = {
  now: () => realClock.now(),
  after: (delayMs, callback) => realClock.after(delayMs >= 500 && delayMs <= 5000 ? 0 : delayMs, callback),
};

function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const INFORMER = 'name="configmaps",group="",version="v1",resource="configmaps"';

describe('requests', () => {
  it('are counted by code, method and host, with their durations, sizes, waits and retries', async () => {
    await using server = await SimulatedApiServer.start();
    using metrics = new Metrics({ eventLoop: false, process: false });
    // By a name, so that it is resolved.
    const url = new URL(server.url);
    url.hostname = 'localhost';
    await using client = await connect({ server: url.href, clock: impatient, qps: 1000 });
    metrics.observe(client);
    const { host } = url;
    await client.create(configMaps, {
      metadata: { name: 'a', namespace: 'default' },
      data: { text: 'x'.repeat(1000) },
    });
    server.failNext({ verb: 'list', status: 429, retryAfterSeconds: 1 });
    await client.list(configMaps, { namespace: 'default' });
    await expect(client.get(configMaps, { namespace: 'default', name: 'none' })).rejects.toThrow('not found');
    const text = metrics.text();
    const total = (code: string, method: string): number =>
      valueOf(text, `rest_client_requests_total{code="${code}",method="${method}",host="${host}"}`);
    expect([total('201', 'POST'), total('200', 'GET'), total('429', 'GET'), total('404', 'GET')]).toEqual([1, 1, 1, 1]);
    expect(valueOf(text, `rest_client_request_retries_total{code="429",verb="GET",host="${host}"}`)).toBe(1);
    expect(valueOf(text, `rest_client_request_duration_seconds_count{verb="GET",host="${host}"}`)).toBe(3);
    expect(valueOf(text, `rest_client_rate_limiter_duration_seconds_count{verb="GET",host="${host}"}`)).toBe(3);
    expect(valueOf(text, `rest_client_request_size_bytes_sum{verb="POST",host="${host}"}`)).toBeGreaterThan(1000);
    expect(valueOf(text, `rest_client_response_size_bytes_sum{verb="POST",host="${host}"}`)).toBeGreaterThan(1000);
    const resolved = `rest_client_dns_resolution_duration_seconds_count{host="${host}"}`;
    await until(() => valueOf(metrics.text(), resolved) > 0);
    expect(text).not.toContain('none');
  });

  it('that get no answer have the code <error>', async () => {
    const server = await SimulatedApiServer.start();
    const { url } = server;
    await server[Symbol.asyncDispose]();
    using metrics = new Metrics({ eventLoop: false, process: false });
    await using client = await connect({ server: url });
    metrics.observe(client);
    await expect(client.request({ path: '/version', retries: 0 })).rejects.toThrow('cannot be reached');
    const { host } = new URL(url);
    expect(valueOf(metrics.text(), `rest_client_requests_total{code="<error>",method="GET",host="${host}"}`)).toBe(1);
  });
});

describe('an informer', () => {
  it('is counted: lists by reason, watches, bytes, lazy decodes and errors of handlers', async () => {
    await using server = await SimulatedApiServer.start();
    for (const name of ['a', 'b', 'c']) server.direct.create(configMaps, { metadata: { name, namespace: 'default' } });
    using metrics = new Metrics({ eventLoop: false, process: false });
    await using client = await connect({ server: server.url, clock: impatient });
    const informer = newResourceInformer(client, configMaps, { lazy: true, onError: () => {}, clock: impatient });
    const observing = metrics.observe(informer);
    informer.addEventHandler(
      {
        onAdd: (object: KubernetesObject) => {
          if (object.metadata?.labels === undefined && object.metadata?.name === 'b') throw new Error('no');
        },
      },
      { name: 'mine' },
    );
    const stop = new AbortController();
    const running = informer.run({ signal: stop.signal });
    await informer.whenSynced();
    const read = (series: string): number => valueOf(metrics.text(), series);
    await until(() => read(`informer_gen_handler_duration_seconds_count{${INFORMER},handler="mine"}`) === 3);
    expect(read(`informer_gen_lazy_decodes_total{${INFORMER}}`)).toBe(3);
    expect(read(`informer_gen_handler_errors_total{${INFORMER},handler="mine"}`)).toBe(1);
    expect(read(`informer_gen_handler_backlog{${INFORMER},handler="mine"}`)).toBe(0);
    expect(read(`informer_gen_received_bytes_total{${INFORMER}}`)).toBeGreaterThan(300);
    expect(read(`informer_gen_lists_by_reason_total{${INFORMER},reason="initial"}`)).toBe(1);
    expect(read('reflector_items_per_list_sum{name="configmaps"}')).toBe(3);
    expect(read(`informer_gen_watching{${INFORMER}}`)).toBe(1);
    expect(read(`informer_store_resource_version{${INFORMER}}`)).toBe(Number(informer.lastStoreSyncResourceVersion()));

    server.expireWatches();
    await until(() => read(`informer_gen_lists_by_reason_total{${INFORMER},reason="expired"}`) === 1);
    expect(read('reflector_lists_total{name="configmaps"}')).toBe(2);
    expect(read('reflector_watches_total{name="configmaps"}')).toBeGreaterThanOrEqual(2);
    expect(read('reflector_watch_duration_seconds_count{name="configmaps"}')).toBeGreaterThanOrEqual(1);

    observing[Symbol.dispose]();
    expect(metrics.text()).not.toContain('informer_gen_cached_objects{');
    stop.abort();
    await running;
  });
});

describe('a fence', () => {
  it('is counted for each write that it keeps back', () => {
    using metrics = new Metrics({ eventLoop: false, process: false });
    const fence = new WriteFence();
    metrics.observe(fence);
    expect(() => fence.beforeWrite()).toThrow('does not lead');
    expect(valueOf(metrics.text(), 'informer_gen_writes_fenced_total')).toBe(1);
  });
});
