import { objectIn, objectsIn, textIn, textsIn } from '../builtin/checks.js';
import type { JsonObject } from '../objects/api-object.js';
import { goQuote } from '../rules/go-text.js';
import {
  containersWhere,
  contextOf,
  distinct,
  named,
  plural,
  quoted,
  setters,
  unlessInUserNamespace,
} from './pod-check.js';
import type { PodCheck, VersionedCheck } from './pod-check.js';
import { badSeccompTypes, seccompAnnotations } from './seccomp-checks.js';

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const PROFILES: ReadonlySet<string> = new Set(['RuntimeDefault', 'Localhost']);

const appArmor: PodCheck = (pod) => {
  const typeIn = (context: JsonObject): string | undefined => {
    const profile = context['appArmorProfile'];
    return profile === undefined ? undefined : textIn(objectIn(context, 'appArmorProfile'), 'type');
  };
  const isBad = (context: JsonObject): boolean => {
    const type = typeIn(context);
    return type !== undefined && !PROFILES.has(type);
  };
  const containers = containersWhere(pod, (container) => isBad(contextOf(container)));
  const types = distinct(
    [pod.securityContext, ...pod.containers.map(contextOf)].filter(isBad).map((context) => typeIn(context) ?? ''),
  );
  const annotations = Object.entries(pod.annotations)
    .filter(([key, value]) => key.startsWith(APP_ARMOR) && !/^($|runtime\/default$|localhost\/)/.test(String(value)))
    .map(([key, value]) => `${key}=${goQuote(String(value))}`)
    .sort();
  const who = setters(isBad(pod.securityContext), containers);
  const all = [
    ...(who === '' ? [] : [who]),
    ...(annotations.length > 0 ? [plural('annotation', annotations.length)] : []),
  ];
  if (all.length === 0) return undefined;
  const values = [...types, ...annotations];
  return {
    reason: plural('forbidden AppArmor profile', values.length),
    detail: `${all.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

const DEFAULT_CAPABILITIES: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

const capabilities: PodCheck = (pod) => {
  const added = (container: JsonObject): string[] =>
    textsIn(objectIn(contextOf(container), 'capabilities'), 'add').filter((name) => !DEFAULT_CAPABILITIES.has(name));
  const containers = containersWhere(pod, (container) => added(container).length > 0);
  if (containers.length === 0) return undefined;
  const names = quoted(distinct(pod.containers.flatMap(added)));
  return {
    reason: 'non-default capabilities',
    detail: `${named('container', containers)} must not include ${names} in securityContext.capabilities.add`,
  };
};

const hostNamespaces: PodCheck = ({ spec }) => {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec[field] === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
};

const hostPaths: PodCheck = ({ spec }) => {
  const volumes = objectsIn(spec, 'volumes').filter((volume) => volume['hostPath'] !== undefined);
  if (volumes.length === 0) return undefined;
  const names = volumes.map((volume) => textIn(volume, 'name'));
  return { reason: 'hostPath volumes', detail: named('volume', names) };
};

const hostPorts: PodCheck = (pod) => {
  const portsOf = (container: JsonObject): string[] =>
    objectsIn(container, 'ports').flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)]));
  const containers = containersWhere(pod, (container) => portsOf(container).length > 0);
  const ports = distinct(pod.containers.flatMap(portsOf));
  return containers.length === 0
    ? undefined
    : { reason: 'hostPort', detail: `${usedBy(containers)} ${plural('hostPort', ports.length)} ${ports.join(', ')}` };
};

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];

const hostsOfHandlers: PodCheck = (pod) => {
  const hostsOf = (container: JsonObject): string[] => {
    const lifecycle = objectIn(container, 'lifecycle');
    const handlers = [
      ...PROBES.map((probe) => objectIn(container, probe)),
      ...['postStart', 'preStop'].map((moment) => objectIn(lifecycle, moment)),
    ];
    return handlers
      .flatMap((handler) => ['httpGet', 'tcpSocket'].map((way) => textIn(objectIn(handler, way), 'host')))
      .filter((host) => host !== '');
  };
  const containers = distinct(containersWhere(pod, (container) => hostsOf(container).length > 0));
  if (containers.length === 0) return undefined;
  const hosts = distinct(pod.containers.flatMap(hostsOf));
  return {
    reason: 'probe or lifecycle host',
    detail: `${usedBy(containers)} ${named('probe or lifecycle host', hosts)}`,
  };
};

function usedBy(containers: readonly string[]): string {
  return `${named('container', containers)} ${containers.length === 1 ? 'uses' : 'use'}`;
}

const privileged: PodCheck = (pod) => {
  const containers = containersWhere(pod, (container) => contextOf(container)['privileged'] === true);
  if (containers.length === 0) return undefined;
  const detail = `${named('container', containers)} must not set securityContext.privileged=true`;
  return { reason: 'privileged', detail };
};

/** Of both levels. */
export const procMount: PodCheck = (pod) => {
  const mountOf = (container: JsonObject): string => String(contextOf(container)['procMount'] ?? 'Default');
  const containers = containersWhere(pod, (container) => mountOf(container) !== 'Default');
  if (containers.length === 0) return undefined;
  const mounts = distinct(pod.containers.map(mountOf).filter((mount) => mount !== 'Default'));
  const detail = `${named('container', containers)} must not set securityContext.procMount to ${quoted(mounts)}`;
  return { reason: 'procMount', detail };
};

const SELINUX_TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

function seLinux(allowed: readonly string[]): PodCheck {
  return (pod) => {
    const optionsIn = (context: JsonObject): JsonObject => objectIn(context, 'seLinuxOptions');
    const sets = (options: JsonObject, field: string): boolean => textIn(options, field) !== '';
    const isBad = (context: JsonObject): boolean => {
      const options = optionsIn(context);
      return !allowed.includes(textIn(options, 'type')) || sets(options, 'user') || sets(options, 'role');
    };
    const who = setters(
      isBad(pod.securityContext),
      containersWhere(pod, (container) => isBad(contextOf(container))),
    );
    if (who === '') return undefined;
    const all = [pod.securityContext, ...pod.containers.map(contextOf)].map(optionsIn);
    const types = distinct(all.map((options) => textIn(options, 'type')).filter((type) => !allowed.includes(type)));
    const faults = [
      ...(types.length > 0 ? [named('type', types)] : []),
      ...['user', 'role']
        .filter((field) => all.some((options) => sets(options, field)))
        .map((field) => `${field} may not be set`),
    ];
    const detail = `${who} set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`;
    return { reason: 'seLinuxOptions', detail };
  };
}

const SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const SYSCTLS_27 = [...SYSCTLS, 'net.ipv4.ip_local_reserved_ports'];
const SYSCTLS_29 = [
  ...SYSCTLS_27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const SYSCTLS_32 = [...SYSCTLS_29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

function sysctls(allowed: readonly string[]): PodCheck {
  return ({ securityContext }) => {
    const names = objectsIn(securityContext, 'sysctls').map((sysctl) => textIn(sysctl, 'name'));
    const others = names.filter((name) => !allowed.includes(name));
    return others.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: others.join(', ') };
  };
}

const windowsHostProcess: PodCheck = (pod) => {
  const isSet = (context: JsonObject): boolean => objectIn(context, 'windowsOptions')['hostProcess'] === true;
  const who = setters(
    isSet(pod.securityContext),
    containersWhere(pod, (container) => isSet(contextOf(container))),
  );
  if (who === '') return undefined;
  return { reason: 'hostProcess', detail: `${who} must not set securityContext.windowsOptions.hostProcess=true` };
};

/** What every pod must keep to that is not trusted with its node. */
export const BASELINE_CHECKS: readonly VersionedCheck[] = [
  { id: 'appArmorProfile', versions: [{ since: 0, check: appArmor }] },
  { id: 'capabilities_baseline', versions: [{ since: 0, check: capabilities }] },
  { id: 'hostNamespaces', versions: [{ since: 0, check: hostNamespaces }] },
  { id: 'hostPathVolumes', versions: [{ since: 0, check: hostPaths }] },
  { id: 'hostPorts', versions: [{ since: 0, check: hostPorts }] },
  { id: 'hostProbesAndHostLifecycle', versions: [{ since: 34, check: hostsOfHandlers }] },
  { id: 'privileged', versions: [{ since: 0, check: privileged }] },
  {
    id: 'procMount',
    versions: [
      { since: 0, check: procMount },
      { since: 35, check: unlessInUserNamespace(procMount) },
    ],
  },
  {
    id: 'seLinuxOptions',
    versions: [
      { since: 0, check: seLinux(SELINUX_TYPES) },
      { since: 31, check: seLinux([...SELINUX_TYPES, 'container_engine_t']) },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    versions: [
      { since: 0, check: seccompAnnotations },
      { since: 19, check: badSeccompTypes },
    ],
  },
  {
    id: 'sysctls',
    versions: [
      { since: 0, check: sysctls(SYSCTLS) },
      { since: 27, check: sysctls(SYSCTLS_27) },
      { since: 29, check: sysctls(SYSCTLS_29) },
      { since: 32, check: sysctls(SYSCTLS_32) },
    ],
  },
  { id: 'windowsHostProcess', versions: [{ since: 0, check: windowsHostProcess }] },
];
