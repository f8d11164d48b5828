import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '@informer-gen/runtime';
import { kubeconfigText } from '@informer-gen/testing';
import type { RealApiServer } from '@informer-gen/testing';
import { loadAll } from 'js-yaml';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const PLURALS: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  ServiceAccount: 'serviceaccounts',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Deployment: 'deployments',
  CustomResourceDefinition: 'customresourcedefinitions',
};

/**
 * Creates what `kubectl apply -k .` would, in the order of the kustomization, as the server checks it strictly. Returns a file
 * with a kubeconfig of the project's service account: who uses it may do what the project's role grants, and nothing else.
 */
export async function deploy(project: string, name: string, server: RealApiServer): Promise<string> {
  await using client = await server.connect();
  for (const manifest of manifestsOf(project)) {
    const path = pathOf(manifest);
    await client.request({ method: 'POST', path, query: { fieldValidation: 'Strict' }, body: manifest });
  }
  const { token } = await tokenOf(client, name);
  const { url, caPem } = server.server;
  const file = join(project, 'kubeconfig.yaml');
  writeFileSync(file, kubeconfigText({ url, caPem, credentials: { token } }));
  return file;
}

function manifestsOf(project: string): Manifest[] {
  const [kustomization] = loadAll(readFileSync(join(project, 'kustomization.yaml'), 'utf8')) as [
    { resources: string[] },
  ];
  const named = kustomization.resources;
  const files = readdirSync(join(project, 'deploy')).filter((file) => !named.includes(`deploy/${file}`));
  if (files.length > 0) throw new Error(`the kustomization leaves out ${files.join(', ')}`);
  return named.flatMap((file) => loadAll(readFileSync(join(project, file), 'utf8')) as Manifest[]);
}

export function pathOf({ apiVersion, kind, metadata }: Manifest, plural = PLURALS[kind]): string {
  if (plural === undefined) throw new Error(`what is a ${kind}?`);
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return metadata.namespace === undefined ? `${root}/${plural}` : `${root}/namespaces/${metadata.namespace}/${plural}`;
}

async function tokenOf(client: ApiClient, name: string): Promise<{ readonly token: string }> {
  const path = `/api/v1/namespaces/${name}/serviceaccounts/${name}/token`;
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const answer = await client.request<{ status: { token: string } }>({ method: 'POST', path, body });
  return answer.status;
}
