import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { labelFaults } from '../rules/names.js';
import { dnsLabel, dnsSubdomain, objectIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { noBacksteps } from './path-checks.js';
import { iscsiNameFaults } from './storage-sources.js';
import { required } from './volume-files.js';
import type { SourceCheck } from './volume-files.js';
import { csiDriverFaults, volumeSourceCheck } from './volume-sources.js';

/** The sources of volumes in the order in which the server looks at them; undefined: as in a pod. */
const SOURCES: Readonly<Record<string, SourceCheck | undefined>> = {
  hostPath: undefined,
  gcePersistentDisk: undefined,
  awsElasticBlockStore: undefined,
  glusterfs: glusterFaults,
  flocker: undefined,
  nfs: undefined,
  rbd: undefined,
  quobyte: undefined,
  cephfs: undefined,
  iscsi: iscsiFaults,
  cinder: (source, path) => [...required('volumeID')(source, path), ...secretFaults(source, path)],
  fc: undefined,
  flexVolume: undefined,
  azureFile: (source, path) => [
    ...required('secretName', 'shareName')(source, path),
    ...(source['secretNamespace'] === '' ? [requiredValue(`${path}.secretNamespace`)] : []),
  ],
  vsphereVolume: undefined,
  photonPersistentDisk: undefined,
  portworxVolume: undefined,
  azureDisk: undefined,
  scaleIO: required('gateway', 'system', 'volumeName'),
  local: localFaults,
  storageos: (source, path) => [
    ...dnsLabel(`${path}.volumeName`, textIn(source, 'volumeName')),
    ...labelFaultsOf(`${path}.volumeNamespace`, textIn(source, 'volumeNamespace')),
    ...secretFaults(source, path),
  ],
  csi: csiFaults,
};

/** The sources that a volume has, in the server's order. */
export const sourcesOf = (spec: JsonObject): string[] =>
  Object.keys(SOURCES).filter((field) => isJsonObject(spec[field]));

/** What is wrong with where a volume of the cluster has its data; `name` is that of the volume. */
export function persistentSourceFaults(spec: JsonObject, name: string): FieldCause[] {
  const [first, ...more] = sourcesOf(spec);
  if (first === undefined) return [requiredValue('spec', 'must specify a volume type')];
  const source = objectIn(spec, first);
  const check = SOURCES[first] ?? volumeSourceCheck(first);
  return [
    ...(first === 'iscsi' ? portalFaults(source, name) : []),
    ...(check?.(source, `spec.${first}`) ?? []),
    ...(first === 'local' && !isJsonObject(spec['nodeAffinity'])
      ? [requiredValue('spec.nodeAffinity', 'Local volume requires node affinity')]
      : []),
    ...more.map((field) => forbiddenValue(`spec.${NAMES[field] ?? field}`, 'may not specify more than 1 volume type')),
  ];
}

/** As a message names a source that is one too many, where that is not its name. */
const NAMES: Readonly<Record<string, string>> = { cephfs: 'cephFS' };

const MOUNTED_WITH_OPTIONS: ReadonlySet<string> = new Set([
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
]);

/** What is wrong with options of mounting that an annotation has. */
export function mountOptionFaults(object: JsonObject): FieldCause[] {
  const annotation = 'volume.beta.kubernetes.io/mount-options';
  if (!(annotation in objectIn(objectIn(object, 'metadata'), 'annotations'))) return [];
  if (sourcesOf(objectIn(object, 'spec')).some((source) => MOUNTED_WITH_OPTIONS.has(source))) return [];
  const why = 'may not specify mount options for this volume type';
  return [forbiddenValue(`metadata.annotations.${annotation}`, why)];
}

const labelFaultsOf = (path: string, name: string): FieldCause[] =>
  name === '' ? [] : labelFaults(name).map((fault) => invalidValue(path, name, fault));

function secretFaults(source: JsonObject, path: string): FieldCause[] {
  const secret = source['secretRef'];
  return isJsonObject(secret) ? required('name', 'namespace')(secret, `${path}.secretRef`) : [];
}

function glusterFaults(source: JsonObject, path: string): FieldCause[] {
  const { endpointsNamespace: namespace } = source;
  const at = `${path}.endpointsNamespace`;
  const empty = 'if the endpointnamespace is set, it must be a valid namespace name';
  return [
    ...required('endpoints', 'path')(source, path),
    ...(namespace === ''
      ? [invalidValue(at, namespace, empty)]
      : labelFaultsOf(at, textIn(source, 'endpointsNamespace'))),
  ];
}

const MAX_PORTAL = 64;

function portalFaults(source: JsonObject, name: string): FieldCause[] {
  const portal = textIn(source, 'targetPortal');
  if (source['initiatorName'] === undefined || `${name}:${portal}`.length <= MAX_PORTAL) return [];
  const why =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalidValue('spec.iscsi.targetportal', portal, why)];
}

function iscsiFaults(source: JsonObject, path: string): FieldCause[] {
  const { lun, initiatorName: initiator, secretRef } = source;
  const iqn = textIn(source, 'iqn');
  const needsSecret = source['chapAuthDiscovery'] === true || source['chapAuthSession'] === true;
  return [
    ...required('targetPortal', 'iqn')(source, path),
    ...(iqn === '' ? [] : iscsiNameFaults(`${path}.iqn`, iqn, 'must be valid format')),
    ...(typeof lun === 'number' && (lun < 0 || lun > 255)
      ? [invalidValue(`${path}.lun`, lun, 'must be between 0 and 255, inclusive')]
      : []),
    ...(needsSecret && !isJsonObject(secretRef) ? [requiredValue(`${path}.secretRef`)] : []),
    ...(isJsonObject(secretRef) ? required('name')(secretRef, `${path}.secretRef`) : []),
    ...(typeof initiator === 'string'
      ? iscsiNameFaults(`${path}.initiatorname`, initiator, 'must be valid format')
      : []),
  ];
}

function localFaults(source: JsonObject, path: string): FieldCause[] {
  const where = textIn(source, 'path');
  return where === '' ? [requiredValue(`${path}.path`)] : noBacksteps(`${path}.path`, where);
}

function csiFaults(source: JsonObject, path: string): FieldCause[] {
  const secrets = ['controllerPublish', 'controllerExpand', 'nodePublish', 'nodeExpand'];
  return [
    ...csiDriverFaults(source, `${path}.driver`),
    ...required('volumeHandle')(source, path),
    ...secrets.flatMap((use) => secretReferenceFaults(source[`${use}SecretRef`], `${path}.${use}SecretRef`)),
  ];
}

function secretReferenceFaults(reference: unknown, path: string): FieldCause[] {
  if (!isJsonObject(reference)) return [];
  const name = textIn(reference, 'name');
  return [
    ...(name === '' ? [requiredValue(`${path}.name`)] : dnsSubdomain(`${path}.name`, name)),
    ...dnsLabel(`${path}.namespace`, textIn(reference, 'namespace')),
  ];
}

const OLD_SOURCES: Readonly<Record<string, string>> = {
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

/** What the server says of sources that it has given up. */
export function oldSourceWarnings(spec: JsonObject): string[] {
  return Object.entries(OLD_SOURCES).flatMap(([source, text]) =>
    isJsonObject(spec[source]) ? [`spec.${source === 'storageos' ? 'storageOS' : source}: ${text}`] : [],
  );
}
