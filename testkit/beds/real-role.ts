import { ApiError } from '@informer-gen/runtime';
import type { ApiServer } from '../real/api-server.js';
import { isJsonObject } from '../simulated/objects/api-object.js';
import { manifestsOf } from './role-client.js';

/** Who the controllers are on a server that knows roles. */
export const ROLE_USER = 'system:serviceaccount:default:bed';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** Puts the roles of manifests onto a server, and gives them to {@link ROLE_USER}. */
export async function grantRole(server: ApiServer, role: string | object | readonly object[]): Promise<void> {
  for (const manifest of manifestsOf(role)) {
    if (!isJsonObject(manifest)) continue;
    const kind = String(manifest['kind']);
    if (kind !== 'Role' && kind !== 'ClusterRole') continue;
    const given = isJsonObject(manifest['metadata']) ? manifest['metadata'] : {};
    const name = String(given['name'] ?? 'bed');
    const namespace = kind === 'Role' ? String(given['namespace'] ?? 'default') : undefined;
    const scope = namespace === undefined ? RBAC : `${RBAC}/namespaces/${namespace}`;
    if (namespace !== undefined) await ensureNamespace(server, namespace);
    const metadata = { name, ...(namespace !== undefined && { namespace }) };
    const body = { ...manifest, apiVersion: 'rbac.authorization.k8s.io/v1', metadata };
    const [roles, bindings] = kind === 'Role' ? ['roles', 'rolebindings'] : ['clusterroles', 'clusterrolebindings'];
    await server.json(`${scope}/${roles}`, { method: 'POST', body });
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: ROLE_USER }];
    await server.json(`${scope}/${bindings}`, { method: 'POST', body: { metadata, roleRef, subjects } });
  }
}

/** The permission that {@link ROLE_USER} lacks, as `patch websites.web.acme.dev/status`; undefined where the error is another one. */
export function refusalIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.statusCode !== 403) return undefined;
  const denied = /User "([^"]+)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/.exec(
    error.status.message ?? '',
  );
  if (denied === null) return undefined;
  const [, user, verb = '', resource = '', group = ''] = denied;
  if (user !== ROLE_USER) return undefined;
  const [plural = '', subresource] = resource.split('/');
  const name = group === '' ? plural : `${plural}.${group}`;
  return `${verb} ${name}${subresource === undefined ? '' : `/${subresource}`}`;
}

async function ensureNamespace(server: ApiServer, name: string): Promise<void> {
  await server.request('/api/v1/namespaces', { method: 'POST', body: { metadata: { name } } });
}
