import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { labelFaults, subdomainFaults } from '../rules/names.js';
import { dnsSubdomain, objectIn, oneOf, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { selectorFaults } from './label-selector.js';
import { parseQuantity } from './quantity.js';
import { StructValue } from '../rules/field-fault.js';

export const ACCESS_MODES: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const SNAPSHOTS = 'snapshot.storage.k8s.io';

/** What is wrong with the specification of a claim, wherever it stands. */
export function claimSpecFaults(spec: JsonObject, path: string): FieldCause[] {
  const requests = objectIn(objectIn(spec, 'resources'), 'requests');
  const isMissing = textsIn(spec, 'accessModes').length === 0;
  return [
    ...(isMissing ? [requiredValue(`${path}.accessModes`, 'at least 1 access mode is required')] : []),
    ...selectorFaults(`${path}.selector`, spec['selector']),
    ...accessModeFaults(textsIn(spec, 'accessModes'), `${path}.accessModes`),
    ...storageFaults(`${path}.resources[storage]`, requests['storage']),
    ...dnsSubdomain(`${path}.storageClassName`, textIn(spec, 'storageClassName')),
    ...oneOf(`${path}.volumeMode`, spec['volumeMode'], ['Block', 'Filesystem']),
    ...sourceFaults(spec, path),
    ...dnsSubdomain(`${path}.volumeAttributesClassName`, textIn(spec, 'volumeAttributesClassName')),
  ];
}

function accessModeFaults(modes: readonly string[], path: string): FieldCause[] {
  const known = modes.filter((mode) => ACCESS_MODES.includes(mode));
  const isShared = known.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod');
  return [
    ...modes.filter((mode) => !ACCESS_MODES.includes(mode)).map((mode) => unsupportedValue(path, mode, ACCESS_MODES)),
    ...(isShared ? [forbiddenValue(path, 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

function storageFaults(path: string, amount: unknown): FieldCause[] {
  if (amount === undefined) return [requiredValue(path)];
  return (parseQuantity(String(amount))?.nano ?? 0n) > 0n
    ? []
    : [invalidValue(path, amount, 'must be greater than zero')];
}

function sourceFaults(spec: JsonObject, path: string): FieldCause[] {
  const { dataSource, dataSourceRef } = spec;
  const faults = ['dataSource', 'dataSourceRef'].flatMap((field) => {
    const source = spec[field];
    return isJsonObject(source) ? referenceFaults(source, `${path}.${field}`) : [];
  });
  if (!isJsonObject(dataSource) || !isJsonObject(dataSourceRef)) return faults;
  // The path is shown as the struct that it is: empty.
  const differs = (why: string): FieldCause[] => [...faults, invalidValue(path, new StructValue({}), why)];
  if (textIn(dataSourceRef, 'namespace') !== '') {
    return differs('may not be specified when dataSourceRef.namespace is specified');
  }
  const isSame = ['apiGroup', 'kind', 'name'].every((field) => dataSource[field] === dataSourceRef[field]);
  return isSame ? faults : differs('must match dataSourceRef');
}

function referenceFaults(source: JsonObject, path: string): FieldCause[] {
  const [kind, group, namespace] = [textIn(source, 'kind'), textIn(source, 'apiGroup'), textIn(source, 'namespace')];
  const own = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...(textIn(source, 'name') === '' ? [requiredValue(`${path}.name`)] : []),
    ...(kind === '' ? [requiredValue(`${path}.kind`)] : []),
    ...(group === '' && kind !== 'PersistentVolumeClaim' ? [invalidValue(path, kind, own)] : []),
    ...(group === '' ? [] : subdomainFaults(group).map((fault) => invalidValue(`${path}.apiGroup`, group, fault))),
    ...(namespace === ''
      ? []
      : labelFaults(namespace).map((fault) => invalidValue(`${path}.namespace`, namespace, fault))),
  ];
}

/** Both fields for where data come from say the same; what only the newer one may name is left out of the older one. */
export function mirrorSources(spec: JsonObject, before: JsonObject | undefined): void {
  const had = (field: string): boolean => isJsonObject(before?.[field]);
  // Sources in other namespaces are behind a gate that is closed.
  if (textIn(objectIn(spec, 'dataSourceRef'), 'namespace') !== '' && !had('dataSourceRef'))
    delete spec['dataSourceRef'];
  const isOld = had('dataSource') || had('dataSourceRef') || isJsonObject(spec['dataSourceRef']);
  if (!isOld && !isCommonSource(objectIn(spec, 'dataSource'))) delete spec['dataSource'];
  const { dataSource, dataSourceRef } = spec;
  const complete = (source: JsonObject): JsonObject => ({ apiGroup: null, ...source });
  if (isJsonObject(dataSource) && dataSourceRef === undefined) spec['dataSourceRef'] = complete(dataSource);
  if (isJsonObject(dataSourceRef) && dataSource === undefined && textIn(dataSourceRef, 'namespace') === '')
    spec['dataSource'] = complete(dataSourceRef);
}

function isCommonSource(source: JsonObject): boolean {
  const [kind, group] = [textIn(source, 'kind'), textIn(source, 'apiGroup')];
  return (kind === 'PersistentVolumeClaim' && group === '') || (kind === 'VolumeSnapshot' && group === SNAPSHOTS);
}
