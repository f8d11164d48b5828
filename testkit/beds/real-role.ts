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

/** What {@link ROLE_USER} was refused, in order, each once: `patch websites.web.acme.dev/status`. */
export async function refusedOf(server: ApiServer): Promise<string[]> {
  const entries = (await server.auditLog()).filter(
    ({ user, responseStatus }) => user.username === ROLE_USER && responseStatus?.code === 403,
  );
  const refused = entries.flatMap(({ responseStatus }) => {
    const found = /cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/.exec(responseStatus?.message ?? '');
    if (found === null) return [];
    const [, verb = '', resource = '', group = ''] = found;
    const [plural = '', subresource] = resource.split('/');
    const name = group === '' ? plural : `${plural}.${group}`;
    return [`${verb} ${name}${subresource === undefined ? '' : `/${subresource}`}`];
  });
  return [...new Set(refused)];
}

async function ensureNamespace(server: ApiServer, name: string): Promise<void> {
  await server.request('/api/v1/namespaces', { method: 'POST', body: { metadata: { name } } });
}
