import { readFileSync } from 'node:fs';
import type { ApiObject, JsonObject } from '../objects/api-object.js';
import { tablePath } from './tables.js';

/** The collections of which a server has objects before anybody writes, made by `npm run record:objects`. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  'apiservices.apiregistration.k8s.io',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'priorityclasses.scheduling.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
]);

let text: string | undefined;

/** The objects that a collection has when a server starts at `now` (RFC 3339); the file is read when first needed. */
export function firstObjects(collection: string, now: string, newUid: () => string): ApiObject[] {
  if (!COLLECTIONS.has(collection)) return [];
  text ??= readFileSync(tablePath('first-objects.json'), 'utf8');
  const objects = (JSON.parse(text.replaceAll('<now>', now)) as Record<string, ApiObject[]>)[collection] ?? [];
  return objects.map((object) => {
    const { name, generation, managedFields, ...rest } = object.metadata;
    const metadata = {
      name,
      uid: newUid(),
      resourceVersion: '1',
      ...(generation === undefined ? {} : { generation }),
      creationTimestamp: now,
      ...rest,
      managedFields,
    };
    return { ...object, metadata } as ApiObject;
  });
}

/** The desired state of an object that a server has from the start; undefined for any other. */
export function firstSpec(collection: string, name: string): JsonObject | undefined {
  const found = firstObjects(collection, '', () => '').find(({ metadata }) => metadata.name === name);
  return found && (found['spec'] as JsonObject);
}
