import type { Permission } from './permissions.js';

/** A rule of a role, and the code that needs it. */
export interface RoleRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** `src/main.ts:12`, in order, each once. */
  readonly locations: readonly string[];
}

/** The order in which kubectl's documentation has them. */
const VERB_ORDER = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** The fewest rules for some permissions: one for each group and set of verbs. */
export function rulesOf(permissions: readonly Permission[]): RoleRule[] {
  const byResource = new Map<string, Permission[]>();
  for (const permission of permissions) {
    const key = `${permission.group}\n${permission.resource}`;
    byResource.set(key, [...(byResource.get(key) ?? []), permission]);
  }
  const byVerbs = new Map<string, Permission[]>();
  for (const needed of byResource.values()) {
    const key = `${needed[0]?.group ?? ''}\n${verbsOf(needed).join()}`;
    byVerbs.set(key, [...(byVerbs.get(key) ?? []), ...needed]);
  }
  return [...byVerbs.values()]
    .map((needed) => ({
      apiGroups: [needed[0]?.group ?? ''],
      resources: distinct(needed.map(({ resource }) => resource)),
      verbs: verbsOf(needed),
      locations: distinct(needed.flatMap(({ location }) => location ?? [])),
    }))
    .sort((a, b) => compare(a.apiGroups[0], b.apiGroups[0]) || compare(a.resources[0], b.resources[0]));
}

function verbsOf(permissions: readonly Permission[]): string[] {
  const verbs = new Set(permissions.map(({ verb }) => verb));
  return VERB_ORDER.filter((verb) => verbs.has(verb));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compare);
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
