import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { dnsLabel, indexed, objectsIn, oneOf, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { downwardFileFaults } from './field-references.js';
import { fileMode, noBacksteps, volumePath } from './path-checks.js';
import { parseQuantity } from './quantity.js';

/** The volumes of a pod: what is wrong with them, and those that containers may mount. */
export interface CheckedVolumes {
  readonly faults: readonly FieldCause[];
  /** By name. */
  readonly usable: ReadonlyMap<string, JsonObject>;
}

/** Checks the volumes of a pod. One that is faulty cannot be mounted. */
export function checkVolumes(spec: JsonObject, path: string): CheckedVolumes {
  const faults: FieldCause[] = [];
  const usable = new Map<string, JsonObject>();
  for (const [volume, at] of indexed(objectsIn(spec, 'volumes'), `${path}.volumes`)) {
    const name = textIn(volume, 'name');
    const own = [
      ...sourceFaults(volume, at),
      ...dnsLabel(`${at}.name`, name),
      ...(usable.has(name) ? [duplicateValue(`${at}.name`, name)] : []),
    ];
    if (own.length === 0) usable.set(name, volume);
    else faults.push(...own);
  }
  return { faults, usable };
}

type SourceCheck = (source: JsonObject, path: string) => FieldCause[];

/** In the order in which the server looks at them: the first counts, the others are too many. */
const SOURCES: Readonly<Record<string, SourceCheck>> = {
  emptyDir: (source, path) =>
    (parseQuantity(textIn(source, 'sizeLimit'))?.nano ?? 0n) < 0n
      ? [forbiddenValue(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')]
      : [],
  hostPath: hostPathFaults,
  gitRepo: required('repository'),
  gcePersistentDisk: required('pdName'),
  awsElasticBlockStore: required('volumeID'),
  secret: (source, path) => [...required('secretName')(source, path), ...filesFaults(source, path)],
  nfs: (source, path) => [
    ...required('server', 'path')(source, path),
    ...(textIn(source, 'path').startsWith('/')
      ? []
      : [invalidValue(`${path}.path`, textIn(source, 'path'), 'must be an absolute path')]),
  ],
  iscsi: required('targetPortal', 'iqn'),
  glusterfs: required('endpoints', 'path'),
  persistentVolumeClaim: required('claimName'),
  rbd: required('image'),
  downwardAPI: (source, path) => [
    ...fileMode(`${path}.defaultMode`, source['defaultMode']),
    ...objectsIn(source, 'items').flatMap((file) => downwardItemFaults(file, path)),
  ],
  configMap: (source, path) => [...required('name')(source, path), ...filesFaults(source, path)],
  projected: (source, path) => [
    ...fileMode(`${path}.defaultMode`, source['defaultMode']),
    ...projectionFaults(source, path),
  ],
  csi: required('driver'),
  ephemeral: (source, path) =>
    isJsonObject(source['volumeClaimTemplate']) ? [] : [requiredValue(`${path}.volumeClaimTemplate`)],
  image: required('reference'),
};

function sourceFaults(volume: JsonObject, path: string): FieldCause[] {
  const present = Object.keys(volume).filter((field) => field !== 'name');
  const ordered = [
    ...Object.keys(SOURCES).filter((name) => present.includes(name)),
    ...present.filter((name) => SOURCES[name] === undefined),
  ];
  return ordered.flatMap((name, index) => {
    const source = volume[name];
    if (index > 0) return [forbiddenValue(`${path}.${name}`, 'may not specify more than 1 volume type')];
    return isJsonObject(source) ? (SOURCES[name]?.(source, `${path}.${name}`) ?? []) : [];
  });
}

function required(...fields: readonly string[]): SourceCheck {
  return (source, path) =>
    fields.flatMap((field) => (textIn(source, field) === '' ? [requiredValue(`${path}.${field}`)] : []));
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

function filesFaults(source: JsonObject, path: string): FieldCause[] {
  return [
    ...fileMode(`${path}.defaultMode`, source['defaultMode']),
    ...indexed(objectsIn(source, 'items'), `${path}.items`).flatMap(([item, at]) => itemFaults(item, at)),
  ];
}

function itemFaults(item: JsonObject, path: string): FieldCause[] {
  return [
    ...required('key', 'path')(item, path),
    ...volumePath(`${path}.path`, textIn(item, 'path')),
    ...fileMode(`${path}.mode`, item['mode']),
  ];
}

function downwardItemFaults(file: JsonObject, path: string): FieldCause[] {
  const pathFaults = [...required('path')(file, path), ...volumePath(`${path}.path`, textIn(file, 'path'))];
  return [...downwardFileFaults(path, file, pathFaults), ...fileMode(`${path}.mode`, file['mode'])];
}

const MIN_TOKEN_SECONDS = 600;

function projectionFaults(projected: JsonObject, path: string): FieldCause[] {
  const paths = new Set<string>();
  const unique = (value: string, name: string): FieldCause[] => {
    if (value === '') return [];
    if (paths.has(value)) return [invalidValue(path, name, 'conflicting duplicate paths')];
    paths.add(value);
    return [];
  };
  return indexed(objectsIn(projected, 'sources'), `${path}.sources`).flatMap(([source, at]) => [
    ...['secret', 'configMap'].flatMap((kind) => {
      const files = source[kind];
      if (!isJsonObject(files)) return [];
      return [
        ...required('name')(files, `${at}.${kind}`),
        ...indexed(objectsIn(files, 'items'), `${at}.${kind}.items`).flatMap(([item, itemAt]) => [
          ...itemFaults(item, itemAt),
          ...unique(textIn(item, 'path'), textIn(files, 'name')),
        ]),
      ];
    }),
    ...(isJsonObject(source['downwardAPI'])
      ? objectsIn(source['downwardAPI'], 'items').flatMap((file) => [
          ...downwardItemFaults(file, `${at}.downwardAPI`),
          ...unique(textIn(file, 'path'), textIn(file, 'path')),
        ])
      : []),
    ...(isJsonObject(source['serviceAccountToken']) ? tokenFaults(source['serviceAccountToken'], at, path) : []),
    ...(Object.keys(source).length > 1
      ? [forbiddenValue(at, 'may not specify more than 1 volume type per source')]
      : []),
  ]);
}

function tokenFaults(token: JsonObject, at: string, path: string): FieldCause[] {
  const seconds = token['expirationSeconds'];
  const tooShort = typeof seconds === 'number' && seconds < MIN_TOKEN_SECONDS;
  const where = `${at}.serviceAccountToken.expirationSeconds`;
  return [
    ...(tooShort ? [invalidValue(where, seconds, 'may not specify a duration less than 10 minutes')] : []),
    ...required('path')(token, path),
    ...volumePath(`${path}.path`, textIn(token, 'path')),
  ];
}
