import { APPLY, get, JSON_PATCH, MERGE, patch, post, put, STRATEGIC } from '../step.js';
import type { Step } from '../step.js';
import type { Operation } from './operations.js';
import type { Body, Subject } from './subject.js';

const time = '2026-01-02T03:04:05Z';
const ready = { type: 'Ready', status: 'True', reason: 'Ok', message: 'fine', lastTransitionTime: time };
const STATUSES: readonly Body[] = [
  { replicas: 2 },
  { conditions: [ready] },
  {
    conditions: [
      { ...ready, status: 'False' },
      { ...ready, type: 'Degraded' },
    ],
  },
  { observedGeneration: 1, replicas: 1, readyReplicas: 1 },
  { phase: 'Ready' },
  { phase: 'Failed', odd: 1 },
  { replicas: -1 },
  { replicas: 'two' },
  { conditions: [ready, ready] },
  {},
];

/** A write of the status in one of the ways that there are. */
export function statusRequest(
  title: string,
  one: string,
  { one: which, variant, manager, name }: Operation,
  body: Body,
): Step {
  const path = `${one}/status`;
  const status = STATUSES[which % STATUSES.length];
  const version = { resourceVersion: `{{${name}:metadata.resourceVersion}}` };
  switch (variant % 6) {
    case 0:
      return get(title, path);
    case 1:
      return put(
        title,
        path,
        { ...body, status, metadata: { ...(body['metadata'] as Body), ...version } },
        { id: name },
      );
    case 2:
      return patch(title, path, { status }, { type: STRATEGIC });
    case 3:
      return patch(title, path, [{ op: 'add', path: '/status', value: status }], { type: JSON_PATCH });
    case 4: {
      const { apiVersion, kind, metadata } = body;
      return patch(
        title,
        path,
        { apiVersion, kind, metadata, status },
        { type: APPLY, query: { fieldManager: manager } },
      );
    }
    default:
      return patch(title, path, { status, metadata: { labels: { by: 'status' } } }, { type: MERGE, id: name });
  }
}

/** A read or a write of the scale. */
export function scaleRequest(title: string, one: string, { variant, other, manager }: Operation, name: string): Step {
  const path = `${one}/scale`;
  const replicas = [0, 2, 3, -1, 20][other % 5];
  const scale = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name, namespace: '{ns}' },
    spec: { replicas },
  };
  switch (variant % 5) {
    case 0:
      return get(title, path);
    case 1:
      return put(title, path, scale);
    case 2:
      return patch(title, path, [{ op: 'replace', path: '/spec/replicas', value: replicas }], { type: JSON_PATCH });
    case 3:
      return patch(title, path, scale, { type: APPLY, query: { fieldManager: manager } });
    default:
      return patch(title, path, { spec: { replicas } }, { type: MERGE });
  }
}

const SHAPES: readonly string[] = [
  'application/json',
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json',
  'application/yaml',
  'text/html',
];

/** A read in one of the shapes that clients ask for. */
export function readRequest(title: string, one: string, { variant, name }: Operation): Step {
  const accept = SHAPES[(variant >> 1) % SHAPES.length] ?? '';
  return variant % 2 === 0 ? get(title, one, { id: name }) : get(title, one, { headers: { accept } });
}

/** A list with selectors, in pages or in another shape. */
export function listRequest(
  title: string,
  { path, clusterScoped }: Subject,
  { variant }: Operation,
  name: string,
): Step {
  // Cluster-scoped collections hold what other sequences have made.
  const scope = clusterScoped ? { fieldSelector: `metadata.name=${name}` } : {};
  const queries: readonly Readonly<Record<string, string>>[] = [
    {},
    { labelSelector: 'app=web' },
    { labelSelector: 'app in (web,db),!c' },
    { fieldSelector: 'metadata.name!=y' },
    { fieldSelector: 'status.phase=Ready' },
    { fieldSelector: 'spec.engine=mysql' },
    { limit: '1' },
    { labelSelector: 'a==' },
    { labelSelector: '=,' },
    { resourceVersion: 'x' },
    { limit: 'x' },
    { timeoutSeconds: 'x' },
  ];
  const query = { ...queries[variant % queries.length], ...scope };
  const accept = SHAPES[(variant >> 4) % 4] ?? '';
  return get(title, path, { query, ...(variant % 3 === 0 ? { headers: { accept } } : {}) });
}

/** Subresources that one kind has and others have not. */
export function subresourceRequest(
  title: string,
  { path }: Subject,
  { variant, dryRun }: Operation,
  name: string,
): Step {
  const one = `${path}/${name}`;
  const query = dryRun ? { dryRun: 'All' } : {};
  const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { kind: 'Node', name: 'n' } };
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: '{ns}' } };
  const debugging = { spec: { ephemeralContainers: [{ name: 'debug', image: 'i' }] } };
  switch (variant % 6) {
    case 0:
      return post(title, `${one}/binding`, binding, { query });
    case 1:
      return post(title, `${one}/eviction`, eviction, { query });
    case 2:
      return patch(title, `${one}/ephemeralcontainers`, debugging, { type: STRATEGIC, query });
    case 3:
      return post(title, `${one}/token`, { spec: { audiences: ['a'] } }, { query });
    case 4:
      return get(title, `${one}/odd`);
    default:
      return get(title, `${one}/status`);
  }
}
