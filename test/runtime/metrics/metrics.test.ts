// The page that Prometheus reads, and the same series in a registry of prom-client and in a meter of OpenTelemetry.
import { RateLimitingQueue } from '@informer-gen/runtime';
import { Metrics } from '@informer-gen/runtime/metrics';
import { Observers } from '@informer-gen/runtime/observe';
import { ControllerBed, FakeClock } from '@informer-gen/testing';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { goNumber } from '../../../runtime/src/metrics/numbers.js';
import { configMaps, websiteCrd, websites } from '../controller/support/websites.js';

async function bedWith(metrics: Metrics): Promise<ControllerBed> {
  return ControllerBed.start({
    crds: [websiteCrd],
    manager: { metrics, leaderElection: { namespace: 'default', name: 'the-lease' } },
    setUp: (manager) => {
      manager
        .controller(websites)
        .owns(configMaps)
        .reconcile({ workers: 3 }, async (site, { apply, list }) => {
          if (site.metadata.name === 'bad') throw new Error('bad site');
          await apply(configMaps, { data: { html: site.spec.html } });
          await list(configMaps);
          return site.metadata.name === 'later' ? { requeueAfterMs: 1000 } : undefined;
        });
    },
  });
}

/** The value of a series; undefined where there is none. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const INFORMER = 'name="websites.web.acme.dev",group="web.acme.dev",version="v1",resource="websites"';

describe('Metrics', () => {
  it('has a series for everything from the start, at 0', async () => {
    using metrics = new Metrics({ eventLoop: false });
    await using bed = await bedWith(metrics);
    const text = metrics.text();
    const zeros = [
      'controller_runtime_reconcile_total{controller="website",result="success"}',
      'controller_runtime_reconcile_total{controller="website",result="error"}',
      'controller_runtime_reconcile_total{controller="website",result="requeue"}',
      'controller_runtime_reconcile_total{controller="website",result="requeue_after"}',
      'controller_runtime_reconcile_errors_total{controller="website"}',
      'controller_runtime_terminal_reconcile_errors_total{controller="website"}',
      'controller_runtime_reconcile_panics_total{controller="website"}',
      'controller_runtime_reconcile_timeouts_total{controller="website"}',
      'controller_runtime_reconcile_time_seconds_count{controller="website"}',
      'controller_runtime_active_workers{controller="website"}',
      'workqueue_depth{name="website",controller="website",priority="0"}',
      'workqueue_adds_total{name="website",controller="website"}',
      'workqueue_retries_total{name="website",controller="website"}',
      'workqueue_queue_duration_seconds_count{name="website",controller="website"}',
      'workqueue_work_duration_seconds_count{name="website",controller="website"}',
      'workqueue_unfinished_work_seconds{name="website",controller="website"}',
      'workqueue_longest_running_processor_seconds{name="website",controller="website"}',
      'leader_election_slowpath_total{name="the-lease"}',
      `informer_queued_items{${INFORMER}}`,
      `informer_gen_lists_by_reason_total{${INFORMER},reason="expired"}`,
      `informer_gen_request_errors_total{${INFORMER},verb="watch"}`,
      `informer_gen_lazy_decodes_total{${INFORMER}}`,
      'reflector_short_watches_total{name="websites.web.acme.dev"}',
      'informer_gen_writes_fenced_total',
      'informer_gen_writes_saved_total{resource="configmaps"}',
    ];
    expect(zeros.filter((series) => valueOf(text, series) !== 0)).toEqual([]);
    expect(valueOf(text, 'controller_runtime_max_concurrent_reconciles{controller="website"}')).toBe(3);
    expect(valueOf(text, 'leader_election_master_status{name="the-lease"}')).toBe(1);
    expect(valueOf(text, `informer_gen_synced{${INFORMER}}`)).toBe(1);
    expect(valueOf(text, `informer_gen_lists_by_reason_total{${INFORMER},reason="initial"}`)).toBe(1);
    expect(bed.errors).toEqual([]);
  });

  it('counts what controllers, queues, informers and handlers do, and never by the name of an object', async () => {
    using metrics = new Metrics({ eventLoop: false });
    await using bed = await bedWith(metrics);
    for (const name of ['good', 'bad', 'later'])
      bed.create(websites, { metadata: { name, namespace: 'default' }, spec: { html: 'x' } });
    await expect(bed.idle()).rejects.toThrow('bad site');
    const text = metrics.text();
    expect(valueOf(text, 'controller_runtime_reconcile_total{controller="website",result="success"}')).toBeGreaterThan(
      0,
    );
    const errors = valueOf(text, 'controller_runtime_reconcile_errors_total{controller="website"}') ?? 0;
    expect(errors).toBeGreaterThan(0);
    expect(valueOf(text, 'controller_runtime_reconcile_total{controller="website",result="error"}')).toBe(errors);
    expect(valueOf(text, 'workqueue_retries_total{name="website",controller="website"}')).toBeGreaterThanOrEqual(
      errors,
    );
    expect(valueOf(text, 'workqueue_adds_total{name="website",controller="website"}')).toBeGreaterThan(3);
    expect(valueOf(text, 'informer_gen_writes_saved_total{resource="configmaps"}')).toBeGreaterThan(0);
    expect(valueOf(text, `informer_gen_cached_objects{${INFORMER}}`)).toBe(3);
    expect(valueOf(text, `informer_gen_events_total{${INFORMER}}`)).toBeGreaterThanOrEqual(3);
    const handler = `${INFORMER},handler="controller website"`;
    expect(valueOf(text, `informer_gen_handler_duration_seconds_count{${handler}}`)).toBeGreaterThanOrEqual(3);
    expect(
      valueOf(
        text,
        'controller_runtime_client_consistency_wait_duration_seconds_count{operation="list",result="success"}',
      ),
    ).toBeGreaterThan(0);
    expect(text).not.toMatch(/"(default\/)?(good|bad|later)"/);
  });

  it('has the buckets of client-go and controller-runtime, written as Go writes them', async () => {
    using metrics = new Metrics({ eventLoop: false });
    await using queue = new RateLimitingQueue<string>({ name: 'mine', clock: new FakeClock() });
    metrics.observe(queue);
    const text = metrics.text();
    const bounds = [...text.matchAll(/workqueue_queue_duration_seconds_bucket\{[^}]*le="([^"]+)"/g)].map(
      ([, le]) => le,
    );
    expect(bounds).toEqual(
      '1e-08 1e-07 1e-06 9.999999999999999e-06 9.999999999999999e-05 0.001 0.01 0.1 1 10 100 1000 +Inf'.split(' '),
    );
    expect(text).toContain('workqueue_depth{name="mine",controller="mine",priority=""} 0');
    expect([1048576, 16777216, 262144, 0.00005, 60, 0, -2.5, 1e21].map(goNumber)).toEqual([
      '1.048576e+06',
      '1.6777216e+07',
      '262144',
      '5e-05',
      '60',
      '0',
      '-2.5',
      '1e+21',
    ]);
  });

  it('measures how long keys wait and are worked on', async () => {
    const clock = new FakeClock();
    using metrics = new Metrics({ eventLoop: false, process: false });
    await using queue = new RateLimitingQueue<string>({ name: 'mine', clock });
    metrics.observe(queue);
    queue.add('a');
    clock.advance(2000);
    queue.tryGet();
    clock.advance(500);
    const labels = '{name="mine",controller="mine"}';
    expect(valueOf(metrics.text(), `workqueue_unfinished_work_seconds${labels}`)).toBe(0.5);
    expect(valueOf(metrics.text(), `workqueue_longest_running_processor_seconds${labels}`)).toBe(0.5);
    queue.done('a');
    const text = metrics.text();
    expect(valueOf(text, `workqueue_queue_duration_seconds_sum${labels}`)).toBe(2);
    expect(valueOf(text, `workqueue_work_duration_seconds_sum${labels}`)).toBe(0.5);
    expect(valueOf(text, `workqueue_unfinished_work_seconds${labels}`)).toBe(0);
  });

  it('adds up subjects that share their labels, and forgets the gauges of those that are gone', () => {
    using metrics = new Metrics({ eventLoop: false, process: false });
    const observers = new Observers();
    metrics.observe(observers);
    const controller = { type: 'controller', name: 'a', group: '', kind: '', workers: 2, active: 1, stuck: 0 } as const;
    const twin = { ...controller };
    observers.add(controller);
    observers.add(twin);
    expect(valueOf(metrics.text(), 'controller_runtime_max_concurrent_reconciles{controller="a"}')).toBe(4);
    observers.remove(controller);
    observers.remove(twin);
    expect(metrics.text()).not.toContain('controller_runtime_max_concurrent_reconciles{');
    expect(metrics.text()).toContain('controller_runtime_reconcile_errors_total{controller="a"} 0');
  });

  it('escapes what a label holds', () => {
    using metrics = new Metrics({ eventLoop: false, process: false });
    const observers = new Observers();
    metrics.observe(observers);
    observers.add({ type: 'controller', name: 'a"b\\c\nd', group: '', kind: '', workers: 1, active: 0, stuck: 0 });
    expect(metrics.text()).toContain('controller_runtime_active_workers{controller="a\\"b\\\\c\\nd"} 0');
  });

  it('tells how late the event loop was', async () => {
    using metrics = new Metrics({ process: false });
    metrics.observe(new Observers());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(metrics.text()).toMatch(/informer_gen_event_loop_delay_seconds\{quantile="0.99"\} \d/);
  });
});

describe('a registry of prom-client', () => {
  it('serves the same series beside its own, and keeps those that it has already', async () => {
    const register = new Registry();
    collectDefaultMetrics({ register });
    using metrics = new Metrics({ eventLoop: false });
    metrics.registerIn(register);
    await using queue = new RateLimitingQueue<string>({ name: 'mine', clock: new FakeClock() });
    metrics.observe(queue);
    queue.add('a');
    queue.tryGet();
    const served = await register.metrics();
    const own = metrics
      .text()
      .split('\n')
      .filter((line) => line.startsWith('workqueue_') && !line.includes('_seconds{'));
    const lines = new Set(served.split('\n').map((line) => line.replaceAll(/,?priority=""/g, '')));
    expect(own.filter((line) => !lines.has(line.replaceAll(/,?priority=""/g, '')))).toEqual([]);
    expect(served).toContain('nodejs_version_info');
    expect(served.match(/# TYPE process_cpu_seconds_total/g)).toHaveLength(1);
  });

  it('serves counters and histograms as OpenMetrics', async () => {
    const register = new Registry();
    register.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
    using metrics = new Metrics({ eventLoop: false });
    metrics.registerIn(register);
    await using queue = new RateLimitingQueue<string>({ name: 'mine' });
    metrics.observe(queue);
    const served = await register.metrics();
    expect(served).toContain('# TYPE workqueue_adds counter\nworkqueue_adds_total{name="mine",controller="mine"} 0');
    expect(served).toContain('workqueue_queue_duration_seconds_bucket{name="mine",controller="mine",le="+Inf"} 0');
  });
});

describe('a meter of OpenTelemetry', () => {
  it('exports counters, gauges and histograms with our buckets', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
    const provider = new MeterProvider({ readers: [reader] });
    using metrics = new Metrics({ eventLoop: false });
    metrics.recordWith(provider.getMeter('test'));
    await using queue = new RateLimitingQueue<string>({ name: 'mine' });
    metrics.observe(queue);
    queue.add('a');
    queue.tryGet();
    queue.done('a');
    await reader.forceFlush();
    const found = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    const of = (name: string) => found.find(({ descriptor }) => descriptor.name === name)?.dataPoints[0];
    expect(of('workqueue_adds_total')).toMatchObject({ value: 1, attributes: { name: 'mine', controller: 'mine' } });
    expect(of('workqueue_depth')).toMatchObject({ value: 0 });
    const worked = of('workqueue_work_duration_seconds')?.value as { count: number; buckets: { boundaries: number[] } };
    expect(worked.count).toBe(1);
    expect(worked.buckets.boundaries).toHaveLength(12);
    await provider.shutdown();
  });

  it('exports the same as another that records the same metrics', async () => {
    using metrics = new Metrics({ eventLoop: false, process: false });
    const both = [1, 2].map(() => {
      const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
      const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
      const provider = new MeterProvider({ readers: [reader] });
      metrics.recordWith(provider.getMeter('test'));
      return { exporter, reader, provider };
    });
    await using queue = new RateLimitingQueue<string>({ name: 'mine' });
    metrics.observe(queue);
    queue.add('a');
    queue.tryGet();
    queue.done('a');
    for (const { exporter, reader, provider } of both) {
      await reader.forceFlush();
      const found = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
      const worked = found.find(({ descriptor }) => descriptor.name === 'workqueue_work_duration_seconds');
      expect(worked?.dataPoints[0]?.value).toMatchObject({ count: 1 });
      await provider.shutdown();
    }
  });
});
