/**
 * `npm run record:objects`: makes testkit/simulated/builtin/first-objects.json again, the objects that a real server has
 * before anybody writes to it, of the kinds that no test counts. Times and uids are left to who reads them.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startApiServer } from '@informer-gen/testing';

const COLLECTIONS = [
  'apiregistration.k8s.io/v1/apiservices',
  'flowcontrol.apiserver.k8s.io/v1/flowschemas',
  'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
  'rbac.authorization.k8s.io/v1/clusterrolebindings',
  'rbac.authorization.k8s.io/v1/clusterroles',
  'scheduling.k8s.io/v1/priorityclasses',
];
const file = join(resolve(import.meta.dirname, '..'), 'testkit/simulated/builtin/first-objects.json');

await using server = await startApiServer({ audit: false });
const sections: string[] = [];
for (const path of COLLECTIONS) {
  const [group = '', , plural = ''] = path.split('/');
  const { text } = await server.request(`/apis/${path}`);
  const { items } = JSON.parse(text) as { readonly items: readonly { readonly metadata: Record<string, unknown> }[] };
  const lines = items.map((item) => {
    const { uid: _uid, resourceVersion: _version, creationTimestamp: _created, ...metadata } = item.metadata;
    return JSON.stringify({ ...item, metadata }).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<now>');
  });
  sections.push(`"${plural}.${group}": [\n${lines.join(',\n')}\n]`);
}
writeFileSync(file, `{\n${sections.join(',\n')}\n}\n`);
