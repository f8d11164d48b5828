import { lookupTable } from '../objects/lookup-table.js';
import { ApiStatusError, failure, methodNotAllowed, notFound } from '../objects/api-status.js';
import type { Reply } from '../requests/exchange.js';
import type { OpenRecord } from '../requests/request-log.js';
import type { ServedResource } from '../resources/served-resource.js';
import { unreadable } from './discovery.js';
import { groupsOf, versionsOf } from './group-order.js';
import { HEALTH_PATHS } from './health-pages.js';

const KEYS = '/openid/v1/jwks';

/** Where who wants to check tokens learns of the keys. */
function openIdPage(host: string): object {
  return {
    issuer: 'https://kubernetes.default.svc',
    jwks_uri: `https://${host}${KEYS}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

/** What an API server looks after, besides itself. Only the store is there where nothing else runs. */
const COMPONENTS = ['scheduler', 'controller-manager', 'etcd-0'];
const PORTS = lookupTable<number>({ scheduler: 10_259, 'controller-manager': 10_257 });

/** The pages of a server that are about itself; undefined where there is no such page. */
export function serverPage(request: OpenRecord, resources: readonly ServedResource[]): Reply | undefined {
  const path = request.path.replace(/\/+$/, '');
  if (path === '' || path === '/index.html') return json({ paths: pathsOf(resources) });
  if (path === '/metrics' || path === '/metrics/slis') return metricsPage(request.method);
  if (path === '/statusz' || path === '/flagz') throw new ApiStatusError(failure(406, { message: NO_STATUS }));
  if (path === '/.well-known/openid-configuration') return json(openIdPage(request.headers['host'] ?? ''));
  if (path === KEYS) return keysPage(request);
  if (/^\/api\/v1\/namespaces\/[^/]+\/bindings$/.test(path) && request.method !== 'POST') throw methodNotAllowed();
  const [, name] = /^\/api\/v1\/componentstatuses(?:\/([^/]+))?$/.exec(path) ?? [undefined, undefined];
  if (!path.startsWith('/api/v1/componentstatuses')) return undefined;
  if (request.method !== 'GET') throw methodNotAllowed();
  return componentPage(name);
}

const NO_STATUS = 'only the following media types are accepted: application/json, application/yaml, text/plain';

/** Nothing is counted here. */
function metricsPage(method: string): Reply {
  const body = method === 'DELETE' ? 'metrics reset\n' : '';
  return { code: 200, body, contentType: 'text/plain; version=0.0.4; charset=utf-8' };
}

function keysPage({ method, headers }: OpenRecord): Reply {
  if (method !== 'GET') throw methodNotAllowed();
  const accept = headers['accept'] ?? '';
  const type = 'application/jwk-set+json';
  if (accept === '' || accept.includes(type) || accept.includes('*/*'))
    return { ...json({ keys: [] }), contentType: type };
  throw new ApiStatusError(unreadable([type]));
}

const WARNING = '299 - "v1 ComponentStatus is deprecated in v1.19+"';

function componentPage(name: string | undefined): Reply {
  const headers = { warning: WARNING };
  const type = { kind: 'ComponentStatus', apiVersion: 'v1' };
  if (name !== undefined) {
    if (!COMPONENTS.includes(name))
      throw notFound({ group: '', plural: 'componentstatuses', kind: 'ComponentStatus' }, name);
    return { ...json({ ...type, ...component(name) }), headers };
  }
  return {
    ...json({ kind: 'ComponentStatusList', apiVersion: 'v1', metadata: {}, items: COMPONENTS.map(component) }),
    headers,
  };
}

function component(name: string): object {
  const port = PORTS[name];
  const address = `127.0.0.1:${port ?? 0}`;
  const refused = `Get "https://${address}/healthz": dial tcp ${address}: connect: connection refused`;
  const condition =
    port === undefined
      ? { type: 'Healthy', status: 'True', message: 'ok' }
      : { type: 'Healthy', status: 'False', message: refused };
  return { metadata: { name }, conditions: [condition] };
}

function pathsOf(resources: readonly ServedResource[]): string[] {
  const groups = groupsOf(resources).flatMap((group) => [
    `/apis/${group}`,
    ...versionsOf(group, resources).map((version) => `/apis/${group}/${version}`),
  ]);
  return [...OWN_PATHS, ...HEALTH_PATHS, ...groups].sort();
}

const OWN_PATHS = [
  '/.well-known/openid-configuration',
  '/api',
  '/api/v1',
  '/apis',
  '/apis/',
  '/flagz',
  '/metrics',
  '/metrics/slis',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/',
  KEYS,
  '/statusz',
  '/version',
];

function json(value: object): Reply {
  return { code: 200, body: JSON.stringify(value) };
}
