import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definitionHome } from '../names/definition-homes.js';
import type { DefinitionModel, Shape } from './model.js';

/**
 * The shapes of the types that `@informer-gen/kubernetes` exports: by module and name, what {@link Shape.structure} is.
 * It is shipped with the generator, so that what is installed beside it changes nothing.
 */
export interface KubernetesTypes {
  /** `core/v1/types` → `PodSpec` → structure. */
  readonly modules: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A type of another package. */
export interface ExternalType {
  /** As an import names it. */
  readonly module: string;
  readonly name: string;
}

/** The table of these definitions. A shape that several have is listed once, under the first by name. */
export function kubernetesTypesOf(definitions: ReadonlyMap<string, DefinitionModel>): KubernetesTypes {
  const seen = new Set<string>();
  const modules: Record<string, Record<string, string>> = {};
  for (const name of [...definitions.keys()].sort()) {
    const type = definitions.get(name)?.type;
    if (type?.is !== 'shape' || !isTelling(type.shape) || seen.has(type.shape.structure)) continue;
    seen.add(type.shape.structure);
    const home = definitionHome(name);
    (modules[home.path.replace(/\.ts$/, '')] ??= {})[home.name] = type.shape.structure;
  }
  return { modules };
}

/** A lone property says too little: `{ name?: string }` is not everywhere the same thing. */
export function isTelling(shape: Shape): boolean {
  return shape.properties.length > 1;
}

/** The shipped table by structure, with modules below `module`. */
export function externalTypes(module: string): ReadonlyMap<string, ExternalType> {
  const { modules } = JSON.parse(readFileSync(KUBERNETES_TYPES_FILE, 'utf8')) as KubernetesTypes;
  return new Map(
    Object.entries(modules).flatMap(([path, types]) =>
      Object.entries(types).map(([name, structure]) => [structure, { module: `${module}/${path}`, name }]),
    ),
  );
}

const here = fileURLToPath(import.meta.url);

/** Where the table is, from the sources as well as from the build. */
export const KUBERNETES_TYPES_FILE: string = join(
  dirname(here),
  here.includes(join('dist', 'generator')) ? '../../../generator/model' : '.',
  'kubernetes-types.json',
);
