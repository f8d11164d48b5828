import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { qualifiedNameFaults } from '../rules/names.js';
import { objectIn, objectsIn, textIn, textsIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';

/** What is wrong with keys whose values in the pod itself complete the selector of a term. */
export function labelKeyFaults(term: JsonObject, path: string): FieldCause[] {
  const [matching, differing] = [textsIn(term, 'matchLabelKeys'), textsIn(term, 'mismatchLabelKeys')];
  const both = 'exists in both matchLabelKeys and mismatchLabelKeys';
  return [
    ...nameFaults(term, path, 'matchLabelKeys'),
    ...nameFaults(term, path, 'mismatchLabelKeys'),
    ...selectedFaults(term, path, matching),
    ...matching.flatMap((key, index) =>
      differing.includes(key) ? [invalidValue(`${path}.matchLabelKeys[${index}]`, key, both)] : [],
    ),
  ];
}

function nameFaults(term: JsonObject, path: string, field: string): FieldCause[] {
  const keys = textsIn(term, field);
  if (keys.length > 0 && !isJsonObject(term['labelSelector'])) {
    return [forbiddenValue(`${path}.${field}`, 'must not be specified when labelSelector is not set')];
  }
  return keys.flatMap((key, index) =>
    qualifiedNameFaults(key).map((fault) => invalidValue(`${path}.${field}[${index}]`, key, fault)),
  );
}

/** A key that is selected by already selects twice. */
function selectedFaults(term: JsonObject, path: string, keys: readonly string[]): FieldCause[] {
  const selector = objectIn(term, 'labelSelector');
  const seen = new Set(Object.keys(objectIn(selector, 'matchLabels')));
  return objectsIn(selector, 'matchExpressions').flatMap((expression) => {
    const key = textIn(expression, 'key');
    const index = keys.lastIndexOf(key);
    const repeated = index >= 0 && seen.has(key);
    seen.add(key);
    return repeated ? [invalidValue(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')] : [];
  });
}

/** Completes the selectors of a pod with what its own labels say, as the server does when it creates one. */
export function mergeLabelKeys(pod: JsonObject): void {
  const labels = objectIn(objectIn(pod, 'metadata'), 'labels');
  const spec = objectIn(pod, 'spec');
  const affinity = objectIn(spec, 'affinity');
  const terms = ['podAffinity', 'podAntiAffinity'].flatMap((kind) => {
    const rules = objectIn(affinity, kind);
    return [
      ...objectsIn(rules, 'preferredDuringSchedulingIgnoredDuringExecution').map((one) =>
        objectIn(one, 'podAffinityTerm'),
      ),
      ...objectsIn(rules, 'requiredDuringSchedulingIgnoredDuringExecution'),
    ];
  });
  for (const term of [...terms, ...objectsIn(spec, 'topologySpreadConstraints')]) complete(term, labels);
}

function complete(term: JsonObject, labels: JsonObject): void {
  const selector = term['labelSelector'];
  if (!isJsonObject(selector)) return;
  const added = (field: string, operator: string): JsonObject[] =>
    textsIn(term, field)
      .filter((key) => labels[key] !== undefined)
      .map((key) => ({ key, operator, values: [labels[key]] }));
  const expressions = [...added('matchLabelKeys', 'In'), ...added('mismatchLabelKeys', 'NotIn')];
  if (expressions.length === 0) return;
  selector['matchExpressions'] = [...objectsIn(selector, 'matchExpressions'), ...expressions];
}
