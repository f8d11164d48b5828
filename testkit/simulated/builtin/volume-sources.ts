import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { tooLong } from '../rules/field-fault.js';
import { goQuote } from '../rules/go-text.js';
import { subdomainFaults } from '../rules/names.js';
import { annotationsFaults, between, labelsFaults, objectIn, objectsIn, oneOf, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { descendingPath, fileMode, noBacksteps } from './path-checks.js';
import { projectionFaults } from './projected-volumes.js';
import { parseQuantity } from './quantity.js';
import { claimSpecFaults } from './claim-spec.js';
import { downwardItemFaults, filesFaults, required } from './volume-files.js';
import type { SourceCheck } from './volume-files.js';

/** In the order in which the server looks at them: the first counts, the others are too many. */
const SOURCES: Readonly<Record<string, SourceCheck>> = {
  emptyDir: (source, path) =>
    (parseQuantity(textIn(source, 'sizeLimit'))?.nano ?? 0n) < 0n
      ? [forbiddenValue(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')]
      : [],
  hostPath: hostPathFaults,
  gitRepo: (source, path) => [
    ...required('repository')(source, path),
    ...descendingPath(`${path}.directory`, textIn(source, 'directory')),
  ],
  gcePersistentDisk: (source, path) =>
    diskFaults(source, path.replace(/gcePersistentDisk$/, 'persistentDisk'), 'pdName'),
  awsElasticBlockStore: (source, path) => diskFaults(source, path, 'volumeID'),
  secret: (source, path) => [...required('secretName')(source, path), ...filesFaults(source, path)],
  nfs: (source, path) => [
    ...required('server', 'path')(source, path),
    ...(textIn(source, 'path').startsWith('/')
      ? []
      : [invalidValue(`${path}.path`, textIn(source, 'path'), 'must be an absolute path')]),
  ],
  iscsi: iscsiFaults,
  glusterfs: required('endpoints', 'path'),
  flocker: flockerFaults,
  persistentVolumeClaim: required('claimName'),
  rbd: (source, path) => [...nonEmpty('monitors')(source, path), ...required('image')(source, path)],
  cinder: (source, path) => [
    ...required('volumeID')(source, path),
    ...(isJsonObject(source['secretRef']) ? required('name')(source['secretRef'], `${path}.secretRef`) : []),
  ],
  cephfs: nonEmpty('monitors'),
  downwardAPI: (source, path) => [
    ...fileMode(`${path}.defaultMode`, source['defaultMode']),
    ...objectsIn(source, 'items').flatMap((file) => downwardItemFaults(file, path)),
  ],
  fc: fibreFaults,
  flexVolume: required('driver'),
  configMap: (source, path) => [...required('name')(source, path), ...filesFaults(source, path)],
  azureFile: required('secretName', 'shareName'),
  vsphereVolume: required('volumePath'),
  photonPersistentDisk: required('pdID'),
  portworxVolume: required('volumeID'),
  azureDisk: required('diskName', 'diskURI'),
  storageos: () => [],
  projected: (source, path) => [
    ...fileMode(`${path}.defaultMode`, source['defaultMode']),
    ...projectionFaults(source, path),
  ],
  scaleIO: required('gateway', 'system'),
  csi: (source, path) => [...csiDriverFaults(source, `${path}.driver`), ...secretFaults(source, path)],
  ephemeral: claimTemplateFaults,
  image: (source, path) => oneOf(`${path}.pullPolicy`, source['pullPolicy'], ['Always', 'IfNotPresent', 'Never']),
};

/** How a source is checked, where volumes of the cluster are no different. */
export const volumeSourceCheck = (name: string): SourceCheck | undefined => SOURCES[name];

/** As a message names a source that is one too many, where that is not its name. */
const MISNAMED: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

/** What is wrong with where the files of a volume come from; without a pod it is that of a template. */
export function volumeSourceFaults(volume: JsonObject, path: string, pod: JsonObject | undefined): FieldCause[] {
  const ordered = Object.keys(SOURCES).filter((name) => volume[name] !== undefined);
  const faults = ordered.flatMap((name, index) => {
    const source = volume[name];
    if (index > 0) {
      return [forbiddenValue(`${path}.${MISNAMED[name] ?? name}`, 'may not specify more than 1 volume type')];
    }
    return isJsonObject(source) ? (SOURCES[name]?.(source, `${path}.${name}`) ?? []) : [];
  });
  return [...(pod === undefined ? [] : ofPodFaults(volume, path, pod)), ...faults];
}

/** What matters only where the pod is about to run. */
function ofPodFaults(volume: JsonObject, path: string, pod: JsonObject): FieldCause[] {
  const { image, ephemeral } = volume;
  const [owner, name] = [textIn(objectIn(pod, 'metadata'), 'name'), textIn(volume, 'name')];
  const claim = `${owner}-${name}`;
  const named = isJsonObject(ephemeral) && owner !== '' && name !== '';
  return [
    ...(isJsonObject(image) ? required('reference')(image, `${path}.image`) : []),
    ...(named ? subdomainFaults(claim) : []).map((fault) =>
      invalidValue(`${path}.name`, name, `PVC name ${goQuote(claim)}: ${fault}`),
    ),
  ];
}

function nonEmpty(field: string): SourceCheck {
  return (source, path) => (textsIn(source, field).length === 0 ? [requiredValue(`${path}.${field}`)] : []);
}

function diskFaults(source: JsonObject, path: string, name: string): FieldCause[] {
  return [...required(name)(source, path), ...partitionFaults(`${path}.partition`, source['partition'])];
}

/** None is fine; the message does not know. */
function partitionFaults(path: string, partition: unknown): FieldCause[] {
  if (between(path, partition, BYTE).length === 0) return [];
  return [invalidValue(path, partition, 'must be between 1 and 255, inclusive')];
}

const BYTE: readonly [number, number] = [0, 255];
const ISCSI_NAMES: Readonly<Record<string, RegExp>> = {
  iqn: /^iqn\.\d{4}-\d{2}\.([a-z0-9-.]+)(:([^,;*&$|\s]+))?$/i,
  eui: /^eui\.[0-9a-f]{16}$/i,
  naa: /^naa\.([0-9a-f]{16}|[0-9a-f]{32})$/i,
};

function iscsiFaults(source: JsonObject, path: string): FieldCause[] {
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

const ISCSI_PREFIX = 'must be valid format starting with iqn, eui, or naa';

/** What is wrong with the name of a target or of who asks for it; `other` is said of one that begins in no known way. */
export function iscsiNameFaults(path: string, name: string, other = ISCSI_PREFIX): FieldCause[] {
  const pattern = ISCSI_NAMES[name.slice(0, 3)];
  if (pattern === undefined) return [invalidValue(path, name, other)];
  return pattern.test(name) ? [] : [invalidValue(path, name, 'must be valid format')];
}

function flockerFaults(source: JsonObject, path: string): FieldCause[] {
  const [name, id] = [textIn(source, 'datasetName'), textIn(source, 'datasetUUID')];
  return [
    ...(name === '' && id === '' ? [requiredValue(path, 'one of datasetName and datasetUUID is required')] : []),
    ...(name !== '' && id !== ''
      ? [invalidValue(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')]
      : []),
    ...(name.includes('/') ? [invalidValue(`${path}.datasetName`, name, "must not contain '/'")] : []),
  ];
}

function fibreFaults(source: JsonObject, path: string): FieldCause[] {
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

const MAX_DRIVER = 63;

/** What is wrong with the name of a driver. */
export function csiDriverFaults(source: JsonObject, path: string): FieldCause[] {
  const driver = textIn(source, 'driver');
  if (driver === '') return [requiredValue(path)];
  return [
    ...(driver.length > MAX_DRIVER ? [tooLong(path, MAX_DRIVER)] : []),
    ...subdomainFaults(driver.toLowerCase()).map((fault) => invalidValue(path, driver, fault)),
  ];
}

function secretFaults(source: JsonObject, path: string): FieldCause[] {
  const secret = source['nodePublishSecretRef'];
  if (!isJsonObject(secret)) return [];
  const name = textIn(secret, 'name');
  if (name === '') return [requiredValue(`${path}.nodePublishSecretRef.name`)];
  return subdomainFaults(name).map((fault) => invalidValue(`${path}.name`, name, fault));
}

function claimTemplateFaults(source: JsonObject, path: string): FieldCause[] {
  const template = source['volumeClaimTemplate'];
  const at = `${path}.volumeClaimTemplate`;
  if (!isJsonObject(template)) return [requiredValue(at)];
  const metadata = objectIn(template, 'metadata');
  const unwanted = Object.keys(metadata).filter((field) => field !== 'labels' && field !== 'annotations');
  return [
    ...annotationsFaults(`${at}.metadata.annotations`, metadata['annotations']),
    ...labelsFaults(`${at}.metadata.labels`, metadata['labels']),
    ...unwanted.map((field) => forbiddenValue(`${at}.metadata.${field}`, 'cannot be set')),
    ...claimSpecFaults(objectIn(template, 'spec'), `${at}.spec`),
  ];
}

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

function hostPathFaults(source: JsonObject, path: string): FieldCause[] {
  const where = textIn(source, 'path');
  if (where === '') return [requiredValue(`${path}.path`)];
  return [...noBacksteps(`${path}.path`, where), ...oneOf(`${path}.type`, source['type'], HOST_PATH_TYPES)];
}
