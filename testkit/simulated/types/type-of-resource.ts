import { apiVersionOf } from '@informer-gen/runtime/client-go';
import type { ServedResource } from '../resources/served-resource.js';
import { builtinType } from './builtin-types.js';
import type { MapType } from './merge-type.js';
import { schemaType } from './schema-type.js';

const types = new WeakMap<ServedResource, MapType>();

/** The type of the objects of a resource. What has no schema is taken as it comes. */
export function typeOfResource(resource: ServedResource): MapType {
  let type = types.get(resource);
  if (type === undefined) {
    type = goTypeOf(resource) ?? (resource.schema === undefined ? schemaType(undefined) : schemaType(resource.schema));
    types.set(resource, type);
  }
  return type;
}

/** The type of a built-in kind, whose objects the server decodes into Go structs; undefined for others. */
export function goTypeOf(resource: ServedResource): MapType | undefined {
  return resource.builtIn ? builtinType(apiVersionOf(resource), resource.kind) : undefined;
}
