import type { Clock } from '../../async/clock.js';
import { checkHealth } from '../../informer/health.js';
import type { ReconcileLoop } from '../reconcile/reconcile-loop.js';
import type { ElectionRunner } from './election-runner.js';
import { HealthChecks } from './health-checks.js';
import { HealthServer } from './probes.js';
import type { ManagerHttpOptions } from './probes.js';
import type { ManagerCaches } from './manager-caches.js';
import type { ManagerMetrics } from './manager-options.js';

/** What probes look at. */
export interface ProbedParts {
  readonly caches: ManagerCaches;
  readonly election: ElectionRunner | undefined;
  /** Caches may be empty: this process waits for its turn without them. */
  readonly isColdStandby: () => boolean;
  readonly clock: Clock;
  /** Where probes are answered; undefined: nowhere. */
  readonly http: ManagerHttpOptions | undefined;
  readonly metrics: ManagerMetrics | undefined;
}

/** The probes of a manager: its checks, and who answers them over HTTP. */
export class ManagerProbes implements AsyncDisposable {
  readonly healthz: HealthChecks = new HealthChecks();
  readonly readyz: HealthChecks = new HealthChecks();
  readonly #parts: ProbedParts;
  readonly #limited: ReconcileLoop[] = [];
  #server: HealthServer | undefined;

  constructor(parts: ProbedParts) {
    const { caches, election, isColdStandby } = parts;
    this.#parts = parts;
    this.healthz.add('ping', () => {});
    if (election !== undefined) this.healthz.add('leader-election', () => election.check());
    this.readyz.add('caches', () => {
      const { ready, reasons } = checkHealth(caches.informers(), { clock: caches.clock });
      if (!ready && !isColdStandby()) throw new Error(reasons.join('; '));
    });
  }

  /** Adds a controller whose runs have a timeout to the readiness check `controllers`, which fails while one of them is stuck. */
  watch(loop: ReconcileLoop): void {
    if (loop.timeoutMs === undefined) return;
    this.#limited.push(loop);
    if (this.readyz.has('controllers')) return;
    this.readyz.add('controllers', () => {
      const now = this.#parts.clock.now();
      const reasons = this.#limited.flatMap((each) => stuckReasons(each, now));
      if (reasons.length > 0) throw new Error(reasons.join('; '));
    });
  }

  /** Undefined while nobody answers. */
  get port(): number | undefined {
    return this.#server?.port;
  }

  /** Answers from now on, where that was asked for. */
  async start(): Promise<void> {
    const { http, metrics } = this.#parts;
    if (http === undefined) return;
    const page = metrics && { metrics: () => metrics.text(), metricsContentType: metrics.contentType };
    const { healthz, readyz } = this;
    this.#server = await HealthServer.start({ ...page, ...http }, { healthz, readyz });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }
}

function stuckReasons({ name, stuckRuns }: ReconcileLoop, now: number): string[] {
  return stuckRuns.map(
    ({ key, since }) => `${name}: ${key}: stuck in a reconcile for ${Math.round((now - since) / 1000)} s`,
  );
}
