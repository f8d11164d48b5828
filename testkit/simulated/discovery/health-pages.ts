import { lookupTable } from '../objects/lookup-table.js';
import type { Reply } from '../requests/exchange.js';
import type { OpenRecord } from '../requests/request-log.js';

/** What the server does when it starts, in its order. */
const HOOKS = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'start-system-namespaces-controller',
  'peer-endpoint-reconciler-controller',
  'start-cluster-authentication-info-controller',
  'start-kube-apiserver-identity-lease-controller',
  'start-kube-apiserver-identity-lease-garbage-collector',
  'storage-readiness',
  'start-legacy-token-tracking-controller',
  'start-service-ip-repair-controllers',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'bootstrap-controller',
  'start-kubernetes-service-cidr-controller',
  'start-kube-aggregator-informers',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
  'apiservice-registration-controller',
  'apiservice-discovery-controller',
  'kube-apiserver-autoregistration',
  'apiservice-openapi-controller',
  'apiservice-openapiv3-controller',
].flatMap((hook) => [
  `poststarthook/${hook}`,
  ...(hook === 'kube-apiserver-autoregistration' ? ['autoregister-completion'] : []),
]);

const LIVE = ['ping', 'log', 'loopback-serving-certificate', 'etcd', ...HOOKS];
const CHECKS = lookupTable<readonly string[]>({
  healthz: LIVE,
  livez: LIVE,
  readyz: ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync', ...HOOKS, 'shutdown'],
});

/** Every page about health: all checks, and each. */
export const HEALTH_PATHS: readonly string[] = Object.entries(CHECKS).flatMap(([page, checks]) => [
  `/${page}`,
  ...checks.map((check) => `/${page}/${check}`),
]);

/** Says that all is well, as a server says it; undefined for other pages. */
export function healthPage(request: OpenRecord): Reply | undefined {
  if (!HEALTH_PATHS.includes(request.path)) return undefined;
  const page = request.path.slice(1);
  const checks = CHECKS[page];
  const { verbose, exclude } = request.query;
  const body = checks === undefined || verbose === undefined ? 'ok' : listed(page, checks, exclude);
  return { code: 200, body, contentType: 'text/plain; charset=utf-8' };
}

function listed(page: string, checks: readonly string[], excluded: string | undefined): string {
  const lines = checks.map((check) => `[+]${check} ${check === excluded ? 'excluded: ' : ''}ok`);
  const isUnknown = excluded !== undefined && !checks.includes(excluded);
  const warning = `warn: some health checks cannot be excluded: no matches for "${excluded ?? ''}"`;
  return [...lines, ...(isUnknown ? [warning] : []), `${page} check passed`, ''].join('\n');
}
