import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { subdomainFaults } from '../rules/names.js';
import { objectIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

const MAX_CREDENTIALS = 64 * 1024;
const MAX_DOMAIN = 256;
const MAX_USER = 104;
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const DNS_DOMAIN = new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*$`);
const NETBIOS_DOMAIN = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;

/** What is wrong with what only pods on Windows have. */
export function windowsFaults(options: unknown, path: string): FieldCause[] {
  if (!isJsonObject(options)) return [];
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: credentials, runAsUserName: user } = options;
  const why =
    credentials === ''
      ? 'gmsaCredentialSpec cannot be an empty string'
      : `gmsaCredentialSpec size must be under ${MAX_CREDENTIALS / 1024} KiB`;
  const unfit = typeof credentials === 'string' && (credentials === '' || credentials.length > MAX_CREDENTIALS);
  return [
    ...(typeof name === 'string' ? subdomainFaults(name) : []).map((fault) =>
      invalidValue(`${path}.gmsaCredentialSpecName`, name, fault),
    ),
    ...(unfit ? [invalidValue(`${path}.gmsaCredentialSpec`, credentials, why)] : []),
    ...(typeof user === 'string' ? userFaults(user) : []).map((fault) =>
      invalidValue(`${path}.runAsUserName`, user, fault),
    ),
  ];
}

/** Why a text is no name of a user; empty: it is one. */
function userFaults(name: string): string[] {
  if (name === '') return ['runAsUserName cannot be an empty string'];
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(name)) return ['runAsUserName cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const user = parts.at(-1) ?? '';
  const domain = parts.length === 2 ? parts[0] : undefined;
  const faults: string[] = [];
  const refuse = (wrong: boolean, why: string): void => void (wrong && faults.push(`runAsUserName's ${why}`));
  refuse((domain ?? '').length >= MAX_DOMAIN, `Domain length must be under ${MAX_DOMAIN} characters`);
  refuse(
    domain !== undefined && !NETBIOS_DOMAIN.test(domain) && !DNS_DOMAIN.test(domain),
    "Domain doesn't match the NetBios nor the DNS format",
  );
  refuse(user === '', 'User cannot be empty');
  refuse(user.length > MAX_USER, `User length must not be longer than ${MAX_USER} characters`);
  refuse(/^[. ]+$/.test(user), 'User cannot contain only periods or spaces');
  refuse(/["/\\:;|=,+*?<>@[\]]/.test(user), String.raw`User cannot contain the following characters: "/\:;|=,+*?<>@[]`);
  return faults;
}

/** What is wrong with a pod whose containers are processes of a host with Windows. */
export function hostProcessFaults(spec: JsonObject, path: string): FieldCause[] {
  const choice = (context: unknown): unknown =>
    isJsonObject(context) ? objectIn(context, 'windowsOptions')['hostProcess'] : undefined;
  const ofPod = choice(spec['securityContext']);
  const containers = everyContainer(spec, path);
  const others = containers.flatMap(([container, at]) => {
    const own = choice(container['securityContext']);
    if (ofPod === undefined || own === undefined || own === ofPod) return [];
    const why = `pod hostProcess value must be identical if both are specified, was ${String(ofPod)}`;
    return [invalidValue(`${at}.securityContext.windowsOptions.hostProcess`, own, why)];
  });
  const count = containers.filter(([container]) => (choice(container['securityContext']) ?? ofPod) === true).length;
  if (count === 0) return others;
  const all = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
  const network = 'hostNetwork must be true if pod contains any hostProcess containers';
  return [
    ...others,
    ...(count === containers.length ? [] : [invalidValue(path, '', all)]),
    ...(spec['hostNetwork'] === true ? [] : [invalidValue(`${path}.hostNetwork`, false, network)]),
  ];
}

/** Every container of a pod, in the order in which the server visits them. Asked for often, so it makes no lists between. */
export function everyContainer(spec: JsonObject, path: string): (readonly [JsonObject, string])[] {
  const all: (readonly [JsonObject, string])[] = [];
  for (const field of CONTAINER_FIELDS) {
    const containers = spec[field];
    if (!Array.isArray(containers)) continue;
    let index = 0;
    for (const container of containers as unknown[]) {
      if (!isJsonObject(container)) continue;
      all.push([container, `${path}.${field}[${index}]`]);
      index += 1;
    }
  }
  return all;
}

const CONTAINER_FIELDS = ['initContainers', 'containers', 'ephemeralContainers'];

/** By where it stands, what a pod on Windows cannot have; `spec.` is above the security context. */
const NOT_FOR_PODS = [
  'appArmorProfile',
  'seLinuxOptions',
  'spec.hostUsers',
  'spec.hostPID',
  'spec.hostIPC',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'spec.shareProcessNamespace',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const NOT_FOR_CONTAINERS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

/** What is wrong with a pod that names the system that it runs on. */
export function otherSystemFaults(spec: JsonObject, path: string, system: string): FieldCause[] {
  const context = objectIn(spec, 'securityContext');
  const containers = everyContainer(spec, path);
  if (system === 'linux') {
    const parts: (readonly [JsonObject, string])[] = [[spec, path], ...containers];
    return parts
      .filter(([part]) => isJsonObject(objectIn(part, 'securityContext')['windowsOptions']))
      .map(([, at]) =>
        forbiddenValue(`${at}.securityContext.windowsOptions`, 'windows options cannot be set for a linux pod'),
      );
  }
  const refused = (at: string): FieldCause => forbiddenValue(at, 'cannot be set for a windows pod');
  const isSet = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return [
    ...NOT_FOR_PODS.flatMap((field) => {
      const own = field.startsWith('spec.') ? field.slice('spec.'.length) : undefined;
      if (own === 'hostPID' || own === 'hostIPC') return spec[own] === true ? [refused(`${path}.${own}`)] : [];
      if (own !== undefined) return isSet(spec[own]) ? [refused(`${path}.${own}`)] : [];
      return isSet(context[field]) ? [refused(`${path}.securityContext.${field}`)] : [];
    }),
    ...containers.flatMap(([container, at]) =>
      NOT_FOR_CONTAINERS.filter((field) => isSet(objectIn(container, 'securityContext')[field])).map((field) =>
        refused(`${at}.securityContext.${field}`),
      ),
    ),
  ];
}
