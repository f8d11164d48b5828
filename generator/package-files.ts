import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'informer-gen';

interface PackageRoot {
  readonly folder: string;
  /** This is the package as it is published, and not its sources. */
  readonly isBuilt: boolean;
  readonly version: string;
}

/** Sources and build are at different depths below package.json. */
function findRoot(): PackageRoot {
  const here = path.dirname(fileURLToPath(import.meta.url));
  for (const up of ['..', '../..']) {
    const folder = path.join(here, up);
    try {
      const content = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
      if (content['name'] === NAME) return { folder, isBuilt: up !== '..', version: String(content['version']) };
    } catch {
      // Not there: the root is further up.
    }
  }
  throw new Error(`the package.json of ${NAME} is neither one nor two folders above ${here}`);
}

const ROOT = findRoot();

/** Where the table of Kubernetes' types is, which is shipped beside the code that reads it. */
export const KUBERNETES_TYPES_FILE: string = path.join(ROOT.folder, 'generator', 'model', 'kubernetes-types.json');

/** Where the templates are that the build has compiled; undefined where nothing was built. */
export const compiledTemplatesFile: string | undefined = ROOT.isBuilt
  ? path.join(ROOT.folder, 'dist', 'generator', 'compiled-templates.cjs')
  : undefined;

/** The version of this package, as its package.json has it. */
export function generatorVersion(): string {
  return ROOT.version;
}

/** The name and version of this package, as generated files and manifests have it. */
export function generatorTitle(): string {
  return `${NAME} ${ROOT.version}`;
}

/** The text of a template of this package, by its name without extension. */
export function readTemplate(name: string): string {
  return readFileSync(path.join(ROOT.folder, 'templates', `${name}.hbs`), 'utf8');
}

/** The text of the table of Kubernetes' types. */
export function readKubernetesTypes(): string {
  return readFileSync(KUBERNETES_TYPES_FILE, 'utf8');
}
