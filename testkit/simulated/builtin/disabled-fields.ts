import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { objectIn, objectsIn } from './checks.js';
import { everyContainer } from './windows-options.js';

/** Drops from the specification of pods what belongs to features that are switched off. */
export function dropDisabledFields(spec: JsonObject): void {
  delete spec['schedulingGroup'];
  for (const [container] of everyContainer(spec, '')) dropStopSignal(container);
  for (const volume of objectsIn(spec, 'volumes')) {
    for (const source of objectsIn(objectIn(volume, 'projected'), 'sources')) {
      delete source['clusterTrustBundle'];
      delete source['podCertificate'];
    }
  }
}

function dropStopSignal(container: JsonObject): void {
  const lifecycle = container['lifecycle'];
  if (!isJsonObject(lifecycle) || lifecycle['stopSignal'] === undefined) return;
  delete lifecycle['stopSignal'];
  if (Object.keys(lifecycle).length === 0) delete container['lifecycle'];
}
