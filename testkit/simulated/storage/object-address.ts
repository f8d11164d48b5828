import type { ServedResource } from '../resources/served-resource.js';

/** Where an object is, or is to be. */
export interface ObjectAddress {
  readonly resource: ServedResource;
  /** Undefined for cluster-scoped resources. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** `namespace/name`, or `name`. */
export function keyOf({ resource, namespace, name }: ObjectAddress): string {
  return resource.namespaced ? `${namespace ?? ''}/${name}` : name;
}
