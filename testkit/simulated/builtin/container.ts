import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { between, dnsLabel, indexed, objectIn, objectsIn, oneOf, PORTS, textIn } from './checks.js';
import { envFaults } from './container-env.js';
import { handlerFaults, portNameFaults, unwantedHandlers } from './container-handlers.js';
import { resourceFaults } from './container-resources.js';
import { forbiddenValue, invalidValue, notFoundValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { descendingPath } from './path-checks.js';
import { containerSecurityFaults } from './security-context.js';

/** What containers may refer to in their pod. */
export interface PodSurroundings {
  /** The volumes that can be mounted, by name. */
  readonly volumes: ReadonlyMap<string, JsonObject>;
  /** Names of resource claims. */
  readonly claims: readonly string[];
  readonly graceSeconds: unknown;
}

/** What is wrong with the containers of a pod that run all the time. */
export function containersFaults(list: readonly JsonObject[], path: string, pod: PodSurroundings): FieldCause[] {
  if (list.length === 0) return [requiredValue(path)];
  const names = new Set<string>();
  return [
    ...indexed(list, path).flatMap(([container, at]) => [
      ...commonFaults(container, at, pod),
      ...uniqueName(container, at, names),
      ...handlerFaults(container, at, pod.graceSeconds),
      ...oneOf(`${at}.restartPolicy`, container['restartPolicy'], ['Always', 'Never', 'OnFailure']),
    ]),
    ...hostPortFaults(list, path),
  ];
}

/** What is wrong with the containers that have to end, or have begun, before the others start. */
export function initContainersFaults(
  list: readonly JsonObject[],
  path: string,
  pod: PodSurroundings & { readonly names: ReadonlySet<string> },
): FieldCause[] {
  const names = new Set(pod.names);
  return indexed(list, path).flatMap(([container, at]) => [
    ...commonFaults(container, at, pod),
    ...oneOf(`${at}.restartPolicy`, container['restartPolicy'], ['Always', 'Never', 'OnFailure']),
    ...uniqueName(container, at, names),
    ...hostPortFaults([container], path),
    ...(container['restartPolicy'] === 'Always'
      ? handlerFaults(container, at, pod.graceSeconds)
      : unwantedHandlers(container, at)),
  ]);
}

/** What is wrong with any container. */
export function commonFaults(container: JsonObject, path: string, { volumes, claims }: PodSurroundings): FieldCause[] {
  return [
    ...dnsLabel(`${path}.name`, textIn(container, 'name')),
    ...(textIn(container, 'image') === '' ? [requiredValue(`${path}.image`)] : []),
    ...oneOf(`${path}.terminationMessagePolicy`, container['terminationMessagePolicy'], [
      'File',
      'FallbackToLogsOnError',
    ]),
    ...portsFaults(container, `${path}.ports`),
    ...envFaults(container, path),
    ...mountFaults(container, `${path}.volumeMounts`, volumes),
    ...deviceFaults(container, `${path}.volumeDevices`, volumes),
    ...oneOf(`${path}.imagePullPolicy`, container['imagePullPolicy'], ['Always', 'IfNotPresent', 'Never']),
    ...resourceFaults(objectIn(container, 'resources'), `${path}.resources`, claims),
    ...containerSecurityFaults(container['securityContext'], `${path}.securityContext`),
  ];
}

function uniqueName(container: JsonObject, path: string, seen: Set<string>): FieldCause[] {
  const name = textIn(container, 'name');
  if (name === '' || !seen.has(name)) {
    seen.add(name);
    return [];
  }
  return [duplicateValue(`${path}.name`, name)];
}

function portsFaults(container: JsonObject, path: string): FieldCause[] {
  const names = new Set<string>();
  return indexed(objectsIn(container, 'ports'), path).flatMap(([port, at]) => {
    const number = port['containerPort'];
    const name = textIn(port, 'name');
    const named = name === '' ? [] : portNameFaults(name).map((fault) => invalidValue(`${at}.name`, name, fault));
    return [
      ...named,
      ...(named.length === 0 ? uniqueName(port, at, names) : []),
      ...(number === 0 || number === undefined
        ? [requiredValue(`${at}.containerPort`)]
        : between(`${at}.containerPort`, number, PORTS)),
      ...(port['hostPort'] === undefined ? [] : between(`${at}.hostPort`, port['hostPort'], PORTS)),
      ...oneOf(`${at}.protocol`, port['protocol'], ['SCTP', 'TCP', 'UDP']),
    ];
  });
}

function hostPortFaults(containers: readonly JsonObject[], path: string): FieldCause[] {
  const seen = new Set<string>();
  return indexed(containers, path).flatMap(([container, at]) =>
    indexed(objectsIn(container, 'ports'), `${at}.ports`).flatMap(([port, portAt]) => {
      if (!port['hostPort']) return [];
      const text = `${textIn(port, 'protocol')}/${textIn(port, 'hostIP')}/${String(port['hostPort'])}`;
      if (seen.has(text)) return [duplicateValue(`${portAt}.hostPort`, text)];
      seen.add(text);
      return [];
    }),
  );
}

/** Refuses a second item of a name. */
export function duplicateNames(items: readonly JsonObject[], path: string): FieldCause[] {
  const seen = new Set<string>();
  return indexed(items, path).flatMap(([item, at]) => uniqueName(item, at, seen));
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

function mountFaults(container: JsonObject, path: string, volumes: PodSurroundings['volumes']): FieldCause[] {
  const paths = new Set<string>();
  const context = objectIn(container, 'securityContext');
  return indexed(objectsIn(container, 'volumeMounts'), path).flatMap(([mount, at]) => {
    const [name, mountPath] = [textIn(mount, 'name'), textIn(mount, 'mountPath')];
    const repeated = paths.has(mountPath);
    paths.add(mountPath);
    const forPrivileged = mount['mountPropagation'] === 'Bidirectional' && context['privileged'] !== true;
    return [
      ...(name === '' ? [requiredValue(`${at}.name`)] : []),
      ...(volumes.has(name) ? [] : [notFoundValue(`${at}.name`, name)]),
      ...(mountPath === '' ? [requiredValue(`${at}.mountPath`)] : []),
      ...(repeated ? [invalidValue(`${at}.mountPath`, mountPath, 'must be unique')] : []),
      ...['subPath', 'subPathExpr'].flatMap((field) => descendingPath(`${path}.${field}`, textIn(mount, field))),
      ...oneOf(`${path}.mountPropagation`, mount['mountPropagation'], PROPAGATIONS),
      ...(forPrivileged
        ? [
            forbiddenValue(
              `${path}.mountPropagation`,
              'Bidirectional mount propagation is available only to privileged containers',
            ),
          ]
        : []),
    ];
  });
}

function deviceFaults(container: JsonObject, path: string, volumes: PodSurroundings['volumes']): FieldCause[] {
  return indexed(objectsIn(container, 'volumeDevices'), path).flatMap(([device, at]) => {
    const [name, devicePath] = [textIn(device, 'name'), textIn(device, 'devicePath')];
    const volume = volumes.get(name);
    const isBlock = volume && (isJsonObject(volume['persistentVolumeClaim']) || isJsonObject(volume['ephemeral']));
    const unfit = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
    return [
      ...(name === '' ? [requiredValue(`${at}.name`)] : []),
      ...(volume && !isBlock ? [invalidValue(`${at}.name`, name, unfit)] : []),
      ...(volume ? [] : [notFoundValue(`${at}.name`, name)]),
      ...(devicePath === '' ? [requiredValue(`${at}.devicePath`)] : []),
    ];
  });
}
