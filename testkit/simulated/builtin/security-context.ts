import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, StructValue, tooLong } from '../rules/field-fault.js';
import { between, indexed, objectsIn, oneOf, textIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { descendingPath } from './path-checks.js';
import { windowsFaults } from './windows-options.js';

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
    ...sysctlsFaults(spec, objectsIn(context, 'sysctls'), `${at}.sysctls`),
    ...oneOf(`${at}.fsGroupChangePolicy`, context['fsGroupChangePolicy'], ['Always', 'OnRootMismatch']),
    ...seccompFaults(context['seccompProfile'], `${at}.seccompProfile`),
    ...windowsFaults(context['windowsOptions'], `${at}.windowsOptions`),
    ...appArmorFaults(context['appArmorProfile'], `${at}.appArmorProfile`),
    ...oneOf(`${at}.supplementalGroupsPolicy`, context['supplementalGroupsPolicy'], ['Merge', 'Strict']),
    ...oneOf(`${at}.seLinuxChangePolicy`, context['seLinuxChangePolicy'], ['Recursive']),
  ];
}

/** Parameters of what pods may share with their node. */
const OF_NETWORK = /^net[./]/;
const OF_IPC = /^(kernel[./](sem$|shm|msg)|fs[./]mqueue[./])/;

function sysctlsFaults(spec: JsonObject, sysctls: readonly JsonObject[], path: string): FieldCause[] {
  const seen = new Set<string>();
  return indexed(sysctls, path).flatMap(([sysctl, at]) => {
    const name = textIn(sysctl, 'name');
    const own = sysctlFaults(name, `${at}.name`);
    const repeated = own.length === 0 && seen.has(name);
    seen.add(name);
    const shared =
      spec['hostNetwork'] === true && OF_NETWORK.test(name)
        ? 'hostNetwork'
        : spec['hostIPC'] === true && OF_IPC.test(name)
          ? 'hostIPC'
          : undefined;
    return [
      ...own,
      ...(repeated ? [duplicateValue(`${at}.name`, name)] : []),
      ...(shared === undefined
        ? []
        : [invalidValue(`${at}.name`, name, `may not be specified when '${shared}' is true`)]),
    ];
  });
}

function sysctlFaults(name: string, path: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  if (name.length <= MAX_SYSCTL && new RegExp(SYSCTL).test(name)) return [];
  return [invalidValue(path, name, `must have at most ${MAX_SYSCTL} characters and match regex ${SYSCTL}`)];
}

/** What is wrong with the security context of a container. */
export function containerSecurityFaults(context: unknown, path: string, hostUsers: boolean): FieldCause[] {
  if (!isJsonObject(context)) return [];
  const capabilities = isJsonObject(context['capabilities']) ? context['capabilities'] : {};
  const added = Array.isArray(capabilities['add']) ? capabilities['add'] : [];
  const unescalated = context['allowPrivilegeEscalation'] === false;
  const cannot = (what: string): FieldCause =>
    invalidValue(
      path,
      new StructValue(internalForm('apis/core.SecurityContext', context)),
      `cannot set \`allowPrivilegeEscalation\` to false and ${what}`,
    );
  return [
    ...['runAsUser', 'runAsGroup'].flatMap((field) => between(`${path}.${field}`, context[field], IDS)),
    ...oneOf(`${path}.procMount`, context['procMount'], ['Default', 'Unmasked']),
    ...(hostUsers && context['procMount'] === 'Unmasked'
      ? [invalidValue(`${path}.procMount`, 'Unmasked', '`hostUsers` must be false to use `Unmasked`')]
      : []),
    ...seccompFaults(context['seccompProfile'], `${path}.seccompProfile`),
    ...(unescalated && context['privileged'] === true ? [cannot('`privileged` to true')] : []),
    ...(unescalated && added.includes('CAP_SYS_ADMIN') ? [cannot('`capabilities.Add` CAP_SYS_ADMIN')] : []),
    ...windowsFaults(context['windowsOptions'], `${path}.windowsOptions`),
    ...appArmorFaults(context['appArmorProfile'], `${path}.appArmorProfile`),
  ];
}

const MAX_PROFILE = 4095;

function seccompFaults(profile: unknown, path: string): FieldCause[] {
  if (!isJsonObject(profile)) return [];
  const type = textIn(profile, 'type');
  const faults =
    type === ''
      ? [requiredValue(`${path}.type`, 'type is required when seccompProfile is set')]
      : oneOf(`${path}.type`, type, PROFILES);
  const [at, local] = [`${path}.localhostProfile`, profile['localhostProfile']];
  if (type === 'Localhost') {
    if (typeof local === 'string') return [...faults, ...descendingPath(at, local)];
    return [...faults, requiredValue(at, 'must be set when seccomp type is Localhost')];
  }
  if (local === undefined) return faults;
  const shown = new StructValue({ Type: type, LocalhostProfile: local });
  return [...faults, invalidValue(at, shown, 'can only be set when seccomp type is Localhost')];
}

function appArmorFaults(profile: unknown, path: string): FieldCause[] {
  if (!isJsonObject(profile)) return [];
  const type = textIn(profile, 'type');
  if (type === '') return [requiredValue(`${path}.type`, 'type is required when appArmorProfile is set')];
  const [at, local] = [`${path}.localhostProfile`, profile['localhostProfile']];
  if (type !== 'Localhost') {
    if (!PROFILES.includes(type)) return [unsupportedValue(`${path}.type`, type, PROFILES)];
    return local === undefined ? [] : [invalidValue(at, local, 'can only be set when AppArmor type is Localhost')];
  }
  if (typeof local !== 'string' || local === '') {
    return [requiredValue(at, 'must be set when AppArmor type is Localhost')];
  }
  return [
    ...(local.trim() === local ? [] : [invalidValue(at, local, 'must not be padded with whitespace')]),
    ...(local.length > MAX_PROFILE ? [tooLong(at, MAX_PROFILE)] : []),
  ];
}
