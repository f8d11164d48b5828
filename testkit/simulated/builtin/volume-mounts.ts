import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { indexed, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { forbiddenValue, invalidValue, notFoundValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { descendingPath, noBacksteps } from './path-checks.js';

/** The volumes of a pod that can be mounted, by name. */
export type UsableVolumes = ReadonlyMap<string, JsonObject>;

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIONS = ['Disabled', 'Enabled', 'IfPossible'];

/** What is wrong with the volumes that a container mounts. */
export function mountFaults(container: JsonObject, path: string, volumes: UsableVolumes): FieldCause[] {
  const paths = new Set<string>();
  const devices = objectsIn(container, 'volumeDevices');
  return indexed(objectsIn(container, 'volumeMounts'), path).flatMap(([mount, at]) => {
    const [name, mountPath] = [textIn(mount, 'name'), textIn(mount, 'mountPath')];
    const repeated = paths.has(mountPath);
    paths.add(mountPath);
    return [
      ...(name === '' ? [requiredValue(`${at}.name`)] : []),
      ...(volumes.has(name) ? [] : [notFoundValue(`${at}.name`, name)]),
      ...(mountPath === '' ? [requiredValue(`${at}.mountPath`)] : []),
      ...(repeated ? [invalidValue(`${at}.mountPath`, mountPath, 'must be unique')] : []),
      ...(devices.some((device) => textIn(device, 'name') === name)
        ? [invalidValue(`${at}.name`, name, 'must not already exist in volumeDevices')]
        : []),
      ...(devices.some((device) => textIn(device, 'devicePath') === mountPath)
        ? [invalidValue(`${at}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices')]
        : []),
      ...subPathFaults(mount, path, at),
      ...propagationFaults(mount, path, objectIn(container, 'securityContext')),
    ];
  });
}

function subPathFaults(mount: JsonObject, path: string, at: string): FieldCause[] {
  const [subPath, expression] = [textIn(mount, 'subPath'), textIn(mount, 'subPathExpr')];
  const both = subPath !== '' && expression !== '';
  return [
    ...descendingPath(`${path}.subPath`, subPath),
    ...(both ? [invalidValue(`${at}.subPathExpr`, expression, 'subPathExpr and subPath are mutually exclusive')] : []),
    ...descendingPath(`${path}.subPathExpr`, expression),
  ];
}

function propagationFaults(mount: JsonObject, path: string, context: JsonObject): FieldCause[] {
  const { mountPropagation: propagation, recursiveReadOnly: recursive } = mount;
  const forPrivileged = propagation === 'Bidirectional' && context['privileged'] !== true;
  const privileged = 'Bidirectional mount propagation is available only to privileged containers';
  const only = (wrong: boolean, what: string): FieldCause[] =>
    wrong && recursive !== undefined && recursive !== 'Disabled' && RECURSIONS.includes(String(recursive))
      ? [forbiddenValue(`${path}.recursiveReadOnly`, `may only be specified when ${what}`)]
      : [];
  return [
    ...oneOf(`${path}.mountPropagation`, propagation, PROPAGATIONS),
    ...(forPrivileged ? [forbiddenValue(`${path}.mountPropagation`, privileged)] : []),
    ...only(mount['readOnly'] !== true, 'readOnly is true'),
    ...only(propagation !== undefined && propagation !== 'None', 'mountPropagation is None or not specified'),
    ...oneOf(`${path}.recursiveReadOnly`, recursive, RECURSIONS),
  ];
}

/** What is wrong with the volumes that a container has as devices. */
export function deviceFaults(container: JsonObject, path: string, volumes: UsableVolumes): FieldCause[] {
  const [names, paths] = [new Set<string>(), new Set<string>()];
  const mounts = objectsIn(container, 'volumeMounts');
  return indexed(objectsIn(container, 'volumeDevices'), path).flatMap(([device, at]) => {
    const [name, devicePath] = [textIn(device, 'name'), textIn(device, 'devicePath')];
    const rising = noBacksteps('', devicePath).length > 0;
    const faults = [
      ...deviceNameFaults(name, `${at}.name`, { volumes, names }),
      ...(devicePath === '' ? [requiredValue(`${at}.devicePath`)] : []),
      ...(paths.has(devicePath) ? [invalidValue(`${at}.devicePath`, devicePath, 'must be unique')] : []),
      ...(rising ? [invalidValue(`${at}.devicePath`, devicePath, "can not contain backsteps ('..')")] : []),
      ...(mounts.some((mount) => textIn(mount, 'name') === name)
        ? [invalidValue(`${at}.name`, name, 'must not already exist in volumeMounts')]
        : []),
      ...(mounts.some((mount) => textIn(mount, 'mountPath') === devicePath)
        ? [invalidValue(`${at}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts')]
        : []),
    ];
    if (!rising) paths.add(devicePath);
    if (name !== '') names.add(name);
    return faults;
  });
}

function deviceNameFaults(
  name: string,
  path: string,
  { volumes, names }: { readonly volumes: UsableVolumes; readonly names: ReadonlySet<string> },
): FieldCause[] {
  const volume = volumes.get(name);
  const isBlock = volume && (isJsonObject(volume['persistentVolumeClaim']) || isJsonObject(volume['ephemeral']));
  const unfit = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
  return [
    ...(name === '' ? [requiredValue(path)] : []),
    ...(names.has(name) ? [invalidValue(path, name, 'must be unique')] : []),
    ...(volume && !isBlock ? [invalidValue(path, name, unfit)] : []),
    ...(volume ? [] : [notFoundValue(path, name)]),
  ];
}
