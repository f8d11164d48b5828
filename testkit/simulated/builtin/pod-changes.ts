import { copyJson, isJsonObject, isNumber, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import { between, indexed, objectIn, objectsIn, textIn } from './checks.js';
import { untrimmedImage } from './container.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm, structDiff } from './go-layout.js';
import { tolerationFaults } from './pod-scheduling.js';

const IMMUTABLE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
const TERMS = 'requiredDuringSchedulingIgnoredDuringExecution';

/** What is wrong with how the specification of a pod has changed, in the server's order. */
export function podChangeFaults(next: JsonObject, previous: JsonObject): FieldCause[] {
  const faults: FieldCause[] = [];
  for (const field of ['containers', 'initContainers']) {
    const present = objectsIn(next, field);
    if (present.length !== objectsIn(previous, field).length) {
      return [...faults, forbiddenValue(`spec.${field}`, 'pod updates may not add or remove containers')];
    }
    faults.push(
      ...indexed(present, `spec.${field}`).flatMap(([container, at]) => [
        ...(textIn(container, 'image') === '' ? [requiredValue(`${at}.image`)] : []),
        ...untrimmedImage(container, at),
      ]),
    );
  }
  const { deadline, isFinal } = deadlineFaults(next['activeDeadlineSeconds'], previous['activeDeadlineSeconds']);
  faults.push(...deadline);
  if (isFinal) return faults;
  faults.push(...tolerationChangeFaults(next, previous));
  faults.push(...gateFaults(objectsIn(next, 'schedulingGates'), objectsIn(previous, 'schedulingGates')));
  if (sameJson(next, previous)) return faults;
  const mended = withChangeable(next, previous);
  if (objectsIn(previous, 'schedulingGates').length > 0) faults.push(...gatedFaults(mended, previous));
  if (sameJson(mended, previous)) return faults;
  const diff = structDiff('apis/core.PodSpec', previous, mended);
  return [...faults, forbiddenValue('spec', `${IMMUTABLE}\n${diff}`)];
}

function deadlineFaults(
  next: unknown,
  previous: unknown,
): { readonly deadline: readonly FieldCause[]; readonly isFinal: boolean } {
  const path = 'spec.activeDeadlineSeconds';
  if (!isNumber(next)) {
    const why = 'must not update from a positive integer to nil value';
    return { deadline: isNumber(previous) ? [invalidValue(path, null, why)] : [], isFinal: false };
  }
  const outside = between(path, next, [0, 2_147_483_647]);
  if (outside.length > 0) return { deadline: outside, isFinal: true };
  if (!isNumber(previous) || next <= previous) return { deadline: [], isFinal: false };
  return { deadline: [invalidValue(path, next, 'must be less than or equal to previous value')], isFinal: true };
}

/** Tolerations may only be added; how long they hold may change. What is wrong with those of today is told once more. */
function tolerationChangeFaults(next: JsonObject, previous: JsonObject): FieldCause[] {
  const present = objectsIn(next, 'tolerations');
  const kept = objectsIn(previous, 'tolerations').every((one) =>
    present.some((other) => sameJson(withoutSeconds(one), withoutSeconds(other))),
  );
  const only = 'existing toleration can not be modified except its tolerationSeconds';
  return kept ? tolerationFaults(next, 'spec') : [forbiddenValue('spec.tolerations', only)];
}

function withoutSeconds({ tolerationSeconds: _seconds, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** Gates may only be opened. */
function gateFaults(next: readonly JsonObject[], previous: readonly JsonObject[]): FieldCause[] {
  const known = new Set(previous.map(({ name }) => name));
  return next.flatMap(({ name }, index) => {
    const why = `only deletion is allowed, but found new scheduling gate '${String(name)}'`;
    return known.has(name) ? [] : [forbiddenValue(`spec.schedulingGates[${index}].name`, why)];
  });
}

/** A specification with what may change as it was. */
function withChangeable(next: JsonObject, previous: JsonObject): JsonObject {
  const mended = copyJson(next);
  for (const field of ['activeDeadlineSeconds', 'schedulingGates', 'tolerations']) restore(mended, previous, field);
  for (const field of ['containers', 'initContainers']) {
    const before = objectsIn(previous, field);
    for (const [index, container] of objectsIn(mended, field).entries()) {
      restore(container, before[index] ?? {}, 'image');
    }
  }
  const grace = 'terminationGracePeriodSeconds';
  if (Number(previous[grace]) < 0 && mended[grace] === 1) restore(mended, previous, grace);
  return mended;
}

function restore(into: JsonObject, from: JsonObject, field: string): void {
  if (from[field] === undefined) delete into[field];
  else into[field] = from[field];
}

/** A pod that waits may still be told where it may run, if that is less than before; that part is put back. */
function gatedFaults(mended: JsonObject, previous: JsonObject): FieldCause[] {
  const faults: FieldCause[] = [];
  const [selector, before] = [objectIn(mended, 'nodeSelector'), objectIn(previous, 'nodeSelector')];
  if (!sameJson(selector, before)) {
    const kept = Object.entries(before).every(([key, value]) => selector[key] === value);
    const only = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
    if (!kept) faults.push(invalidValue('spec.nodeSelector', selector, only));
    restore(mended, previous, 'nodeSelector');
  }
  const affinity = mended['affinity'];
  const [now, earlier] = [objectIn(mended, 'affinity')['nodeAffinity'], objectIn(previous, 'affinity')['nodeAffinity']];
  if (sameJson(now ?? null, earlier ?? null)) return faults;
  faults.push(...nodeAffinityFaults(now, earlier));
  if (!isJsonObject(affinity)) {
    if (earlier !== undefined) mended['affinity'] = { nodeAffinity: earlier };
    return faults;
  }
  restore(affinity, objectIn(previous, 'affinity'), 'nodeAffinity');
  if (previous['affinity'] === undefined && Object.keys(affinity).length === 0) delete mended['affinity'];
  return faults;
}

function nodeAffinityFaults(next: unknown, previous: unknown): FieldCause[] {
  const termsOf = (affinity: unknown): JsonObject[] =>
    isJsonObject(affinity) ? objectsIn(objectIn(affinity, TERMS), 'nodeSelectorTerms') : [];
  const [after, before] = [termsOf(next), termsOf(previous)];
  const path = `spec.affinity.nodeAffinity.${TERMS}.nodeSelectorTerms`;
  const shown = (term: JsonObject): JsonObject => internalForm('apis/core.NodeSelectorTerm', term);
  if (before.length > 0 && before.length !== after.length) {
    const value = after.length === 0 ? null : new StructValue(after.map(shown));
    return [invalidValue(path, value, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')];
  }
  return before.flatMap((term, index) =>
    onlyAdds(after[index] ?? {}, term)
      ? []
      : [
          invalidValue(
            `${path}[${index}]`,
            new StructValue(shown(after[index] ?? {})),
            'only additions are allowed (no mutations or deletions)',
          ),
        ],
  );
}

function onlyAdds(next: JsonObject, previous: JsonObject): boolean {
  const lists = ['matchExpressions', 'matchFields'].map(
    (field) => [objectsIn(next, field), objectsIn(previous, field)] as const,
  );
  if (lists.every(([, before]) => before.length === 0)) return lists.every(([after]) => after.length === 0);
  return lists.every(([after, before]) => sameJson(after.slice(0, before.length), before));
}
