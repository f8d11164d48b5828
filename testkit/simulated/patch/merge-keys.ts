import { isJsonObject } from '../objects/api-object.js';

/** By which field the elements of well-known lists of built-in types are the same element. */
const mergeKeys: Readonly<Record<string, readonly string[]>> = {
  addresses: ['type'],
  conditions: ['type'],
  containers: ['name'],
  containerStatuses: ['name'],
  env: ['name'],
  ephemeralContainers: ['name'],
  hostAliases: ['ip'],
  imagePullSecrets: ['name'],
  initContainers: ['name'],
  ownerReferences: ['uid'],
  podIPs: ['ip'],
  // Of containers first, then of services.
  ports: ['containerPort', 'port'],
  resourceClaims: ['name'],
  secrets: ['name'],
  taints: ['key'],
  topologySpreadConstraints: ['topologyKey'],
  volumeDevices: ['devicePath'],
  volumeMounts: ['mountPath'],
  volumes: ['name'],
};

/** Lists of plain values that are sets. */
const sets: ReadonlySet<string> = new Set(['finalizers']);

/** The field that distinguishes the elements of the list `field`; undefined for lists that are replaced as a whole. */
export function mergeKeyOf(field: string, elements: readonly unknown[]): string | undefined {
  const candidates = Object.hasOwn(mergeKeys, field) ? (mergeKeys[field] ?? []) : [];
  return candidates.find(
    (key) => elements.length > 0 && elements.every((element) => isJsonObject(element) && key in element),
  );
}

/** Whether the list `field` is a set of plain values. */
export function isSet(field: string): boolean {
  return sets.has(field);
}
