import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { tooLong } from '../rules/field-fault.js';
import { goQuote } from '../rules/go-text.js';
import { subdomainFaults } from '../rules/names.js';
import { annotationsFaults, labelsFaults, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { descendingPath, fileMode, noBacksteps } from './path-checks.js';
import { projectionFaults } from './projected-volumes.js';
import { parseQuantity } from './quantity.js';
import { claimSpecFaults } from './claim-spec.js';
import {
  azureDiskFaults,
  diskFaults,
  fibreFaults,
  flexFaults,
  flockerFaults,
  iscsiFaults,
  nonEmpty,
  portalFaults,
  quobyteFaults,
  storageosFaults,
} from './storage-sources.js';
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
  quobyte: quobyteFaults,
  downwardAPI: (source, path) => [
    ...fileMode(`${path}.defaultMode`, source['defaultMode']),
    ...objectsIn(source, 'items').flatMap((file) => downwardItemFaults(file, path)),
  ],
  fc: fibreFaults,
  flexVolume: flexFaults,
  configMap: (source, path) => [...required('name')(source, path), ...filesFaults(source, path)],
  azureFile: required('secretName', 'shareName'),
  vsphereVolume: required('volumePath'),
  photonPersistentDisk: required('pdID'),
  portworxVolume: required('volumeID'),
  azureDisk: azureDiskFaults,
  storageos: storageosFaults,
  projected: (source, path) => [
    ...fileMode(`${path}.defaultMode`, source['defaultMode']),
    ...projectionFaults(source, path),
  ],
  scaleIO: required('gateway', 'system', 'volumeName'),
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
  return ordered.flatMap((name, index) => {
    const source = objectIn(volume, name);
    const portal = name === 'iscsi' ? portalFaults(source, volume, path) : [];
    if (index > 0) {
      return [
        forbiddenValue(`${path}.${MISNAMED[name] ?? name}`, 'may not specify more than 1 volume type'),
        ...portal,
      ];
    }
    const faults = SOURCES[name]?.(source, `${path}.${name}`) ?? [];
    if (name === 'image')
      return [...(pod === undefined ? [] : required('reference')(source, `${path}.image`)), ...faults];
    return [
      ...faults,
      ...portal,
      ...(name === 'ephemeral' && pod !== undefined ? claimNameFaults(volume, path, pod) : []),
    ];
  });
}

/** The claim of a volume that lives as long as its pod is named after both. */
function claimNameFaults(volume: JsonObject, path: string, pod: JsonObject): FieldCause[] {
  const [owner, name] = [textIn(objectIn(pod, 'metadata'), 'name'), textIn(volume, 'name')];
  if (owner === '' || name === '') return [];
  const claim = `${owner}-${name}`;
  return subdomainFaults(claim).map((fault) =>
    invalidValue(`${path}.name`, name, `PVC name ${goQuote(claim)}: ${fault}`),
  );
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

/** All metadata but what a claim can get from a template, in the order of the struct. */
const UNWANTED = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
];

function claimTemplateFaults(source: JsonObject, path: string): FieldCause[] {
  const template = source['volumeClaimTemplate'];
  const at = `${path}.volumeClaimTemplate`;
  if (!isJsonObject(template)) return [requiredValue(at)];
  const metadata = objectIn(template, 'metadata');
  const unwanted = UNWANTED.filter((field) => (metadata[field] ?? null) !== null);
  return [
    ...annotationsFaults(`${at}.metadata.annotations`, metadata['annotations']),
    ...labelsFaults(`${at}.metadata.labels`, metadata['labels']),
    // The name of the field in Go with a small letter, whatever it is in JSON.
    ...unwanted.map((field) => forbiddenValue(`${at}.metadata.${field === 'uid' ? 'uID' : field}`, 'cannot be set')),
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
