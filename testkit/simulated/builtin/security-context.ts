import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import { between, indexed, objectsIn, oneOf, textIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { descendingPath } from './path-checks.js';

const IDS: readonly [number, number] = [0, 2_147_483_647];
const SYSCTL = String.raw`^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`;
const MAX_SYSCTL = 253;
const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** What is wrong with the security context of a pod. */
export function podSecurityFaults(spec: JsonObject, path: string): FieldCause[] {
  const context = isJsonObject(spec['securityContext']) ? spec['securityContext'] : {};
  const at = `${path}.securityContext`;
  const groups = Array.isArray(context['supplementalGroups']) ? context['supplementalGroups'] : [];
  const shared = spec['shareProcessNamespace'] === true && spec['hostPID'] === true;
  return [
    ...['fsGroup', 'runAsUser', 'runAsGroup'].flatMap((field) => between(`${at}.${field}`, context[field], IDS)),
    ...groups.flatMap((group, index) => between(`${at}.supplementalGroups[${index}]`, group, IDS)),
    ...(shared
      ? [invalidValue(`${at}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled')]
      : []),
    ...indexed(objectsIn(context, 'sysctls'), `${at}.sysctls`).flatMap(([sysctl, where]) =>
      sysctlFaults(textIn(sysctl, 'name'), `${where}.name`),
    ),
    ...oneOf(`${at}.fsGroupChangePolicy`, context['fsGroupChangePolicy'], ['Always', 'OnRootMismatch']),
    ...profileFaults(context['seccompProfile'], `${at}.seccompProfile`, 'seccomp'),
    ...profileFaults(context['appArmorProfile'], `${at}.appArmorProfile`, 'AppArmor'),
    ...oneOf(`${at}.supplementalGroupsPolicy`, context['supplementalGroupsPolicy'], ['Merge', 'Strict']),
  ];
}

function sysctlFaults(name: string, path: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  if (name.length <= MAX_SYSCTL && new RegExp(SYSCTL).test(name)) return [];
  return [invalidValue(path, name, `must have at most ${MAX_SYSCTL} characters and match regex ${SYSCTL}`)];
}

/** What is wrong with the security context of a container. */
export function containerSecurityFaults(context: unknown, path: string): FieldCause[] {
  if (!isJsonObject(context)) return [];
  const capabilities = isJsonObject(context['capabilities']) ? context['capabilities'] : {};
  const added = Array.isArray(capabilities['add']) ? capabilities['add'] : [];
  const unescalated = context['allowPrivilegeEscalation'] === false;
  const cannot = (what: string): FieldCause =>
    invalidValue(path, internalContext(context), `cannot set \`allowPrivilegeEscalation\` to false and ${what}`);
  return [
    ...['runAsUser', 'runAsGroup'].flatMap((field) => between(`${path}.${field}`, context[field], IDS)),
    ...oneOf(`${path}.procMount`, context['procMount'], ['Default', 'Unmasked']),
    ...profileFaults(context['seccompProfile'], `${path}.seccompProfile`, 'seccomp'),
    ...(unescalated && context['privileged'] === true ? [cannot('`privileged` to true')] : []),
    ...(unescalated && added.includes('CAP_SYS_ADMIN') ? [cannot('`capabilities.Add` CAP_SYS_ADMIN')] : []),
    ...profileFaults(context['appArmorProfile'], `${path}.appArmorProfile`, 'AppArmor'),
  ];
}

function profileFaults(profile: unknown, path: string, what: string): FieldCause[] {
  if (!isJsonObject(profile)) return [];
  const type = textIn(profile, 'type');
  const faults = type === '' ? [requiredValue(`${path}.type`)] : oneOf(`${path}.type`, type, PROFILES);
  const local = profile['localhostProfile'];
  if (type === 'Localhost') {
    if (typeof local !== 'string') {
      return [...faults, requiredValue(`${path}.localhostProfile`, `must be set when ${what} type is Localhost`)];
    }
    return [...faults, ...descendingPath(`${path}.localhostProfile`, local)];
  }
  if (local === undefined) return faults;
  const shown = new StructValue({ Type: type, LocalhostProfile: local });
  return [...faults, invalidValue(`${path}.localhostProfile`, shown, `can only be set when ${what} type is Localhost`)];
}

/** The context as the server has it in memory, which is how messages show it. */
function internalContext(context: JsonObject): StructValue {
  const { capabilities } = context;
  const field = (name: string): unknown => context[name] ?? null;
  return new StructValue({
    Capabilities: isJsonObject(capabilities)
      ? { Add: capabilities['add'] ?? null, Drop: capabilities['drop'] ?? null }
      : null,
    Privileged: field('privileged'),
    SELinuxOptions: field('seLinuxOptions'),
    WindowsOptions: field('windowsOptions'),
    RunAsUser: field('runAsUser'),
    RunAsGroup: field('runAsGroup'),
    RunAsNonRoot: field('runAsNonRoot'),
    ReadOnlyRootFilesystem: field('readOnlyRootFilesystem'),
    AllowPrivilegeEscalation: field('allowPrivilegeEscalation'),
    ProcMount: field('procMount'),
    SeccompProfile: field('seccompProfile'),
    AppArmorProfile: field('appArmorProfile'),
  });
}
