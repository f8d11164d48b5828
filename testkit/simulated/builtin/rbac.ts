import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { pathSegmentFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsSubdomain, indexed, objectIn, objectsIn, oneOf, textIn, textsIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { selectorFaults } from './label-selector.js';

const GROUP = 'rbac.authorization.k8s.io';

function ruleFaults(rule: JsonObject, path: string, namespaced: boolean): FieldCause[] {
  const urls = textsIn(rule, 'nonResourceURLs');
  const [groups, resources] = [textsIn(rule, 'apiGroups'), textsIn(rule, 'resources')];
  const faults: FieldCause[] =
    textsIn(rule, 'verbs').length === 0
      ? [requiredValue(`${path}.verbs`, 'verbs must contain at least one value')]
      : [];
  if (urls.length > 0) {
    if (namespaced) {
      const message = 'namespaced rules cannot apply to non-resource URLs';
      faults.push(invalidValue(`${path}.nonResourceURLs`, urls, message));
    }
    if (groups.length > 0 || resources.length > 0 || textsIn(rule, 'resourceNames').length > 0) {
      const message = 'rules cannot apply to both regular resources and non-resource URLs';
      faults.push(invalidValue(`${path}.nonResourceURLs`, urls, message));
    }
    return faults;
  }
  if (groups.length === 0)
    faults.push(requiredValue(`${path}.apiGroups`, 'resource rules must supply at least one api group'));
  if (resources.length === 0)
    faults.push(requiredValue(`${path}.resources`, 'resource rules must supply at least one resource'));
  return faults;
}

function roleOf(namespaced: boolean): BuiltinKind {
  return {
    validate: ({ object }) => [
      ...indexed(objectsIn(object, 'rules'), 'rules').flatMap(([rule, path]) => ruleFaults(rule, path, namespaced)),
      ...aggregationFaults(object['aggregationRule']),
    ],
  };
}

function aggregationFaults(rule: unknown): FieldCause[] {
  if (!isJsonObject(rule)) return [];
  const selectors = objectsIn(rule, 'clusterRoleSelectors');
  const at = 'aggregationRule.clusterRoleSelectors';
  const why = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
  if (selectors.length === 0) return [requiredValue(at, why)];
  return indexed(selectors, at).flatMap(([selector, path]) => {
    const faults = selectorFaults(path, selector);
    return faults.length === 0 ? [] : [...faults, invalidValue(path, null, 'invalid label selector.')];
  });
}

function bindingOf(kinds: readonly string[]): BuiltinKind {
  return {
    validate({ object, before }) {
      const role = objectIn(object, 'roleRef');
      return [
        ...oneOf('roleRef.apiGroup', role['apiGroup'], [GROUP]),
        ...oneOf('roleRef.kind', role['kind'], kinds),
        ...nameFaults(textIn(role, 'name')),
        ...indexed(objectsIn(object, 'subjects'), 'subjects').flatMap(([subject, path]) =>
          subjectFaults(subject, path, kinds),
        ),
        ...(before === undefined ? [] : roleChangeFaults(role, objectIn(before, 'roleRef'))),
      ];
    },
  };
}

function nameFaults(name: string): FieldCause[] {
  if (name === '') return [requiredValue('roleRef.name')];
  return pathSegmentFaults(name).map((fault) => invalidValue('roleRef.name', name, fault));
}

function roleChangeFaults(role: JsonObject, before: JsonObject): FieldCause[] {
  if (sameJson(role, before)) return [];
  const shown = { APIGroup: role['apiGroup'], Kind: role['kind'], Name: role['name'] };
  const message = `Invalid value: ${JSON.stringify(shown)}: cannot change roleRef`;
  return [{ reason: 'FieldValueInvalid', message, field: 'roleRef' }];
}

function subjectFaults(subject: JsonObject, path: string, kinds: readonly string[]): FieldCause[] {
  const kind = textIn(subject, 'kind');
  const group = textIn(subject, 'apiGroup');
  const faults: FieldCause[] = textIn(subject, 'name') === '' ? [requiredValue(`${path}.name`)] : [];
  if (kind === 'ServiceAccount') {
    const name = textIn(subject, 'name');
    faults.push(...dnsSubdomain(`${path}.name`, name));
    if (group !== '') faults.push(unsupportedValue(`${path}.apiGroup`, group, ['']));
    // A binding in a namespace may leave it out.
    if (!kinds.includes('Role') && textIn(subject, 'namespace') === '') faults.push(requiredValue(`${path}.namespace`));
  } else if (kind === 'User' || kind === 'Group') {
    if (group !== GROUP) faults.push(unsupportedValue(`${path}.apiGroup`, group, [GROUP]));
  } else faults.push(unsupportedValue(`${path}.kind`, kind, ['ServiceAccount', 'User', 'Group']));
  return faults;
}

export const role: BuiltinKind = roleOf(true);
export const clusterRole: BuiltinKind = roleOf(false);
export const roleBinding: BuiltinKind = bindingOf(['Role', 'ClusterRole']);
export const clusterRoleBinding: BuiltinKind = bindingOf(['ClusterRole']);
