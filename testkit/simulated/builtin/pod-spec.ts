import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { qualifiedNameFaults } from '../rules/names.js';
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
import { containersFaults, initContainersFaults } from './container.js';
import { ephemeralFaults } from './ephemeral-containers.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { affinityFaults } from './pod-affinity.js';
import { dnsFaults, gateFaults, hostAliasFaults, spreadFaults, tolerationFaults } from './pod-scheduling.js';
import { checkVolumes } from './pod-volumes.js';
import { podSecurityFaults } from './security-context.js';

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const DEADLINES: readonly [number, number] = [1, 2_147_483_647];

/** What is wrong with the specification of a pod, wherever it stands, in the server's order. */
export function podSpecFaults(spec: JsonObject, path: string): FieldCause[] {
  const { faults, usable } = checkVolumes(spec, path);
  const containers = objectsIn(spec, 'containers');
  const claims = objectsIn(spec, 'resourceClaims').map((claim) => textIn(claim, 'name'));
  const pod = { volumes: usable, claims, graceSeconds: spec['terminationGracePeriodSeconds'] };
  const names = new Set(containers.map((container) => textIn(container, 'name')));
  const label = (field: string): FieldCause[] =>
    textIn(spec, field) === '' ? [] : dnsLabel(`${path}.${field}`, textIn(spec, field));
  return [
    ...faults,
    ...containersFaults(containers, `${path}.containers`, pod),
    ...initContainersFaults(objectsIn(spec, 'initContainers'), `${path}.initContainers`, { ...pod, names }),
    ...ephemeralFaults(spec, `${path}.ephemeralContainers`, pod),
    ...oneOf(`${path}.restartPolicy`, spec['restartPolicy'], ['Always', 'OnFailure', 'Never']),
    ...oneOf(`${path}.dnsPolicy`, spec['dnsPolicy'], DNS_POLICIES),
    ...labelsFaults(`${path}.nodeSelector`, spec['nodeSelector']),
    ...podSecurityFaults(spec, path),
    ...affinityFaults(spec['affinity'], `${path}.affinity`),
    ...dnsFaults(spec, path),
    ...gateFaults(spec, path),
    ...spreadFaults(spec, path),
    ...dnsSubdomain(`${path}.serviceAccountName`, textIn(spec, 'serviceAccountName')),
    ...dnsSubdomain(`${path}.nodeName`, textIn(spec, 'nodeName')),
    ...between(`${path}.activeDeadlineSeconds`, spec['activeDeadlineSeconds'], DEADLINES),
    ...['hostname', 'subdomain'].flatMap(label),
    ...tolerationFaults(spec, path),
    ...hostAliasFaults(spec, path),
    ...['priorityClassName', 'runtimeClassName'].flatMap((field) =>
      dnsSubdomain(`${path}.${field}`, textIn(spec, field)),
    ),
    ...oneOf(`${path}.preemptionPolicy`, spec['preemptionPolicy'], ['Never', 'PreemptLowerPriority']),
    ...systemFaults(spec['os'], `${path}.os`),
  ];
}

function systemFaults(system: unknown, path: string): FieldCause[] {
  if (!isJsonObject(system)) return [];
  const name = textIn(system, 'name');
  if (name === '') return [requiredValue(`${path}.name`)];
  return ['linux', 'windows'].includes(name) ? [] : [unsupportedValue(path, name, ['linux', 'windows'])];
}

/** What is wrong with a specification that is that of a pod itself, beyond what is wrong with any. */
export function ownPodSpecFaults(spec: JsonObject): FieldCause[] {
  const untrimmed = ['containers', 'initContainers'].flatMap((field) =>
    indexed(objectsIn(spec, field), `spec.${field}`).flatMap(([container, at]) => {
      const image = textIn(container, 'image');
      const fault = 'must not have leading or trailing whitespace';
      return image.trim() === image ? [] : [invalidValue(`${at}.image`, image, fault)];
    }),
  );
  return [...(textIn(spec, 'serviceAccountName') === '' ? tokensWithoutAccount(spec) : []), ...untrimmed];
}

function tokensWithoutAccount(spec: JsonObject): FieldCause[] {
  return indexed(objectsIn(spec, 'volumes'), 'spec.volumes').flatMap(([volume, at]) =>
    indexed(objectsIn(objectIn(volume, 'projected'), 'sources'), `${at}.projected.sources`)
      .filter(([source]) => isJsonObject(source['serviceAccountToken']))
      .map(([, sourceAt]) =>
        forbiddenValue(`${sourceAt}.serviceAccountToken`, 'must not be specified when serviceAccountName is not set'),
      ),
  );
}

/** What is wrong with the template of pods. */
export function podTemplateFaults(template: JsonObject, path: string): FieldCause[] {
  const metadata = objectIn(template, 'metadata');
  const spec = objectIn(template, 'spec');
  const ephemeral = objectsIn(spec, 'ephemeralContainers').length > 0;
  return [
    ...labelsFaults(`${path}.labels`, metadata['labels']),
    ...Object.keys(objectIn(metadata, 'annotations')).flatMap((key) =>
      qualifiedNameFaults(key.toLowerCase()).map((fault) => invalidValue(`${path}.annotations`, key, fault)),
    ),
    ...podSpecFaults(spec, `${path}.spec`),
    ...(ephemeral
      ? [forbiddenValue(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}
