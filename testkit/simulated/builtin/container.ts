import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { between, dnsLabel, indexed, objectIn, objectsIn, oneOf, PORTS, textIn } from './checks.js';
import { envFaults } from './container-env.js';
import { handlerFaults, portNameFaults, unwantedHandlers } from './container-handlers.js';
import { initResizeFaults, initRestartFaults, resizePolicyFaults, restartFaults } from './container-policies.js';
import { resourceFaults } from './container-resources.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { containerSecurityFaults } from './security-context.js';
import { deviceFaults, mountFaults } from './volume-mounts.js';
import type { UsableVolumes } from './volume-mounts.js';

/** What containers may refer to in their pod. */
export interface PodSurroundings {
  readonly volumes: UsableVolumes;
  /** Names of resource claims. */
  readonly claims: readonly string[];
  readonly graceSeconds: unknown;
  /** When containers are started again. */
  readonly restartPolicy: unknown;
  /** Whether users in the pod are users of its node. */
  readonly hostUsers: boolean;
}

/** What is wrong with the containers of a pod that run all the time. */
export function containersFaults(list: readonly JsonObject[], path: string, pod: PodSurroundings): FieldCause[] {
  if (list.length === 0) return [requiredValue(path)];
  const names = new Set<string>();
  return [
    ...indexed(list, path).flatMap(([container, at]) => [
      ...commonFaults(container, at, pod),
      ...repeatedName(container, at, names),
      ...handlerFaults(container, at, pod.graceSeconds),
      ...restartFaults(container, at),
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
    ...initRestartFaults(container, at),
    ...repeatedName(container, at, names),
    ...hostPortFaults([container], path),
    ...(container['restartPolicy'] === 'Always'
      ? handlerFaults(container, at, pod.graceSeconds)
      : unwantedHandlers(container, at)),
    ...initResizeFaults(container, at),
  ]);
}

/** What is wrong with any container. */
export function commonFaults(container: JsonObject, path: string, pod: PodSurroundings): FieldCause[] {
  const { volumes, claims } = pod;
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
    ...resizePolicyFaults(container, `${path}.resizePolicy`, pod.restartPolicy),
    ...containerSecurityFaults(container['securityContext'], `${path}.securityContext`, pod.hostUsers),
  ];
}

/** What is wrong with the image of a container that is one of a pod, not of a template. */
export function untrimmedImage(container: JsonObject, path: string): FieldCause[] {
  const image = textIn(container, 'image');
  return image.trim() === image
    ? []
    : [invalidValue(`${path}.image`, image, 'must not have leading or trailing whitespace')];
}

/** The server counts names that are missing among those that repeat. */
function repeatedName(named: JsonObject, path: string, seen: Set<string>): FieldCause[] {
  const name = textIn(named, 'name');
  if (seen.has(name)) return [duplicateValue(`${path}.name`, name)];
  seen.add(name);
  return [];
}

function portsFaults(container: JsonObject, path: string): FieldCause[] {
  const names = new Set<string>();
  return indexed(objectsIn(container, 'ports'), path).flatMap(([port, at]) => {
    const number = port['containerPort'];
    const name = textIn(port, 'name');
    const named = name === '' ? [] : portNameFaults(name).map((fault) => invalidValue(`${at}.name`, name, fault));
    return [
      ...named,
      ...(name !== '' && named.length === 0 ? repeatedName(port, at, names) : []),
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
