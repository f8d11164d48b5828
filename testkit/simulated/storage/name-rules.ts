import type { ServedResource } from '../resources/served-resource.js';
import { groupResource } from '../resources/served-resource.js';
import { labelFaults, subdomainFaults } from '../rules/names.js';

/** What is wrong with a name; a prefix is a `generateName`, which may end in a dash. */
export type NameRule = (name: string, isPrefix: boolean) => readonly string[];

/** Any name that is one segment of a path. */
export const pathSegmentRule: NameRule = (name, isPrefix) => {
  if (!isPrefix && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%'].filter((sign) => name.includes(sign)).map((sign) => `may not contain '${sign}'`);
};

const masked =
  (faults: (text: string) => string[]): NameRule =>
  (name, isPrefix) =>
    faults(isPrefix && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name);

const subdomainRule = masked(subdomainFaults);
const labelRule = masked(labelFaults);

const namesAreLabels: ReadonlySet<string> = new Set(['namespaces.', 'services.', 'statefulsets.apps']);

/** The rule for the names of a resource. */
export function nameRuleOf(resource: ServedResource): NameRule {
  if (!resource.builtIn) return subdomainRule;
  if (resource.group === 'rbac.authorization.k8s.io') return pathSegmentRule;
  // Events of the core API are checked like anything that has a path.
  if (groupResource(resource) === 'events.' && resource.group === '') return pathSegmentRule;
  return namesAreLabels.has(groupResource(resource)) ? labelRule : subdomainRule;
}
