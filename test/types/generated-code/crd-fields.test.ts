import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Project, ts } from 'ts-morph';
import { expect, it } from 'vitest';
import { DATA, hasData, Workspace } from '../../generator/support/workspace.js';

const PROGRAM = `
import type { Affinity, Container, ResourceRequirements, Toleration, Volume } from '@informer-gen/kubernetes/core/v1/types';
import type { Prometheus } from './generated/monitoring.coreos.com/v1/prometheuses.js';
declare const spec: Prometheus['spec'];
export const containers: readonly Container[] | undefined = spec.containers;
export const resources: ResourceRequirements | undefined = spec.resources;
export const volumes: readonly Volume[] | undefined = spec.volumes;
export const affinity: Affinity | undefined = spec.affinity;
export const tolerations: readonly Toleration[] | undefined = spec.tolerations;
// @ts-expect-error containers are no volumes
export const wrong: readonly Volume[] | undefined = spec.containers;
`;

it.skipIf(!hasData())(
  'fields of a CRD that are Kubernetes types by another name fit those types',
  async () => {
    const crd = 'crds/prometheus-operator+prometheus-operator/prometheuses.monitoring.coreos.com.yaml';
    const workspace = new Workspace({
      'crds/a.yaml': readFileSync(path.join(DATA, crd), 'utf8'),
      'program.ts': PROGRAM,
    });
    await workspace.generate({ verify: 'none' });
    const project = new Project({
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        customConditions: ['@informer-gen/source'],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
      },
    });
    const program = project.addSourceFileAtPath(workspace.path('program.ts'));
    expect(program.getPreEmitDiagnostics().map((found) => found.getMessageText())).toEqual([]);
  },
  120_000,
);
