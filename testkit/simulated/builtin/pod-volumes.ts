import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { dnsLabel, indexed, objectsIn, textIn } from './checks.js';
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
  for (const [volume, at] of indexed(objectsIn(spec, 'volumes'), `${path}.volumes`)) {
    const name = textIn(volume, 'name');
    const own = [
      ...volumeSourceFaults(volume, at, pod),
      ...dnsLabel(`${at}.name`, name),
      ...(usable.has(name) ? [duplicateValue(`${at}.name`, name)] : []),
    ];
    if (own.length === 0) usable.set(name, volume);
    else faults.push(...own);
  }
  return { faults, usable };
}
