import { lookupTable } from '../objects/lookup-table.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { between, dnsLabel, objectIn, oneOf, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { required } from './volume-files.js';
import type { SourceCheck } from './volume-files.js';

/** Demands at least one text in a list. */
export function nonEmpty(field: string): SourceCheck {
  return (source, path) => (textsIn(source, field).length === 0 ? [requiredValue(`${path}.${field}`)] : []);
}

/** What is wrong with a disk of a cloud. */
export function diskFaults(source: JsonObject, path: string, name: string): FieldCause[] {
  return [...required(name)(source, path), ...partitionFaults(`${path}.partition`, source['partition'])];
}

/** None is fine; the message does not know. */
function partitionFaults(path: string, partition: unknown): FieldCause[] {
  if (between(path, partition, BYTE).length === 0) return [];
  return [invalidValue(path, partition, 'must be between 1 and 255, inclusive')];
}

const BYTE: readonly [number, number] = [0, 255];
const ISCSI_NAMES = lookupTable<RegExp>({
  iqn: /iqn\.\d{4}-\d{2}\.([a-z0-9-.]+)(:[^,;*&$|\s]+)$/i,
  eui: /^eui.[a-z0-9]{16}$/i,
  naa: /^naa.[a-z0-9]{32}$/i,
});
const MAX_PORTAL = 64;

/** What is wrong with a disk that is reached over the network. */
export function iscsiFaults(source: JsonObject, path: string): FieldCause[] {
  const secret = source['chapAuthDiscovery'] === true || source['chapAuthSession'] === true;
  const initiator = source['initiatorName'];
  return [
    ...required('targetPortal', 'iqn')(source, path),
    ...(textIn(source, 'iqn') === '' ? [] : iscsiNameFaults(`${path}.iqn`, textIn(source, 'iqn'))),
    ...between(`${path}.lun`, source['lun'], BYTE),
    ...(secret && !isJsonObject(source['secretRef']) ? [requiredValue(`${path}.secretRef`)] : []),
    ...(typeof initiator === 'string' ? iscsiNameFaults(`${path}.initiatorname`, initiator) : []),
  ];
}

/** The name of a volume that has a name of its own for the initiator and its portal are one name together. */
export function portalFaults(source: JsonObject, volume: JsonObject, path: string): FieldCause[] {
  const name = textIn(volume, 'name');
  const isLong = `${name}:${textIn(source, 'targetPortal')}`.length > MAX_PORTAL;
  if (source['initiatorName'] === undefined || !isLong) return [];
  const why = `Total length of <volume name>:<iscsi.targetPortal> must be under ${MAX_PORTAL} characters if iscsi.initiatorName is specified.`;
  return [invalidValue(`${path}.name`, name, why)];
}

const ISCSI_PREFIX = 'must be valid format starting with iqn, eui, or naa';

/** What is wrong with the name of a target or of who asks for it; `other` is said of one that begins in no known way. */
export function iscsiNameFaults(path: string, name: string, other: string = ISCSI_PREFIX): FieldCause[] {
  const pattern = ISCSI_NAMES[name.slice(0, 3)];
  if (pattern === undefined) return [invalidValue(path, name, other)];
  return pattern.test(name) ? [] : [invalidValue(path, name, 'must be valid format')];
}

export function flockerFaults(source: JsonObject, path: string): FieldCause[] {
  const [name, id] = [textIn(source, 'datasetName'), textIn(source, 'datasetUUID')];
  return [
    ...(name === '' && id === '' ? [requiredValue(path, 'one of datasetName and datasetUUID is required')] : []),
    ...(name !== '' && id !== ''
      ? [invalidValue(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')]
      : []),
    ...(name.includes('/') ? [invalidValue(`${path}.datasetName`, name, "must not contain '/'")] : []),
  ];
}

export function fibreFaults(source: JsonObject, path: string): FieldCause[] {
  const [targets, ids] = [textsIn(source, 'targetWWNs'), textsIn(source, 'wwids')];
  const at = `${path}.targetWWNs`;
  const lun = source['lun'];
  return [
    ...(targets.length === 0 && ids.length === 0
      ? [requiredValue(at, 'must specify either targetWWNs or wwids, but not both')]
      : []),
    ...(targets.length > 0 && ids.length > 0
      ? [invalidValue(at, targets, 'targetWWNs and wwids can not be specified simultaneously')]
      : []),
    ...(targets.length > 0 && lun === undefined
      ? [requiredValue(`${path}.lun`, 'lun is required if targetWWNs is specified')]
      : []),
    ...(targets.length > 0 ? between(`${path}.lun`, lun, BYTE) : []),
  ];
}

const MAX_TENANT = 64;
const PAIR = /^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/;

/** What is wrong with a volume of Quobyte. */
export function quobyteFaults(source: JsonObject, path: string): FieldCause[] {
  const [registry, tenant] = [textIn(source, 'registry'), textIn(source, 'tenant')];
  const rule = 'must be a host:port pair or multiple pairs separated by commas';
  const uuid = `must be a UUID and may not exceed a length of ${MAX_TENANT} characters`;
  return [
    ...(registry === ''
      ? [requiredValue(`${path}.registry`, rule)]
      : tenant.length > MAX_TENANT
        ? [requiredValue(`${path}.tenant`, uuid)]
        : registry
            .split(',')
            .filter((pair) => !PAIR.test(pair))
            .map(() => invalidValue(`${path}.registry`, registry, rule))),
    ...required('volume')(source, path),
  ];
}

/** What is wrong with a volume of a driver that is a program on the node. */
export function flexFaults(source: JsonObject, path: string): FieldCause[] {
  const reserved = 'kubernetes.io and k8s.io namespaces are reserved';
  const isReserved = (key: string): boolean => {
    const domain = `.${key.split('/')[0]?.toLowerCase() ?? ''}`;
    return domain.endsWith('.kubernetes.io') || domain.endsWith('.k8s.io');
  };
  return [
    ...required('driver')(source, path),
    ...Object.keys(objectIn(source, 'options'))
      .filter(isReserved)
      .map((key) => invalidValue(`${path}.options[${key}]`, key, reserved)),
  ];
}

const MANAGED_URI = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

/** What is wrong with a disk of Azure. */
export function azureDiskFaults(source: JsonObject, path: string): FieldCause[] {
  const { kind } = source;
  const address = textIn(source, 'diskURI');
  const [start, shape] = kind === 'Managed' ? ['/subscriptions/', MANAGED_URI] : ['https://', BLOB_URI];
  return [
    ...required('diskName', 'diskURI')(source, path),
    ...oneOf(`${path}.cachingMode`, source['cachingMode'], ['None', 'ReadOnly', 'ReadWrite']),
    ...oneOf(`${path}.kind`, kind, ['Dedicated', 'Managed', 'Shared']),
    ...(kind === undefined || address.startsWith(start) ? [] : [unsupportedValue(`${path}.diskURI`, address, [shape])]),
  ];
}

/** What is wrong with a volume of StorageOS. */
export function storageosFaults(source: JsonObject, path: string): FieldCause[] {
  const namespace = textIn(source, 'volumeNamespace');
  return [
    ...dnsLabel(`${path}.volumeName`, textIn(source, 'volumeName')),
    ...(namespace === '' ? [] : dnsLabel(`${path}.volumeNamespace`, namespace)),
    ...(isJsonObject(source['secretRef']) ? required('name')(source['secretRef'], `${path}.secretRef`) : []),
  ];
}
