import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import {
  between,
  dnsLabel,
  dnsSubdomain,
  indexed,
  labelsFaults,
  objectIn,
  objectsIn,
  oneOf,
  textIn,
} from './checks.js';
import { containerFaults, duplicateNames } from './container.js';
import { forbiddenValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const IDS: readonly [number, number] = [0, 2_147_483_647];

/** What is wrong with the specification of a pod, wherever it stands, in the server's order. */
export function podSpecFaults(spec: JsonObject, path: string): FieldCause[] {
  const volumes = objectsIn(spec, 'volumes');
  const names = new Set(volumes.map((volume) => textIn(volume, 'name')));
  const containers = objectsIn(spec, 'containers');
  const init = objectsIn(spec, 'initContainers');
  return [
    ...indexed(volumes, `${path}.volumes`).flatMap(([volume, at]) => volumeFaults(volume, at)),
    ...duplicateNames(volumes, `${path}.volumes`),
    ...(containers.length === 0 ? [requiredValue(`${path}.containers`)] : []),
    ...indexed(containers, `${path}.containers`).flatMap(([container, at]) => containerFaults(container, at, names)),
    ...duplicateNames(containers, `${path}.containers`),
    ...indexed(init, `${path}.initContainers`).flatMap(([container, at]) => containerFaults(container, at, names)),
    ...duplicateNames([...containers, ...init].slice(containers.length), `${path}.initContainers`),
    ...oneOf(`${path}.restartPolicy`, spec['restartPolicy'], ['Always', 'OnFailure', 'Never']),
    ...oneOf(`${path}.dnsPolicy`, spec['dnsPolicy'], DNS_POLICIES),
    ...labelsFaults(`${path}.nodeSelector`, spec['nodeSelector']),
    ...securityFaults(spec['securityContext'], `${path}.securityContext`),
    ...dnsSubdomain(`${path}.serviceAccountName`, textIn(spec, 'serviceAccountName')),
    ...dnsSubdomain(`${path}.nodeName`, textIn(spec, 'nodeName')),
    ...between(`${path}.activeDeadlineSeconds`, spec['activeDeadlineSeconds'], [1, 2_147_483_647]),
    ...(textIn(spec, 'hostname') === '' ? [] : dnsLabel(`${path}.hostname`, textIn(spec, 'hostname'))),
    ...(textIn(spec, 'subdomain') === '' ? [] : dnsLabel(`${path}.subdomain`, textIn(spec, 'subdomain'))),
    ...indexed(objectsIn(spec, 'tolerations'), `${path}.tolerations`).flatMap(([toleration, at]) =>
      tolerationFaults(toleration, at),
    ),
  ];
}

function volumeFaults(volume: JsonObject, path: string): FieldCause[] {
  const sources = Object.keys(volume).filter((field) => field !== 'name');
  const claim = volume['persistentVolumeClaim'];
  return [
    ...dnsLabel(`${path}.name`, textIn(volume, 'name')),
    ...sources
      .sort((a, b) => SOURCE_ORDER.indexOf(a) - SOURCE_ORDER.indexOf(b))
      .slice(1)
      .map((source) => forbiddenValue(`${path}.${source}`, 'may not specify more than 1 volume type')),
    ...(isJsonObject(claim) && textIn(claim, 'claimName') === ''
      ? [requiredValue(`${path}.persistentVolumeClaim.claimName`)]
      : []),
    ...(isJsonObject(volume['secret']) && textIn(volume['secret'], 'secretName') === ''
      ? [requiredValue(`${path}.secret.secretName`)]
      : []),
    ...(isJsonObject(volume['configMap']) && textIn(volume['configMap'], 'name') === ''
      ? [requiredValue(`${path}.configMap.name`)]
      : []),
    ...(isJsonObject(volume['hostPath']) && textIn(volume['hostPath'], 'path') === ''
      ? [requiredValue(`${path}.hostPath.path`)]
      : []),
  ];
}

/** In the order in which the server looks at them: the first counts, the others are too many. */
const SOURCE_ORDER = [
  'emptyDir',
  'hostPath',
  'secret',
  'nfs',
  'persistentVolumeClaim',
  'configMap',
  'projected',
  'csi',
];

function securityFaults(context: unknown, path: string): FieldCause[] {
  if (!isJsonObject(context)) return [];
  return ['fsGroup', 'runAsUser', 'runAsGroup'].flatMap((field) => between(`${path}.${field}`, context[field], IDS));
}

function tolerationFaults(toleration: JsonObject, path: string): FieldCause[] {
  const operator = textIn(toleration, 'operator');
  return operator === '' ? [] : oneOf(`${path}.operator`, operator, ['Equal', 'Exists']);
}

/** What is wrong with the template of pods. */
export function podTemplateFaults(template: JsonObject, path: string): FieldCause[] {
  const metadata = objectIn(template, 'metadata');
  return [
    ...labelsFaults(`${path}.labels`, metadata['labels']),
    ...podSpecFaults(objectIn(template, 'spec'), `${path}.spec`),
  ];
}
