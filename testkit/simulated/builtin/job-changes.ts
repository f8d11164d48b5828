import { copyJson, isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import { objectIn, objectsIn } from './checks.js';
import { invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { shownSelector } from './label-selector.js';

const IMMUTABLE = 'field is immutable';
const FIXED = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'];
const STRUCTS: Readonly<Record<string, string>> = {
  podFailurePolicy: 'apis/batch.PodFailurePolicy',
  successPolicy: 'apis/batch.SuccessPolicy',
};

/** What of the specification of a Job must not have changed. */
export function jobChangeFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const previous = objectIn(before, 'spec');
  const changed = (field: string): boolean => !sameJson(spec[field] ?? null, previous[field] ?? null);
  return [
    ...completionsFaults(spec, previous),
    ...(changed('selector') ? [invalidValue('spec.selector', shownSelector(spec['selector']), IMMUTABLE)] : []),
    ...templateFaults(spec, before),
    ...FIXED.filter(changed).map((field) => invalidValue(`spec.${field}`, shown(field, spec[field]), IMMUTABLE)),
  ];
}

function shown(field: string, value: unknown): unknown {
  const struct = STRUCTS[field];
  return struct === undefined || !isJsonObject(value) ? (value ?? null) : new StructValue(internalForm(struct, value));
}

/** Indexed jobs may become longer or shorter, if all of their pods run at once. */
function completionsFaults(spec: JsonObject, previous: JsonObject): FieldCause[] {
  const { completions, parallelism, completionMode } = spec;
  if (completions === previous['completions']) return [];
  const isIndexed = completionMode === 'Indexed';
  if (isIndexed && (completions === undefined || completions === parallelism)) return [];
  const why = isIndexed ? 'can only be modified in tandem with spec.parallelism' : IMMUTABLE;
  return [invalidValue('spec.completions', completions ?? null, why)];
}

function templateFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const next = objectIn(spec, 'template');
  const previous = copyJson(objectIn(objectIn(before, 'spec'), 'template'));
  if (!isMutable(before)) {
    if (sameJson(next, previous)) return [];
    return [invalidValue('spec.template', new StructValue(internalForm('apis/core.PodTemplateSpec', next)), IMMUTABLE)];
  }
  const [podSpec, previousSpec] = [objectIn(next, 'spec'), objectIn(previous, 'spec')];
  reschedule(previousSpec, podSpec);
  for (const field of ['containers', 'initContainers']) resupply(previousSpec, podSpec, field);
  if (sameJson(podSpec, previousSpec)) return [];
  return [invalidValue('spec.template.spec', new StructValue(internalForm('apis/core.PodSpec', podSpec)), IMMUTABLE)];
}

/** What is suspended and has no pods may still be told where to run, and with what. */
function isMutable(before: JsonObject): boolean {
  const [spec, status] = [objectIn(before, 'spec'), objectIn(before, 'status')];
  const isSuspended = objectsIn(status, 'conditions').some(
    (condition) => condition['type'] === 'Suspended' && condition['status'] === 'True',
  );
  return (
    spec['suspend'] === true &&
    (status['startTime'] === undefined || isSuspended) &&
    Number(status['active'] ?? 0) === 0
  );
}

/** Gives a specification what another says about where pods run. */
function reschedule(spec: JsonObject, wanted: JsonObject): void {
  for (const field of ['nodeSelector', 'tolerations', 'schedulingGates']) take(spec, field, wanted[field]);
  const affinity = wanted['affinity'];
  const kept = { ...objectIn(spec, 'affinity') };
  take(kept, 'nodeAffinity', isJsonObject(affinity) ? affinity['nodeAffinity'] : undefined);
  take(spec, 'affinity', isJsonObject(affinity) || Object.keys(kept).length > 0 ? kept : undefined);
}

/** Gives containers the resources of those of the same names. */
function resupply(spec: JsonObject, wanted: JsonObject, field: string): void {
  const [own, others] = [objectsIn(spec, field), objectsIn(wanted, field)];
  if (own.length !== others.length) return;
  for (const [index, container] of own.entries()) {
    const other = others[index];
    if (other !== undefined && other['name'] === container['name']) take(container, 'resources', other['resources']);
  }
}

function take(into: JsonObject, field: string, value: unknown): void {
  if (value === undefined) delete into[field];
  else into[field] = value;
}
