import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, invalidValue } from '../rules/field-fault.js';
import { dnsLabel, indexed, objectIn, objectsIn, textIn } from './checks.js';
import type { FieldCause } from './faults.js';
import { volumeSourceFaults } from './volume-sources.js';

/** The volumes of a pod: what is wrong with them, and those that containers may mount. */
export interface CheckedVolumes {
  readonly faults: readonly FieldCause[];
  /** By name. */
  readonly usable: ReadonlyMap<string, JsonObject>;
}

/** Checks the volumes of a pod, or of a template where no pod is given. One that is faulty cannot be mounted. */
export function checkVolumes(spec: JsonObject, path: string, pod?: JsonObject): CheckedVolumes {
  const faults: FieldCause[] = [];
  const usable = new Map<string, JsonObject>();
  const created = createdClaims(spec, pod);
  for (const [volume, at] of indexed(objectsIn(spec, 'volumes'), `${path}.volumes`)) {
    const name = textIn(volume, 'name');
    const own = [
      ...volumeSourceFaults(volume, at, pod),
      ...dnsLabel(`${at}.name`, name),
      ...(usable.has(name) ? [duplicateValue(`${at}.name`, name)] : []),
    ];
    if (own.length === 0) usable.set(name, volume);
    else faults.push(...own);
    faults.push(...ownClaimFaults(volume, at, created));
  }
  return { faults, usable };
}

/** The claims that come into being with a pod, by name. */
function createdClaims(spec: JsonObject, pod: JsonObject | undefined): readonly string[] {
  const owner = textIn(objectIn(pod ?? {}, 'metadata'), 'name');
  if (owner === '') return [];
  return objectsIn(spec, 'volumes')
    .filter((volume) => isJsonObject(volume['ephemeral']))
    .map((volume) => `${owner}-${textIn(volume, 'name')}`);
}

function ownClaimFaults(volume: JsonObject, path: string, created: readonly string[]): FieldCause[] {
  const claim = volume['persistentVolumeClaim'];
  if (created.length === 0 || !isJsonObject(claim)) return [];
  const name = textIn(claim, 'claimName');
  const why = 'must not reference a PVC that gets created for an ephemeral volume';
  return created.includes(name) ? [invalidValue(`${path}.persistentVolumeClaim.claimName`, name, why)] : [];
}
