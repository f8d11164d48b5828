import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definitionModule } from '../layout/definitions.js';
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

/** The table of these definitions, by name. */
export function kubernetesTypesOf(definitions: ReadonlyMap<string, DefinitionModel>): KubernetesTypes {
  const modules: Record<string, Record<string, string>> = {};
  for (const name of [...definitions.keys()].sort()) {
    const type = definitions.get(name)?.type;
    if (type?.type !== 'shape' || !isTelling(type.shape)) continue;
    const home = definitionModule(name);
    (modules[home.path.replace(/\.ts$/, '')] ??= {})[home.name] = type.shape.structure;
  }
  return { modules };
}

/** A lone property says too little: `{ name?: string }` is not everywhere the same thing. */
export function isTelling(shape: Shape): boolean {
  return shape.properties.length > 1;
}

/** The shipped table by structure, with modules below `module`. Several types may have one structure. */
export function externalTypes(module: string): ReadonlyMap<string, readonly ExternalType[]> {
  const { modules } = JSON.parse(readFileSync(KUBERNETES_TYPES_FILE, 'utf8')) as KubernetesTypes;
  const byStructure = new Map<string, ExternalType[]>();
  for (const [path, types] of Object.entries(modules)) {
    for (const [name, structure] of Object.entries(types)) {
      const found = byStructure.get(structure) ?? [];
      found.push({ module: `${module}/${path}`, name });
      byStructure.set(structure, found);
    }
  }
  return byStructure;
}

/**
 * Among types of one structure, the one that sounds most like the name by path: a `WidgetSpecSecretKeyRef` is a
 * `SecretKeySelector` rather than a `ConfigMapKeySelector`. Among equals the first of the table.
 */
export function mostAlike(types: readonly ExternalType[], pathName: string): ExternalType | undefined {
  const words = ({ name }: ExternalType): string[] => name.match(/[A-Z]+[a-z0-9]*/g) ?? [];
  const likeness = (type: ExternalType): number => words(type).filter((word) => pathName.includes(word)).length;
  let [best] = types;
  for (const type of types) if (best !== undefined && likeness(type) > likeness(best)) best = type;
  return best;
}

const here = fileURLToPath(import.meta.url);

/** Where the table is, from the sources as well as from the build. */
export const KUBERNETES_TYPES_FILE: string = join(
  dirname(here),
  here.includes(join('dist', 'generator')) ? '../../../generator/model' : '.',
  'kubernetes-types.json',
);
