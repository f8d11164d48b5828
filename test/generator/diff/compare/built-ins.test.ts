import { describe, expect, it } from 'vitest';
import { builtIn, openApi } from '../openapi-fixture.js';
import type { OpenApiKind } from '../openapi-fixture.js';
import { compare, lines } from '../support.js';

const pod = builtIn('', 'v1', 'Pod', 'pods');
const FLOW = 'flowcontrol.apiserver.k8s.io';
const flow = (version: string): OpenApiKind => builtIn(FLOW, version, 'FlowSchema', 'flowschemas');

describe('diff of built-in kinds', () => {
  it.each([
    {
      old: builtIn('batch', 'v1beta1', 'CronJob', 'cronjobs'),
      now: [builtIn('batch', 'v1', 'CronJob', 'cronjobs')],
      use: 'batch/v1',
      since: '(deprecated in Kubernetes 1.21, removed in 1.25)',
    },
    {
      old: builtIn('autoscaling', 'v2beta2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
      now: [
        builtIn('autoscaling', 'v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
        builtIn('autoscaling', 'v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
      ],
      use: 'autoscaling/v2',
      since: '(deprecated in Kubernetes 1.23, removed in 1.26)',
    },
    {
      old: builtIn('policy', 'v1beta1', 'PodDisruptionBudget', 'poddisruptionbudgets'),
      now: [builtIn('policy', 'v1', 'PodDisruptionBudget', 'poddisruptionbudgets')],
      use: 'policy/v1',
      since: '(deprecated in Kubernetes 1.21, removed in 1.25)',
    },
    {
      old: builtIn('extensions', 'v1beta1', 'Deployment', 'deployments'),
      now: [builtIn('apps', 'v1', 'Deployment', 'deployments')],
      use: 'apps/v1',
      since: '(deprecated in Kubernetes 1.9, removed in 1.16)',
    },
    { old: flow('v1beta2'), now: [flow('v1beta3')], use: `${FLOW}/v1beta3`, since: 'removed in 1.29' },
    { old: flow('v1beta2'), now: [flow('v1beta3'), flow('v1')], use: `${FLOW}/v1`, since: 'removed in 1.29' },
    { old: flow('v1beta2'), now: [flow('v1')], use: `${FLOW}/v1`, since: 'removed in 1.29' },
    { old: flow('v1beta3'), now: [flow('v1')], use: `${FLOW}/v1`, since: 'removed in 1.32' },
  ])('names $use as what replaces $old.group/$old.version $old.kind', async ({ old, now, use, since }) => {
    const { changes } = await compare(openApi([pod, old, ...now]), openApi([pod, ...now]));
    expect(changes).toMatchObject([
      { breaks: ['readers', 'writers'], replacement: { apiVersion: use, kind: old.kind, by: 'author' } },
    ]);
    expect(changes[0]?.message).toContain(since);
  });

  it('says what to do about a kind that nothing replaces', async () => {
    const policy = builtIn('policy', 'v1beta1', 'PodSecurityPolicy', 'podsecuritypolicies');
    const { changes } = await compare(openApi([pod, policy]), openApi([pod]));
    expect(changes).toMatchObject([
      { rule: 'kind-removed', message: expect.stringContaining('Pod Security admission') },
    ]);
    expect(changes[0]).not.toHaveProperty('replacement');
  });

  it('takes the appearance of the successor as the deprecation of a version', async () => {
    const { changes } = await compare(openApi([pod, flow('v1beta3')]), openApi([pod, flow('v1beta3'), flow('v1')]));
    expect(lines(changes)).toEqual(['version-added FlowSchema', 'version-deprecated FlowSchema']);
    expect(changes[1]?.message).toContain('is deprecated (since Kubernetes 1.29, gone in 1.32); use');
  });

  it('reads the deprecation of a kind from its description', async () => {
    const endpoints = builtIn('', 'v1', 'Endpoints', 'endpoints');
    const { changes } = await compare(
      openApi([endpoints]),
      openApi([{ ...endpoints, description: 'Some.\n\nDeprecated: use discovery.k8s.io/v1 EndpointSlice.' }]),
    );
    expect(changes).toMatchObject([
      {
        rule: 'version-deprecated',
        replacement: { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', by: 'author' },
      },
    ]);
  });

  const spec = { type: 'object', properties: { spec: { $ref: '#/definitions/io.k8s.api.core.v1.PodSpec' } } };
  const podSpec = (properties: object): Record<string, unknown> => ({
    'io.k8s.api.core.v1.PodSpec': { type: 'object', properties },
  });
  const kinds = [
    { ...pod, properties: spec.properties },
    {
      ...builtIn('apps', 'v1', 'Deployment', 'deployments'),
      properties: { spec: { type: 'object', properties: { template: spec } } },
    },
  ];

  it('reports a definition that several kinds hold once, and names them with the way to it', async () => {
    const { changes } = await compare(
      openApi(kinds, podSpec({ a: { type: 'string' }, b: { type: 'string' } })),
      openApi(kinds, podSpec({ a: { type: 'string' } })),
    );
    expect(changes).toMatchObject([
      {
        rule: 'field-removed',
        path: 'PodSpec.b',
        subject: undefined,
        old: { file: 'old.yaml', pointer: '/definitions/io.k8s.api.core.v1.PodSpec/properties/b' },
        affects: [
          { apiVersion: 'v1', kind: 'Pod', path: 'Pod.spec.b' },
          { apiVersion: 'apps/v1', kind: 'Deployment', path: 'Deployment.spec.template.spec.b' },
        ],
      },
    ]);
  });

  it('takes a definition that one kind holds as a part of that kind', async () => {
    const { changes } = await compare(
      openApi(kinds.slice(0, 1), podSpec({ a: { type: 'string' } })),
      openApi(kinds.slice(0, 1), podSpec({ a: { type: 'integer' } })),
    );
    expect(changes).toMatchObject([{ rule: 'type-changed', path: 'Pod.spec.a', subject: { kind: 'Pod' } }]);
  });

  it('finds nothing between OpenAPI v2 and v3 of the same API, with the zero values that v3 writes as defaults', async () => {
    const v2 = openApi(kinds, podSpec({ a: { type: 'string' }, b: { type: 'integer' } }));
    const v3 = openApi(
      kinds,
      podSpec({ a: { type: 'string', default: '' }, b: { type: 'integer', default: 0 } }),
      'v3',
    ).replace(/\{"\$ref":"([^"]*)"\}/g, '{"allOf":[{"$ref":"$1"}],"default":{}}');
    expect((await compare(v2, v3)).changes).toEqual([]);
  });

  it('survives definitions that hold themselves', async () => {
    const node = (extra: object): Record<string, unknown> => ({
      'io.k8s.api.core.v1.PodSpec': {
        type: 'object',
        properties: { next: { $ref: '#/definitions/io.k8s.api.core.v1.PodSpec' }, ...extra },
      },
    });
    const { changes } = await compare(openApi(kinds, node({})), openApi(kinds, node({ a: { type: 'string' } })));
    expect(lines(changes)).toEqual(['field-added PodSpec.a']);
  });
});
