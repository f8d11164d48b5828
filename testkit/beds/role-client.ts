import { readFileSync } from 'node:fs';
import type { Client, ResourceCaller } from '@informer-gen/runtime';
import type { FakeClient } from '../fakes/fake-client.js';
import { isJsonObject } from '../simulated/objects/api-object.js';
import type { RequestRecord } from '../simulated/requests/request-log.js';
import { parseYaml } from '../simulated/representation/yaml.js';

/** A rule of a Role or ClusterRole. */
interface Rule {
  readonly apiGroups: readonly string[];
  /** `pods`, `pods/status`, `*`, and `*` before a subresource. */
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames: readonly string[];
  /** Of a Role; undefined: everywhere. */
  readonly namespace: string | undefined;
}

/** One thing that somebody wants to do. */
interface Wish {
  readonly verb: string;
  readonly group: string;
  readonly plural: string;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

const USER = 'system:serviceaccount:default:bed';

/**
 * A client of a simulated cluster that may do what a role grants, and nothing else; what it wanted beyond that is added to
 * `refused`. Other clients of the cluster may do everything.
 */
export function clientOfRole(
  server: FakeClient,
  role: string | object | readonly object[],
  refused: string[],
): Client & ResourceCaller {
  const rules = manifestsOf(role).flatMap(rulesOf);
  server.deny({
    user: USER,
    when: (request) => {
      const missing = wishesOf(request, server).filter((wish) => !rules.some((rule) => grants(rule, wish)));
      for (const wish of missing.map(describe)) if (!refused.includes(wish)) refused.push(wish);
      return missing.length > 0;
    },
  });
  return server.as(USER);
}

/** The manifests in a file, or those given. */
export function manifestsOf(role: string | object | readonly object[]): unknown[] {
  if (typeof role === 'string') return parseYaml(readFileSync(role, 'utf8'));
  return Array.isArray(role) ? [...(role as readonly object[])] : [role];
}

/** The rules of a manifest; those of other kinds than roles have none. */
function rulesOf(manifest: unknown): Rule[] {
  if (!isJsonObject(manifest) || !['Role', 'ClusterRole'].includes(String(manifest['kind']))) return [];
  const metadata = isJsonObject(manifest['metadata']) ? manifest['metadata'] : {};
  const namespace = manifest['kind'] === 'Role' ? String(metadata['namespace'] ?? 'default') : undefined;
  const rules: unknown[] = Array.isArray(manifest['rules']) ? manifest['rules'] : [];
  return rules.filter(isJsonObject).map((rule) => ({
    apiGroups: texts(rule['apiGroups']),
    resources: texts(rule['resources']),
    verbs: texts(rule['verbs']),
    resourceNames: texts(rule['resourceNames']),
    namespace,
  }));
}

/** What a request asks for: an apply to what is not there, also to create it. */
function wishesOf(request: RequestRecord, server: FakeClient): Wish[] {
  if (request.verb === 'other') return [];
  const [plural = '', ...group] = request.resource.split('.');
  const { verb, subresource, namespace, name } = request;
  const wish = { verb, group: group.join('.'), plural, subresource, namespace, name };
  const isApply = request.headers['content-type']?.startsWith('application/apply-patch') === true;
  if (!isApply || subresource !== undefined || isThere(request, server)) return [wish];
  return [wish, { ...wish, verb: 'create', name: undefined }];
}

function isThere({ resource, namespace, name }: RequestRecord, server: FakeClient): boolean {
  return server.direct.get(resource, namespace === undefined ? (name ?? '') : `${namespace}/${name}`) !== undefined;
}

function grants(rule: Rule, { verb, group, plural, subresource, namespace, name }: Wish): boolean {
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
  const resources = ['*', resource, ...(subresource === undefined ? [] : [`*/${subresource}`])];
  return (
    (rule.namespace === undefined || rule.namespace === namespace) &&
    names(rule.verbs, '*', verb) &&
    names(rule.apiGroups, '*', group) &&
    names(rule.resources, ...resources) &&
    (rule.resourceNames.length === 0 || (name !== undefined && rule.resourceNames.includes(name)))
  );
}

function names(list: readonly string[], ...any: readonly string[]): boolean {
  return list.some((each) => any.includes(each));
}

function describe({ verb, group, plural, subresource }: Wish): string {
  const resource = group === '' ? plural : `${plural}.${group}`;
  return `${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}`;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
