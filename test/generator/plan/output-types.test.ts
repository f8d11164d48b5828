import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Project, ts } from 'ts-morph';
import { beforeAll, describe, expect, it } from 'vitest';
import { Workspace } from '../support/workspace.js';

const META =
  "{ name: 'a', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '2024-01-01T00:00:00Z' }";
const HEAD = `apiVersion: 'example.com/v1', kind: 'Widget', metadata: ${META}`;
const IMPORTS = `
import type { Widget, WidgetSpecParts, WidgetSpecSelector, WidgetStatusConditions, WidgetHandlerFuncs, WidgetIndexers, DeletedWidget } from './generated/example.com/v1/widgets.js';
import { newFilteredWidgetInformer } from './generated/example.com/v1/widgets.js';
import type { Factory } from './generated/example.com/v1/index.js';
import { SharedInformerFactory, forResource, type exampleCom } from './generated/index.js';
import type { Client, Condition, LabelSelector, SharedIndexInformer } from '@informer-gen/runtime/codegen/v1';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare const client: Client;
declare const factory: SharedInformerFactory;
export declare const used: [Widget, WidgetSpecParts, WidgetSpecSelector, WidgetStatusConditions, WidgetHandlerFuncs, WidgetIndexers, DeletedWidget, Factory, exampleCom.v1.Widget, Condition, LabelSelector, SharedIndexInformer<Widget>, Same<1, 1>, typeof forResource, typeof newFilteredWidgetInformer];
`;

/** What type-checks and what must not, one snippet each. */
const good: readonly [string, string][] = [
  [
    'a whole object',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'huge', port: 80, replicas: 1 } };`,
  ],
  [
    'a port by name, a material that is null',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small', replicas: 1, port: 'http', parts: [{ name: 'x', material: null }] } };`,
  ],
  [
    'anything in settings and templates',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small', replicas: 1, settings: { a: [1] }, template: { kind: 'Pod', spec: {} } } };`,
  ],
  [
    'a status',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small', replicas: 1 }, status: { lastMade: '2024-01-01T00:00:00Z', conditions: [] } };`,
  ],
  [
    'undefined for an optional property',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small', replicas: 1, port: undefined } };`,
  ],
  [
    'a cluster-scoped object has no namespace',
    `export const f: Factory = { apiVersion: 'example.com/v1', kind: 'Factory', metadata: { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: 't' } };`,
  ],
  [
    'names by path, also for what the runtime declares',
    'export const a: Same<WidgetSpecSelector, LabelSelector> = true; export const b: Same<WidgetStatusConditions, Condition> = true;',
  ],
  ['kinds through namespaces', 'export const a: Same<exampleCom.v1.Widget, Widget> = true;'],
  [
    'the accessors of the factory',
    "export const i: SharedIndexInformer<Widget> = factory.exampleCom.v1.widgets.informer(); export const w: Widget | undefined = factory.exampleCom.v1.widgets.lister().widgets('default').get('a');",
  ],
  [
    'a lister of a cluster-scoped resource',
    "export const f: Factory | undefined = factory.exampleCom.v1.factories.lister().get('a');",
  ],
  [
    'forResource infers from literals',
    "const g = factory.forResource('example.com/v1', 'widgets'); export const a: Same<ReturnType<ReturnType<typeof g.lister>['get']>, Widget | undefined> = true;",
  ],
  [
    'forResource infers from a literal group, version and resource',
    "const g = factory.forResource({ group: 'example.com', version: 'v1', resource: 'widgets' }); export const w: Widget | undefined = g.lister().get('default/a');",
  ],
  [
    'forResource takes names that are known later',
    'declare const gvr: { group: string; version: string; resource: string }; export const g = factory.forResource(gvr).lister().list();',
  ],
  [
    'a typed field selector',
    "newFilteredWidgetInformer(client, { fieldSelector: { 'spec.color': 'red', 'metadata.name': 'a' } }); newFilteredWidgetInformer(client, { fieldSelector: 'spec.color!=red' });",
  ],
  [
    'typed handlers, indexers and deleted objects',
    "export const h: WidgetHandlerFuncs = { onAdd: (w) => void w.spec.color, onDelete: (d) => void d.lastKnown?.spec.size }; export const i: WidgetIndexers = { byColor: (w) => [w.spec.color] }; export const d: DeletedWidget = { key: 'a', lastKnown: undefined, finalStateUnknown: true };",
  ],
];

const bad: readonly [string, string][] = [
  ['a missing spec', `export const w: Widget = { ${HEAD} };`],
  ['a missing required property', `export const w: Widget = { ${HEAD}, spec: { size: 'small', replicas: 1 } };`],
  [
    'a missing property that the server fills in',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small' } };`,
  ],
  [
    'a value that the enum does not have',
    `export const w: Widget = { ${HEAD}, spec: { color: 'pink', size: 'small', replicas: 1 } };`,
  ],
  [
    'a property that there is not',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small', replicas: 1, colour: 'red' } };`,
  ],
  [
    'a number for a text',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small', replicas: 1, parts: [{ name: 1 }] } };`,
  ],
  [
    'null where it is not nullable',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small', replicas: 1, parts: null } };`,
  ],
  [
    'undefined for a property that the server fills in',
    `export const w: Widget = { ${HEAD}, spec: { color: 'red', size: 'small', replicas: undefined } };`,
  ],
  [
    'another kind',
    `export const w: Widget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: ${META}, spec: { color: 'red', size: 'small', replicas: 1 } };`,
  ],
  [
    'a namespaced object without a namespace',
    `export const w: Widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: 't' }, spec: { color: 'red', size: 'small', replicas: 1 } };`,
  ],
  ['writing to the cache', 'declare const w: Widget; w.metadata.labels = {};'],
  ['writing below it', "declare const w: Widget; w.spec.parts?.push({ name: 'a' });"],
  ['a resource that there is not', "factory.forResource('example.com/v1', 'gadgets');"],
  ['a field that cannot be selected', "newFilteredWidgetInformer(client, { fieldSelector: { 'spec.port': '80' } });"],
  ['a version that is not served', 'export const x = factory.shopExampleCom.v1alpha1;'],
];

describe('generated types', () => {
  let errors: Map<string, string[]>;

  beforeAll(async () => {
    const read = (name: string): string =>
      readFileSync(fileURLToPath(new URL(`../../../examples/crds/${name}.yaml`, import.meta.url)), 'utf8');
    const workspace = new Workspace(
      Object.fromEntries(['widgets', 'factories', 'orders'].map((name) => [`crds/${name}.yaml`, read(name)])),
    );
    await workspace.generate({ verify: 'none' });
    errors = check(workspace.folder, [...good, ...bad]);
  });

  it.each(good)('accept %s', (description) => {
    expect(errors.get(description)).toEqual([]);
  });

  it.each(bad)('refuse %s', (description) => {
    expect(errors.get(description)).toHaveLength(1);
  });
});

/** Checks each snippet in a file of its own, all in one program. */
function check(folder: string, snippets: readonly (readonly [string, string])[]): Map<string, string[]> {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
      customConditions: ['@informer-gen/source'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
    },
  });
  const files = snippets.map(([description, code], i) => ({
    description,
    file: project.createSourceFile(`${folder}/snippet-${i}.ts`, `${IMPORTS}\n${code}\n`),
  }));
  const program = project.getProgram().compilerObject;
  return new Map(
    files.map(({ description, file }) => [
      description,
      ts
        .getPreEmitDiagnostics(program, file.compilerNode)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ]),
  );
}
