import { objectIn, objectsIn, textIn, textsIn } from '../builtin/checks.js';
import type { JsonObject } from '../objects/api-object.js';
import { procMount } from './baseline-checks.js';
import {
  containersWhere,
  contextOf,
  distinct,
  named,
  quoted,
  setters,
  unlessForWindows,
  unlessInUserNamespace,
} from './pod-check.js';
import type { PodCheck, VersionedCheck } from './pod-check.js';
import { requiredSeccomp } from './seccomp-checks.js';

const privilegeEscalation: PodCheck = (pod) => {
  const containers = containersWhere(pod, (container) => contextOf(container)['allowPrivilegeEscalation'] !== false);
  if (containers.length === 0) return undefined;
  const detail = `${named('container', containers)} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
};

const capabilities: PodCheck = (pod) => {
  const listed = (container: JsonObject, field: string): string[] =>
    textsIn(objectIn(contextOf(container), 'capabilities'), field);
  const added = (container: JsonObject): string[] =>
    listed(container, 'add').filter((name) => name !== 'NET_BIND_SERVICE');
  const keeping = containersWhere(pod, (container) => !listed(container, 'drop').includes('ALL'));
  const adding = containersWhere(pod, (container) => added(container).length > 0);
  const names = quoted(distinct(pod.containers.flatMap(added)));
  const details = [
    ...(keeping.length > 0
      ? [`${named('container', keeping)} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(adding.length > 0
      ? [`${named('container', adding)} must not include ${names} in securityContext.capabilities.add`]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
const RESTRICTED_VOLUMES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
];

const volumes: PodCheck = ({ spec }) => {
  const bad = objectsIn(spec, 'volumes').filter((volume) => VOLUMES.every((type) => volume[type] === undefined));
  if (bad.length === 0) return undefined;
  const types = distinct(
    bad.map((volume) => RESTRICTED_VOLUMES.find((type) => volume[type] !== undefined) ?? 'unknown'),
  );
  const names = bad.map((volume) => textIn(volume, 'name'));
  const detail = `${named('volume', names)} ${names.length === 1 ? 'uses' : 'use'} ${named('restricted volume type', types)}`;
  return { reason: 'restricted volume types', detail };
};

const nonRoot: PodCheck = (pod) => {
  const reason = 'runAsNonRoot != true';
  const wish = (context: JsonObject): unknown => context['runAsNonRoot'];
  const who = setters(
    wish(pod.securityContext) === false,
    containersWhere(pod, (container) => wish(contextOf(container)) === false),
  );
  if (who !== '') return { reason, detail: `${who} must not set securityContext.runAsNonRoot=false` };
  if (wish(pod.securityContext) === true) return undefined;
  const silent = containersWhere(pod, (container) => wish(contextOf(container)) === undefined);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${named('container', silent)} must set securityContext.runAsNonRoot=true` };
};

const notAsRoot: PodCheck = (pod) => {
  const isRoot = (context: JsonObject): boolean => context['runAsUser'] === 0;
  const who = setters(
    isRoot(pod.securityContext),
    containersWhere(pod, (container) => isRoot(contextOf(container))),
  );
  return who === '' ? undefined : { reason: 'runAsUser=0', detail: `${who} must not set runAsUser=0` };
};

/** What pods must keep to beyond the baseline where they are not trusted at all. */
export const RESTRICTED_CHECKS: readonly VersionedCheck[] = [
  {
    id: 'allowPrivilegeEscalation',
    versions: [
      { since: 8, check: privilegeEscalation },
      { since: 25, check: unlessForWindows(privilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    overrides: 'capabilities_baseline',
    versions: [
      { since: 22, check: capabilities },
      { since: 25, check: unlessForWindows(capabilities) },
    ],
  },
  { id: 'procMount_restricted', overrides: 'procMount', versions: [{ since: 35, check: procMount }] },
  { id: 'restrictedVolumes', overrides: 'hostPathVolumes', versions: [{ since: 0, check: volumes }] },
  {
    id: 'runAsNonRoot',
    versions: [
      { since: 0, check: nonRoot },
      { since: 35, check: unlessInUserNamespace(nonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    versions: [
      { since: 23, check: notAsRoot },
      { since: 35, check: unlessInUserNamespace(notAsRoot) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    overrides: 'seccompProfile_baseline',
    versions: [
      { since: 19, check: requiredSeccomp },
      { since: 25, check: unlessForWindows(requiredSeccomp) },
    ],
  },
];
