import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { KubernetesTypes } from '../../../generator/model/kubernetes-types.js';
import { KUBERNETES_TYPES_FILE } from '../../../generator/package-files.js';
import { typesTable } from '../../../scripts/kubernetes-types-table.js';
import { crd, specOf, text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const GENERATED = fileURLToPath(new URL('../../../generated', import.meta.url));
const PACKAGE = '@informer-gen/kubernetes';

const string = { type: 'string' };

/** As a CRD spells out core/v1's ObjectReference, in words of its own. */
const objectReference = (more: object = {}): unknown => ({
  type: 'object',
  description: 'What it belongs to.',
  properties: {
    apiVersion: { ...string, description: 'The API version.' },
    fieldPath: string,
    kind: string,
    name: string,
    namespace: string,
    resourceVersion: string,
    uid: string,
    ...more,
  },
});

/** A type that holds others: EnvFromSource has two references, each of a name and a flag. */
const envFrom = (): unknown => {
  const reference = { type: 'object', properties: { name: string, optional: { type: 'boolean' } } };
  return { type: 'object', properties: { configMapRef: reference, prefix: string, secretRef: reference } };
};

const widget = (): string =>
  text(
    crd({
      schema: specOf({
        owner: objectReference(),
        almost: objectReference({ extra: string }),
        lone: { type: 'object', properties: { name: string } },
        sources: { type: 'array', items: envFrom() },
        selector: {
          type: 'object',
          properties: { matchLabels: { type: 'object', additionalProperties: string } },
        },
      }),
    }),
  );

describe('--kubernetes-types', () => {
  it('imports what is exactly a type of Kubernetes, and the output compiles against the package', async () => {
    const work = new Workspace({ 'crds/a.yaml': widget() });
    await work.generate({ kubernetesTypes: PACKAGE, verify: 'types' });
    const types = work.read('generated/example.com/v1/types/widgets.ts');
    expect(types).toContain(`import type * as k1 from '${PACKAGE}/core/v1/types';`);
    expect(types).toContain('export type WidgetSpecOwner = k1.ObjectReference;');
    expect(types).toContain('export type WidgetSpecSources = k1.EnvFromSource;');
    expect(types).toContain('readonly sources?: readonly WidgetSpecSources[] | undefined;');
  });

  it('leaves what has one property more, or only one at all, to the output', async () => {
    const work = new Workspace({ 'crds/a.yaml': widget() });
    await work.generate({ kubernetesTypes: PACKAGE });
    const types = work.read('generated/example.com/v1/types/widgets.ts');
    expect(types).toContain('export interface WidgetSpecAlmost {');
    expect(types).toContain('export interface WidgetSpecLone {');
  });

  it('takes nothing that is required, closed or nullable where the type of Kubernetes is not', async () => {
    const reference = objectReference() as { properties: Record<string, unknown> };
    const { properties } = reference;
    const work = new Workspace({
      'crds/a.yaml': text(
        crd({
          schema: specOf({
            required: { ...reference, required: ['name'] },
            closed: { ...reference, properties: { ...properties, kind: { ...string, enum: ['Pod'] } } },
            nullable: { ...reference, properties: { ...properties, uid: { ...string, nullable: true } } },
            open: { ...reference, 'x-kubernetes-preserve-unknown-fields': true },
          }),
        }),
      ),
    });
    await work.generate({ kubernetesTypes: PACKAGE });
    expect(work.read('generated/example.com/v1/types/widgets.ts')).not.toContain(PACKAGE);
  });

  it('takes, of several types of one shape, the one that sounds most like the path', async () => {
    const key = {
      type: 'object',
      required: ['key'],
      properties: { key: string, name: string, optional: { type: 'boolean' } },
    };
    const work = new Workspace({
      'crds/a.yaml': text(crd({ schema: specOf({ secretKeyRef: key, configMapKeyRef: key, token: key }) })),
    });
    await work.generate({ kubernetesTypes: PACKAGE, verify: 'types' });
    const types = work.read('generated/example.com/v1/types/widgets.ts');
    expect(types).toContain('export type WidgetSpecSecretKeyRef = k1.SecretKeySelector;');
    expect(types).toContain('export type WidgetSpecConfigMapKeyRef = k1.ConfigMapKeySelector;');
    expect(types).toContain('export type WidgetSpecToken = k1.ConfigMapKeySelector;');
  });

  it('exports the same names as without it', async () => {
    const exported = async (kubernetesTypes?: string): Promise<string[]> => {
      const work = new Workspace({ 'crds/a.yaml': widget() });
      await work.generate({ kubernetesTypes });
      const types = work.read('generated/example.com/v1/types/widgets.ts');
      return Array.from(types.matchAll(/^export (?:type|interface) (\w+)/gm), (match) => match[1] ?? '').sort();
    };
    expect(await exported(PACKAGE)).toEqual(await exported());
  });

  it('is off without being asked for, though the package is installed', async () => {
    const work = new Workspace({ 'crds/a.yaml': widget() });
    await work.generate();
    expect(Object.values(work.tree()).join('')).not.toContain(PACKAGE);
    expect(work.read('generated/example.com/v1/types/widgets.ts')).toContain('export interface WidgetSpecOwner {');
  });

  it('generates anew when it is set after a run without it', async () => {
    const work = new Workspace({ 'crds/a.yaml': widget() });
    await work.generate();
    const { written } = await work.generate({ kubernetesTypes: PACKAGE });
    expect(written).toContain('example.com/v1/types/widgets.ts');
  });

  it.each(['./types', '/types', "x'; import 'y", ''])('refuses %j, which names no package', async (kubernetesTypes) => {
    const work = new Workspace({ 'crds/a.yaml': widget() });
    await expect(work.generate({ kubernetesTypes })).rejects.toThrow('kubernetesTypes must be the name of a package');
  });
});

describe('the shipped table of the types of Kubernetes', () => {
  const shipped = readFileSync(KUBERNETES_TYPES_FILE, 'utf8');

  it('is what the generator makes of the snapshot of Kubernetes', () => {
    const exclude = ['*/v*alpha*', '*/v*beta*'];
    expect(typesTable(path.join(GENERATED, 'openapi.json'), { exclude })).toBe(shipped);
  });

  it('names modules and types that the package has', () => {
    const { modules } = JSON.parse(shipped) as KubernetesTypes;
    expect(Object.keys(modules)).toContain('core/v1/types');
    for (const [module, types] of Object.entries(modules)) {
      const file = path.join(GENERATED, `${module}.ts`);
      expect(existsSync(file), file).toBe(true);
      const declared = readFileSync(file, 'utf8');
      for (const name of Object.keys(types))
        expect(declared).toMatch(new RegExp(`^export (?:interface|type) ${name}\\b`, 'm'));
    }
  });
});
