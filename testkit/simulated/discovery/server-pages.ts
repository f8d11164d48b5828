import { ApiStatusError, methodNotAllowed, notFound } from '../objects/api-status.js';
import type { Reply } from '../requests/exchange.js';
import type { OpenRecord } from '../requests/request-log.js';
import type { ServedResource } from '../resources/served-resource.js';
import { unreadable } from './discovery.js';
import { groupsOf } from './group-order.js';

const OPENID = {
  issuer: 'https://kubernetes.default.svc',
  jwks_uri: 'https://127.0.0.1/openid/v1/jwks',
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};
/** What an API server looks after, besides itself. Only the store is there where nothing else runs. */
const COMPONENTS = ['scheduler', 'controller-manager', 'etcd-0'];
const PORTS: Readonly<Record<string, number>> = { scheduler: 10_259, 'controller-manager': 10_257 };

/** The pages of a server that are about itself; undefined where there is no such page. */
export function serverPage(request: OpenRecord, resources: readonly ServedResource[]): Reply | undefined {
  const path = request.path.replace(/\/+$/, '');
  if (path === '') return json({ paths: pathsOf(resources) });
  if (path === '/metrics') return { code: 200, body: '', contentType: 'text/plain; version=0.0.4; charset=utf-8' };
  if (path === '/.well-known/openid-configuration') return json(OPENID);
  if (path === '/openid/v1/jwks') return keysPage(request.headers['accept'] ?? '');
  if (/^\/api\/v1\/namespaces\/[^/]+\/bindings$/.test(path) && request.method !== 'POST') throw methodNotAllowed();
  const [, name] = /^\/api\/v1\/componentstatuses(?:\/([^/]+))?$/.exec(path) ?? [undefined, undefined];
  if (!path.startsWith('/api/v1/componentstatuses')) return undefined;
  if (request.method !== 'GET') throw methodNotAllowed();
  return componentPage(name);
}

function keysPage(accept: string): Reply {
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
    ...new Set(resources.filter((one) => one.group === group).map(({ version }) => `/apis/${group}/${version}`)),
  ]);
  return [
    '/api',
    '/api/v1',
    '/apis',
    '/healthz',
    '/livez',
    '/metrics',
    '/openapi/v2',
    '/openapi/v3',
    '/readyz',
    '/version',
    ...groups,
  ].sort();
}

function json(value: object): Reply {
  return { code: 200, body: JSON.stringify(value) };
}
