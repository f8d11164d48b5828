import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionAt, definitionModule } from '../../../generator/layout/definitions.js';
import { Workspace } from '../support/workspace.js';
import { text } from '../fuzz/arbitraries.js';

const name = fc.oneof(
  text,
  fc
    .tuple(fc.constantFrom('a', 'A', 'a.b', 'a..b', 'a...b', '..', '...', 'definitions', 'a_b', 'a-b', ''), text)
    .map((parts) => parts.join('.')),
  fc.constantFrom(
    'a-b',
    'a_b',
    'com.example.a-b',
    'com.example.a_b',
    'Com.Example.A',
    'com.example.A',
    'com.example.a',
  ),
);

describe('the module of an OpenAPI definition', () => {
  it('is inside the output folder, with an identifier for a name, whatever the definition is called', () => {
    fc.assert(
      fc.property(name, (definition) => {
        const module = definitionModule(definition);
        expect(module.path).toMatch(/^(?:[a-z0-9_][-a-z0-9_.]*\/)+[-a-z0-9_.]+\.ts$/);
        expect(module.path).not.toMatch(/(?:^|\/)\.{1,2}\//);
        expect(module.name).toMatch(/^[A-Z_][A-Za-z0-9_]*$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('is not shared by a name and the same name after a dot', () => {
    expect(definitionModule('.Promise')).not.toEqual(definitionModule('Promise'));
  });

  it('is that of no other definition', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        fc.pre(a !== b);
        expect(definitionModule(a)).not.toEqual(definitionModule(b));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('the definition that a module declares', () => {
  it.each([
    'io.k8s.api.core.v1.PodSpec',
    'io.k8s.api.apps.v1.EmbeddedDeployment',
    'io.k8s.api.networking.v1.IngressSpec',
    'io.k8s.api.rbac.v1.Role',
    'io.k8s.api.flowcontrol.v1.FlowSchema',
    'io.k8s.api.apiserverinternal.v1alpha1.StorageVersion',
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps',
    'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
    'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
    'com.example.Part',
    'Part',
  ])('is %s again', (definition) => {
    expect(definitionAt(definitionModule(definition))).toBe(definition);
  });

  it('is that of no other module or name', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        fc.pre(a !== b);
        expect(definitionAt(definitionModule(a))).not.toBe(definitionAt(definitionModule(b)));
      }),
      { numRuns: 5000 },
    );
  });
});

it('definitions that a kind outside of Kubernetes refers to are declared', async () => {
  const gvk = { group: 'example.com', version: 'v1', kind: 'Thing' };
  const schemas = {
    'com.example.Thing': {
      type: 'object',
      'x-kubernetes-group-version-kind': [gvk],
      properties: { part: { $ref: '#/components/schemas/com.example.Part' } },
    },
    'com.example.Part': { type: 'object', properties: { size: { type: 'integer' } } },
  };
  const document = {
    openapi: '3.0.0',
    paths: {
      '/apis/example.com/v1/things': { get: { 'x-kubernetes-action': 'list', 'x-kubernetes-group-version-kind': gvk } },
      '/apis/example.com/v1/watch/things': { get: {} },
    },
    components: { schemas },
  };
  const workspace = new Workspace({ 'api.json': JSON.stringify(document) });
  const report = await workspace.generate({ crd: [], openapi: ['api.json'], verify: 'types' });
  expect(report.problems).toEqual([]);
  expect(workspace.read('generated/shared/com.example.ts')).toContain(
    'export interface Part {\n  readonly size?: number | undefined;',
  );
});
