import { own } from '../names/accessors.js';
import { readKubernetesTypes } from '../package-files.js';
import type { Shape } from './model.js';

/**
 * The shapes of the types that `@informer-gen/kubernetes` exports: by module and name, what {@link Shape.structure} is.
 * It is shipped with the generator, so that what is installed beside it changes nothing.
 */
export interface KubernetesTypes {
  /** `core/v1/types` → `PodSpec` → structure. */
  readonly modules: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** `core/v1/types` → `Container` → the keys of its intent with spaces between, for each type that has one of its own. */
  readonly intents: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A type of another package. */
export interface ExternalType {
  /** As an import names it. */
  readonly module: string;
  readonly name: string;
  /** The keys that its intent has; undefined where an intent has the same type. */
  readonly apply?: readonly string[] | undefined;
}

/** A lone property says too little: `{ name?: string }` is not everywhere the same thing. */
export function isDistinctive(shape: Shape): boolean {
  return shape.properties.length > 1;
}

/** The shipped table by structure, with modules below `module`. Several types may have one structure. */
export function externalTypes(module: string): ReadonlyMap<string, readonly ExternalType[]> {
  const { modules, intents } = table();
  const byStructure = new Map<string, ExternalType[]>();
  for (const [path, types] of Object.entries(modules)) {
    for (const [name, structure] of Object.entries(types)) {
      const found = byStructure.get(structure) ?? [];
      const keys = own(own(intents, path), name);
      const apply = keys === undefined ? undefined : keys.split(' ').filter(Boolean);
      found.push({ module: `${module}/${path}`, name, apply });
      byStructure.set(structure, found);
    }
  }
  return byStructure;
}

/** The structure of a type that a module of such a package exports; undefined where the shipped table has none of it. */
export function externalStructure(specifier: string, name: string): string | undefined {
  const { modules } = table();
  const path = Object.keys(modules).find((module) => specifier.endsWith(`/${module}`));
  return path === undefined ? undefined : own(modules[path], name);
}

/**
 * The name of the type of Kubernetes with the same fields as a shape, were it not for the defaults that a CRD adds to them.
 * For names only: a value of one need not be one of the other.
 */
export function alikeTypeName(shape: Shape, pathName: string): string | undefined {
  const types = isDistinctive(shape) ? builtIns().get(shape.looseStructure) : undefined;
  return types === undefined ? undefined : mostAlike(types, pathName)?.name;
}

let byStructure: ReturnType<typeof externalTypes> | undefined;

function builtIns(): ReturnType<typeof externalTypes> {
  byStructure ??= externalTypes('');
  return byStructure;
}

let parsed: KubernetesTypes | undefined;

function table(): KubernetesTypes {
  parsed ??= JSON.parse(readKubernetesTypes()) as KubernetesTypes;
  return parsed;
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
