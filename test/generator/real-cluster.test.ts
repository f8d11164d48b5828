import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, it, vi } from 'vitest';
import { describeWithOwnApiServer } from '../setup/api-server.js';
import { Workspace } from './support/workspace.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The server publishes the OpenAPI of a CRD some time after it has taken the CRD: what is generated changes until then. */
async function published(server: { json<T>(path: string): Promise<T> }): Promise<void> {
  const resources = ['example.com/v1/widgets', 'example.com/v1/factories', 'shop.example.com/v1/orders'];
  for (const resource of [...resources, 'shop.example.com/v1beta1/orders']) {
    const document = `/openapi/v3/apis/${resource.slice(0, resource.lastIndexOf('/'))}`;
    await vi.waitFor(
      async () => {
        const { paths } = await server.json<{ paths: object }>(document);
        expect(Object.keys(paths)).toContain(`/apis/${resource}`);
      },
      { timeout: 60_000, interval: 100 },
    );
  }
}

describeWithOwnApiServer('generating from a real API server', { audit: false }, (server) => {
  it(
    'gives the whole built-in API and the custom resources that are installed, and type-checks',
    { timeout: 120_000 },
    async () => {
      for (const name of ['widgets', 'factories', 'orders']) {
        const file = fileURLToPath(new URL(`../../examples/crds/${name}.yaml`, import.meta.url));
        await server().json(CRDS, { method: 'POST', body: load(readFileSync(file, 'utf8')) });
      }
      await published(server());
      const workspace = new Workspace({ 'kube.yaml': server().kubeconfig });
      const report = await workspace.generate({
        crd: [],
        cluster: { kubeconfig: workspace.path('kube.yaml') },
        verify: 'types',
      });
      expect(report.problems).toEqual([]);
      expect(report.crds).toBe(3);
      expect(report.resources).toBeGreaterThan(60);
      expect(workspace.read('generated/core/v1/pods.ts')).toContain('export type PodInformer =');
      expect(workspace.read('generated/example.com/v1/widgets.ts')).toContain("shortNames: ['wd'],");
      expect(await workspace.generate({ crd: [], cluster: { kubeconfig: workspace.path('kube.yaml') } })).toMatchObject(
        { skippedWork: true },
      );
    },
  );
});
