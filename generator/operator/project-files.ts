import { renderTemplate } from '../render/templates.js';
import { generatorVersion } from '../package-files.js';
import { roleYaml } from '../role/format-role.js';
import type { Permission } from '../role/permissions.js';
import { rulesOf } from '../role/rules.js';
import type { KindView } from './kind-view.js';
import type { OperatorKind } from './read-kinds.js';

/** Paths and texts of a new project, without its generated code. */
export type ProjectFiles = ReadonlyMap<string, string>;

/** The templates, and the files that each is made into. Their names have no dot in front, so that no tool takes them for its own. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': 'package',
  'tsconfig.json': 'tsconfig',
  'tsconfig.build.json': 'tsconfig-build',
  'vitest.config.ts': 'vitest-config',
  'informer-gen.config.json': 'config',
  '.gitignore': 'gitignore',
  '.dockerignore': 'dockerignore',
  Dockerfile: 'dockerfile',
  'README.md': 'readme',
  'kustomization.yaml': 'kustomization',
  'deploy/namespace.yaml': 'namespace',
  'deploy/service-account.yaml': 'service-account',
  'deploy/role-binding.yaml': 'role-binding',
  'deploy/deployment.yaml': 'deployment',
  '.github/workflows/ci.yaml': 'workflow',
  'src/main.ts': 'main',
};

const LEASES: readonly Permission[] = ['get', 'create', 'update'].map((verb) => ({
  group: 'coordination.k8s.io',
  resource: 'leases',
  verb,
  location: 'src/main.ts',
}));
/** Of the election. */
const EVENTS: readonly Permission[] = ['create', 'patch'].map((verb) => ({
  group: 'events.k8s.io',
  resource: 'events',
  verb,
  location: 'src/main.ts',
}));

/** All files of a project whose operator has this name and reconciles these kinds. */
export function projectFiles(name: string, kinds: readonly OperatorKind[], views: readonly KindView[]): ProjectFiles {
  const view = { name, version: generatorVersion(), kinds: views, crds: kinds.map(({ crd }) => crdFile(crd.name)) };
  const files = new Map(Object.entries(FILES).map(([file, template]) => [file, render(template, view)]));
  for (const { crd, text } of kinds) files.set(crdFile(crd.name), `${text.trim()}\n`);
  for (const kind of views) {
    files.set(`src/controllers/${kind.file}.ts`, render('controller', { ...view, ...kind }));
    files.set(`test/${kind.file}.test.ts`, render('controller-test', { ...view, ...kind }));
    files.set(`samples/${kind.file}.yaml`, `${kind.manifest}\n`);
  }
  const permissions = [...views.flatMap((kind) => kind.permissions), ...LEASES, ...EVENTS];
  files.set('deploy/role.yaml', roleYaml(rulesOf(permissions), { name }));
  return files;
}

function render(template: string, view: object): string {
  return renderTemplate(`operator/${template}`, view);
}

function crdFile(name: string): string {
  return `crds/${name}.yaml`;
}
