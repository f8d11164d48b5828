import type { Problem } from '../input/problem.js';
import { groupAccessor, pluralAccessor, typeName } from '../names/accessors.js';
import type { NameOverrides } from '../names/accessors.js';
import { apiVersionOf, byResourceKey, groupResource, resourceKey } from '../names/resource-keys.js';
import type { ResourceModel } from './model.js';

/**
 * Leaves out resources whose names would meet another's, and says how to rename them. Which one goes is decided by the
 * alphabet. Names never change to make room: that would rename what a user's code imports.
 */
export function dropCollisions(
  resources: readonly ResourceModel[],
  names: NameOverrides,
): { resources: ResourceModel[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const taken = new Map<string, string>();
  const sorted = [...resources].sort(byResourceKey);
  const unique = sorted.filter((resource) => {
    const { group } = resource;
    const claims: [string, string, string][] = [
      [`group ${groupAccessor(group, names)}`, group, `names.groups[${JSON.stringify(group)}]`],
      [
        `kind ${typeName(resource, names)} ${apiVersionOf(resource)}`,
        resourceKey(resource),
        `names.kinds["${resource.kind}.${group}"]`,
      ],
      [
        `plural ${pluralAccessor(resource, names)} ${apiVersionOf(resource)}`,
        resourceKey(resource),
        `names.plurals["${resource.plural}.${group}"]`,
      ],
    ];
    for (const [claim, owner, option] of claims) {
      const other = taken.get(claim);
      if (other === undefined || other === owner) continue;
      const [what, name] = claim.split(' ');
      const message = `the ${what} of ${groupResource(resource)} would be named ${name}, as that of ${other}: set ${option} in the config file`;
      problems.push({ severity: 'error', message, location: resource.source, crd: groupResource(resource) });
      return false;
    }
    for (const [claim, owner] of claims) taken.set(claim, owner);
    return true;
  });
  return { resources: unique, problems };
}
