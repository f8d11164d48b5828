// The dashboards that kubebuilder writes for controllers in Go, as they are, and our own: every query gives a series over scrapes
// of the Website operator, by Prometheus' own parser and engine.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deploymentResource } from '@informer-gen/kubernetes/apps/v1/deployments';
import { Manager } from '@informer-gen/runtime/controller';
import { Metrics } from '@informer-gen/runtime/metrics';
import { apiServerRequired, parseYaml, SimulatedApiServer } from '@informer-gen/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { websiteResource } from '../../examples/website/generated/web.acme.dev/v1/websites.js';
import { setUp } from '../../examples/website/operator.js';
import { GoProgram } from '../setup/go-program.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const promql = new GoProgram('promql', fileURLToPath(new URL('go/', import.meta.url)));
const isAvailable = apiServerRequired() || promql.available;
if (!isAvailable) console.warn('skipped: the dashboards are judged by Prometheus, which needs Go to be built');

/** What the target of a scrape adds to its series. */
const target = { job: 'website-operator', namespace: 'web', pod: 'website-operator-0', instance: '10.0.0.1:8080' };

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
  readonly panels?: readonly Panel[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

interface Answer {
  readonly query: string;
  readonly error?: string;
  readonly series: readonly { readonly labels: { readonly [name: string]: string }; readonly value: string }[];
}

interface Scrape {
  readonly atMs: number;
  readonly text: string;
  readonly contentType: string;
  readonly labels: typeof target;
}

/** Panels that are about something no Node program has. */
const notOurs = /webhook|go_|goroutine|golang/i;

async function run(args: readonly string[], input = ''): Promise<string> {
  const child = spawn(await promql.build(), args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let [text, problem] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString('utf8')));
  child.stdin.end(input);
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`promql ended with ${String(code)}: ${problem}`);
  return text;
}

/** The operator at work over HTTP: sites come, become ready, go, and some cannot be purged at first; its page is read eight times. */
async function scrapeOperator(): Promise<Scrape[]> {
  const crds = parseYaml(await readFile(join(root, 'examples/website/crds/websites.yaml'), 'utf8'));
  await using server = await SimulatedApiServer.start({ crds });
  using metrics = new Metrics();
  await using manager = await Manager.create({
    name: 'website-operator',
    connect: { server: server.url, qps: 10_000 },
    http: { port: 0, host: '127.0.0.1' },
    leaderElection: { namespace: 'default' },
    metrics,
    log: () => {},
    onError: () => {},
  });
  const failed = new Set<string>();
  setUp(manager, {
    purge: async (host) => {
      if (!failed.has(host)) throw new Error(`the CDN is down: ${failed.add(host).size}`);
    },
  });
  const stop = new AbortController();
  const running = manager.run({ signal: stop.signal, signals: [] });
  const scrapes: Scrape[] = [];
  for (let round = 0; round < 8; round += 1) {
    const site = { metadata: { name: `site-${round}`, namespace: 'default' } };
    const spec = { html: 'x', host: `site-${round}.example.com`, replicas: 1 };
    server.direct.create(websiteResource, { ...site, spec });
    await until(() => server.direct.get(deploymentResource, site) !== undefined);
    server.direct.patch(deploymentResource, site, { status: { replicas: 1, readyReplicas: 1 } });
    await until(() => server.direct.get(websiteResource, site)?.status?.readyReplicas === 1);
    server.direct.delete(websiteResource, site);
    await until(() => server.direct.get(websiteResource, site) === undefined);
    const response = await fetch(`http://127.0.0.1:${manager.httpPort}/metrics`);
    const contentType = response.headers.get('content-type') ?? '';
    scrapes.push({ atMs: 1_000_000 + round * 30_000, text: await response.text(), contentType, labels: target });
  }
  stop.abort(new Error('over'));
  await running;
  return scrapes;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

function filledIn(text: string): string {
  return text.replaceAll(/\$\{?(job|namespace|pod)\}?/g, (_, name: 'job' | 'namespace' | 'pod') => target[name]);
}

function panelsOf(panels: readonly Panel[]): Panel[] {
  return panels.flatMap((panel) => [panel, ...panelsOf(panel.panels ?? [])]).filter(({ type }) => type !== 'row');
}

describe.skipIf(!isAvailable)('dashboards and alerts, over scrapes of the Website operator', () => {
  let scrapes: readonly Scrape[] = [];

  beforeAll(async () => {
    await promql.build();
    scrapes = await scrapeOperator();
  }, 600_000);

  async function evaluate(queries: readonly string[]): Promise<Answer[]> {
    const atMs = Math.max(...scrapes.map((scrape) => scrape.atMs));
    return JSON.parse(await run([], JSON.stringify({ scrapes, queries, atMs }))) as Answer[];
  }

  /** The panels whose queries give no series, and why; and those that are not ours. */
  async function judge(dashboard: Dashboard): Promise<{ judged: string[]; empty: string[]; notOurs: string[] }> {
    const panels = panelsOf(dashboard.panels);
    const foreign = panels.filter((panel) => notOurs.test(JSON.stringify([panel.title, panel.targets])));
    const ours = panels.filter((panel) => !foreign.includes(panel));
    const queries = ours.flatMap((panel) => (panel.targets ?? []).map(({ expr }) => ({ panel, expr: filledIn(expr) })));
    const answers = await evaluate(queries.map(({ expr }) => expr));
    const empty = answers.flatMap(({ query, error, series }, at) =>
      error === undefined && series.length > 0
        ? []
        : [`${queries[at]?.panel.title}: ${query}: ${error ?? 'no series'}`],
    );
    return { judged: ours.map(({ title }) => title), empty, notOurs: foreign.map(({ title }) => title) };
  }

  async function variablesOf({ templating }: Dashboard): Promise<{ [name: string]: string[] }> {
    const asked = templating.list.flatMap(({ name, definition }) => {
      const found = /^label_values\((.+),\s*(\w+)\)$/.exec(definition ?? '');
      return found ? [{ name, query: filledIn(found[1] as string), label: found[2] as string }] : [];
    });
    const answers = await evaluate(asked.map(({ query }) => query));
    return Object.fromEntries(
      asked.map(({ name, label }, at) => [
        name,
        [...new Set(answers[at]?.series.map(({ labels }) => labels[label] ?? ''))],
      ]),
    );
  }

  it('finds nothing for a metric that there is not, nor with the labels of another target', async () => {
    const queries = ['workqueue_depths', 'workqueue_depth{job="other"}', 'rate(workqueue_adds_total[1s])'];
    expect((await evaluate(queries)).map(({ series }) => series)).toEqual([[], [], []]);
  });

  it("has a series for every panel of kubebuilder's, and a value for each of its variables", async () => {
    const files = JSON.parse(await run(['dashboards'])) as { [path: string]: string };
    expect(Object.keys(files).sort()).toEqual([
      'grafana/controller-resources-metrics.json',
      'grafana/controller-runtime-metrics.json',
    ]);
    for (const [path, text] of Object.entries(files)) {
      const dashboard = JSON.parse(text) as Dashboard;
      const { judged, empty, notOurs: foreign } = await judge(dashboard);
      console.log(
        `${path}: ${judged.length} panels judged: ${judged.join(', ')}; not ours: ${foreign.join(', ') || 'none'}`,
      );
      expect(judged.length).toBeGreaterThan(0);
      expect(empty).toEqual([]);
      expect(await variablesOf(dashboard)).toMatchObject({
        job: [target.job],
        namespace: [target.namespace],
        pod: [target.pod],
      });
    }
  });

  it('has a series for every panel of our own', async () => {
    const text = await readFile(join(root, 'runtime/dashboards/informer-gen.json'), 'utf8');
    const dashboard = JSON.parse(text) as Dashboard;
    const { judged, empty } = await judge(dashboard);
    expect(judged.length).toBeGreaterThan(15);
    expect(empty).toEqual([]);
    expect(await variablesOf(dashboard)).toMatchObject({ job: [target.job], namespace: [target.namespace] });
  });

  it('has a series for what every alert looks at, and none of them fires without a fault', async () => {
    const text = await readFile(join(root, 'runtime/dashboards/alerts.yaml'), 'utf8');
    const [{ groups }] = parseYaml(text) as [{ groups: { rules: { alert: string; expr: string }[] }[] }];
    const rules = groups.flatMap(({ rules: each }) => each);
    const firing = await evaluate(rules.map(({ expr }) => expr));
    expect(firing.filter(({ error }) => error !== undefined)).toEqual([]);
    const names = rules.filter((_, at) => (firing[at]?.series.length ?? 0) > 0).map(({ alert }) => alert);
    expect(names).toEqual([]);
    const metrics = [
      ...new Set(
        rules.flatMap(
          ({ expr }) => expr.match(/\b(informer_gen|workqueue|controller_runtime|leader_election)_\w+/g) ?? [],
        ),
      ),
    ];
    const found = await evaluate(metrics);
    expect(found.filter(({ series }) => series.length === 0).map(({ query }) => query)).toEqual([]);
  });
});
