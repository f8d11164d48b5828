import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { subdomainFaults } from '../rules/names.js';
import {
  annotationsFaults,
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
import { containersFaults, initContainersFaults, untrimmedImage } from './container.js';
import type { PodSurroundings } from './container.js';
import { resourceFaults } from './container-resources.js';
import { ephemeralFaults } from './ephemeral-containers.js';
import { forbiddenValue, invalidValue, notFoundValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { affinityFaults } from './pod-affinity.js';
import { annotationValueFaults, profileMatchFaults } from './pod-annotations.js';
import {
  hostnameOverrideFaults,
  hostNetworkFaults,
  hostUsersFaults,
  podClaimFaults,
  systemFaults,
  wholeResourceFaults,
} from './pod-host.js';
import { dnsFaults, gateFaults, hostAliasFaults, spreadFaults, tolerationFaults } from './pod-scheduling.js';
import { checkVolumes } from './pod-volumes.js';
import { podSecurityFaults } from './security-context.js';
import { everyContainer, hostProcessFaults } from './windows-options.js';

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const DEADLINES: readonly [number, number] = [1, 2_147_483_647];

/** What is wrong with the specification of a pod, wherever it stands, in the server's order. */
export function podSpecFaults(spec: JsonObject, path: string, pod?: JsonObject): FieldCause[] {
  const { faults, usable } = checkVolumes(spec, path, pod);
  const claims = [...new Set(objectsIn(spec, 'resourceClaims').map((claim) => textIn(claim, 'name')))].filter(
    (name) => name !== '',
  );
  return [
    ...faults,
    ...podClaimFaults(spec, path, pod),
    ...allContainersFaults(spec, path, { volumes: usable, claims }),
    ...wholeResourceFaults(spec, path, claims),
    ...hostNetworkFaults(spec, path, pod !== undefined),
    ...oneOf(`${path}.restartPolicy`, spec['restartPolicy'], ['Always', 'OnFailure', 'Never']),
    ...oneOf(`${path}.dnsPolicy`, spec['dnsPolicy'], DNS_POLICIES),
    ...labelsFaults(`${path}.nodeSelector`, spec['nodeSelector']),
    ...podSecurityFaults(spec, path),
    ...affinityFaults(spec['affinity'], `${path}.affinity`),
    ...dnsFaults(spec, path),
    ...gateFaults(spec, path),
    ...spreadFaults(spec, path),
    ...hostProcessFaults(spec, path),
    ...hostUsersFaults(spec, path),
    ...hostnameOverrideFaults(spec, path),
    ...nameFaults(spec, path),
    ...(spec['preemptionPolicy'] === ''
      ? [requiredValue(`${path}.preemptionPolicy`)]
      : oneOf(`${path}.preemptionPolicy`, spec['preemptionPolicy'], ['PreemptLowerPriority', 'Never'])),
    ...resourceFaults({ limits: spec['overhead'] ?? {} }, `${path}.overhead`),
    ...systemFaults(spec, path),
    ...fileVariableFaults(spec, path),
  ];
}

function allContainersFaults(
  spec: JsonObject,
  path: string,
  known: Pick<PodSurroundings, 'volumes' | 'claims'>,
): FieldCause[] {
  const containers = objectsIn(spec, 'containers');
  const names = new Set(containers.map((container) => textIn(container, 'name')));
  const pod: PodSurroundings = {
    ...known,
    graceSeconds: spec['terminationGracePeriodSeconds'],
    restartPolicy: spec['restartPolicy'],
    hostUsers: spec['hostUsers'] !== false,
  };
  return [
    ...containersFaults(containers, `${path}.containers`, pod),
    ...initContainersFaults(objectsIn(spec, 'initContainers'), `${path}.initContainers`, { ...pod, names }),
    ...ephemeralFaults(spec, `${path}.ephemeralContainers`, pod),
  ];
}

function nameFaults(spec: JsonObject, path: string): FieldCause[] {
  const label = (field: string): FieldCause[] =>
    textIn(spec, field) === '' ? [] : dnsLabel(`${path}.${field}`, textIn(spec, field));
  return [
    ...dnsSubdomain(`${path}.serviceAccountName`, textIn(spec, 'serviceAccountName')),
    ...dnsSubdomain(`${path}.nodeName`, textIn(spec, 'nodeName')),
    ...between(`${path}.activeDeadlineSeconds`, spec['activeDeadlineSeconds'], DEADLINES),
    ...['hostname', 'subdomain'].flatMap(label),
    ...tolerationFaults(spec, path),
    ...hostAliasFaults(spec, path),
    ...dnsSubdomain(`${path}.priorityClassName`, textIn(spec, 'priorityClassName')),
    ...(typeof spec['runtimeClassName'] === 'string' ? subdomainFaults(spec['runtimeClassName']) : []).map((fault) =>
      invalidValue(`${path}.runtimeClassName`, spec['runtimeClassName'], fault),
    ),
  ];
}

/** Variables that are read from files, which are in directories of the pod. */
function fileVariableFaults(spec: JsonObject, path: string): FieldCause[] {
  const volumes = new Map(objectsIn(spec, 'volumes').map((volume) => [textIn(volume, 'name'), volume]));
  return everyContainer(spec, path).flatMap(([container, at]) =>
    indexed(objectsIn(container, 'env'), `${at}.env`).flatMap(([variable, where]) => {
      const reference = objectIn(variable, 'valueFrom')['fileKeyRef'];
      if (!isJsonObject(reference)) return [];
      const name = textIn(reference, 'volumeName');
      const field = `${where}.valueFrom.fileKeyRef.volumeName`;
      const volume = volumes.get(name);
      if (volume === undefined) return [notFoundValue(field, name)];
      return isJsonObject(volume['emptyDir'])
        ? []
        : [invalidValue(field, name, 'referenced volume must be of type emptyDir')];
    }),
  );
}

/** What is wrong with a specification that is that of a pod itself, beyond what is wrong with any. */
export function ownPodSpecFaults(spec: JsonObject): FieldCause[] {
  const untrimmed = ['containers', 'initContainers'].flatMap((field) =>
    indexed(objectsIn(spec, field), `spec.${field}`).flatMap(([container, at]) => untrimmedImage(container, at)),
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
    ...annotationsFaults(`${path}.annotations`, metadata['annotations']),
    ...annotationValueFaults(metadata, spec, `${path}.annotations`),
    ...podSpecFaults(spec, `${path}.spec`),
    ...profileMatchFaults(metadata, spec, `${path}.spec`),
    ...(ephemeral
      ? [forbiddenValue(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}
