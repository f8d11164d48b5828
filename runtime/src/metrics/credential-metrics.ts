import { X509Certificate } from 'node:crypto';
import type { Observer } from '../observe/observer.js';
import type { CaReloaded, ExecPluginCalled } from '../observe/requests.js';
import type { Observed, ObservedClient } from '../observe/subjects.js';
import { Counter, Gauge, Histogram } from './instruments.js';
import type { Metric } from './instruments.js';

const AGES = [600, 1800, 3600, 14400, 86400, 604800, 2592000, 7776000, 15552000, 31104000, 124416000];
const CALLS: readonly (readonly [string, ExecPluginCalled['status']])[] = [
  ['0', 'no_error'],
  ['1', 'plugin_execution_error'],
  ['1', 'plugin_not_found_error'],
  ['1', 'client_internal_error'],
];
const RELOADS: readonly (readonly [CaReloaded['result'], CaReloaded['reason']])[] = [
  ['success', 'unchanged'],
  ['success', 'updated'],
  ['failure', 'read_error'],
];

/** `rest_client_exec_plugin_*` and `rest_client_transport_ca_reload_total`, as client-go fills them. */
export class CredentialMetrics implements Observer {
  readonly #calls = new Counter({
    name: 'rest_client_exec_plugin_call_total',
    help: 'Number of calls to an exec plugin, by how they ended and exit code, which is 0 exactly where the call went well.',
    labels: ['code', 'call_status'],
  });
  readonly #ages = new Histogram({
    name: 'rest_client_exec_plugin_certificate_rotation_age',
    help: 'How many seconds client certificates of exec plugins lived before they were replaced.',
    labels: [],
    bounds: AGES,
  });
  readonly #reloads = new Counter({
    name: 'rest_client_transport_ca_reload_total',
    help: 'Number of times the file of a certificate authority was read again, by what that gave.',
    labels: ['result', 'reason'],
  });
  readonly #clients = new Set<ObservedClient>();
  readonly metrics: readonly Metric[] = [
    this.#calls,
    new Gauge(
      {
        name: 'rest_client_exec_plugin_ttl_seconds',
        help: 'How many seconds the client certificates of exec plugins are valid yet, the shortest; +Inf without one.',
        labels: [],
      },
      () => [[[], this.#secondsLeft()]],
    ),
    this.#ages,
    this.#reloads,
  ];

  constructor() {
    for (const labels of CALLS) this.#calls.with(...labels);
    for (const labels of RELOADS) this.#reloads.with(...labels);
    this.#ages.with();
  }

  attached(subject: Observed): void {
    if (subject.type === 'client') this.#clients.add(subject);
  }

  detached(subject: Observed): void {
    if (subject.type === 'client') this.#clients.delete(subject);
  }

  execPluginCalled(_client: ObservedClient, { status, code, replaced }: ExecPluginCalled): void {
    this.#calls.with(String(code), status).inc();
    const from = validityOf(replaced)?.from;
    if (from !== undefined) this.#ages.with().observe((Date.now() - from) / 1000);
  }

  caReloaded(_client: ObservedClient, { result, reason }: CaReloaded): void {
    this.#reloads.with(result, reason).inc();
  }

  #secondsLeft(): number {
    const ends = Array.from(this.#clients, ({ pluginCertificate }) => validityOf(pluginCertificate)?.until ?? Infinity);
    return (Math.min(...ends, Infinity) - Date.now()) / 1000;
  }
}

/** In milliseconds since the epoch; undefined where that is no certificate. Certificates live by the wall clock. */
function validityOf(pem: string | undefined): { readonly from: number; readonly until: number } | undefined {
  if (pem === undefined) return undefined;
  try {
    const { validFrom, validTo } = new X509Certificate(pem);
    return { from: Date.parse(validFrom), until: Date.parse(validTo) };
  } catch {
    return undefined;
  }
}
