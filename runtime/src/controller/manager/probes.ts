import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listening } from '../../api/listening.js';
import { toError } from '../../api/on-error.js';
import type { HealthChecks } from './health-checks.js';

/** What a manager serves over HTTP. */
export interface ManagerHttpOptions {
  /** 0: any that is free. */
  readonly port: number;
  /** Default: all addresses. */
  readonly host?: string | undefined;
  /** What `/metrics` is answered with, such as `() => register.metrics()` of prom-client. Default: the manager's `metrics`. */
  readonly metrics?: (() => string | Promise<string>) | undefined;
  /** Of what `metrics` returns. Default: that of Prometheus' text format. */
  readonly metricsContentType?: string | undefined;
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Answers probes: `/healthz` and `/readyz`, each check also under its own path, with `?exclude=` to leave some out. */
export class HealthServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #checks: { readonly [path: string]: HealthChecks };
  readonly #options: ManagerHttpOptions;

  private constructor(options: ManagerHttpOptions, checks: { readonly [path: string]: HealthChecks }) {
    this.#options = options;
    this.#checks = checks;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => send(response, 400, 'bad request'));
    });
  }

  static async start(
    options: ManagerHttpOptions,
    checks: { healthz: HealthChecks; readyz: HealthChecks },
  ): Promise<HealthServer> {
    const health = new HealthServer(options, checks);
    const { port, host } = options;
    await listening(health.#server, { port, host, purpose: 'probes', otherwise: 'probes cannot be answered' });
    return health;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, probe = '', check] = url.pathname.split('/');
    const checks = Object.hasOwn(this.#checks, probe) ? this.#checks[probe] : undefined;
    if (probe === 'metrics' && this.#options.metrics !== undefined) return this.#answerMetrics(response);
    if (checks === undefined || (check !== undefined && !checks.has(check))) return send(response, 404, 'not found');
    const report =
      check === undefined
        ? await checks.report(new Set(url.searchParams.getAll('exclude')))
        : await checks.reportOne(check);
    send(response, report.ok ? 200 : 500, report.text);
  }

  async #answerMetrics(response: ServerResponse): Promise<void> {
    try {
      const { metrics, metricsContentType = METRICS_TYPE } = this.#options;
      const text = (await metrics?.()) ?? '';
      // A file of Prometheus ends with its last line.
      response
        .writeHead(200, { 'content-type': metricsContentType })
        .end(text === '' || text.endsWith('\n') ? text : `${text}\n`);
    } catch (thrown) {
      send(response, 500, toError(thrown).message);
    }
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
