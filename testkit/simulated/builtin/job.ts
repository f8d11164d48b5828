import { sentIn } from './emptied-fields.js';
import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { labelFaults } from '../rules/names.js';
import { isNewGeneration } from './builtin-kind.js';
import type { BuiltinKind } from './builtin-kind.js';
import { objectIn, textIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { jobChangeFaults } from './job-changes.js';
import { jobSpecFaults, jobWarnings } from './job-spec.js';
import { jobStatusFaults } from './job-status.js';
import { selectorFaults, selects, shownSelector } from './label-selector.js';

const UID_LABEL = 'batch.kubernetes.io/controller-uid';
const NAME_LABEL = 'batch.kubernetes.io/job-name';
const MAX_INT32 = 2_147_483_647;
const GENERATED_LENGTH = 5;

/** Jobs: their selector is made by the server, and little of them may change. */
export const job: BuiltinKind = {
  applyDefaults(object) {
    const spec = objectIn(object, 'spec');
    if (spec['completions'] === undefined && spec['parallelism'] === undefined) spec['completions'] = 1;
    applyJobDefaults(spec);
    copyLabels(object, objectIn(spec, 'template'));
  },
  prepare(object, { creating }) {
    if (!creating) return;
    const spec = objectIn(object, 'spec');
    if (spec['manualSelector'] !== true) ownPods(object, spec);
  },
  readBack: (object) => copyLabels(object, objectIn(objectIn(object, 'spec'), 'template')),
  warnings: (object, before) =>
    before === undefined || isNewGeneration(object, before) ? jobWarnings(objectIn(object, 'spec'), 'spec') : [],
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return before === undefined ? [] : jobStatusFaults(object, before);
    const spec = objectIn(object, 'spec');
    const checked = [...jobSpecFaults(spec, 'spec'), ...selectorAndLabelFaults(spec)];
    const faults = [...generatedFaults(object, spec), ...checked, ...hostnameFaults(object, spec)];
    // The server looks at the specification twice when it changes.
    return before === undefined ? faults : [...faults, ...checked, ...jobChangeFaults(spec, before)];
  },
};

/** Labels that are those of the template, not equal ones: what is added there is added here. */
const shared = new WeakSet();

/** A job without labels has those of its template. */
function copyLabels(object: JsonObject, template: JsonObject): boolean {
  const metadata = objectIn(object, 'metadata');
  const labels = objectIn(objectIn(template, 'metadata'), 'labels');
  if (Object.keys(objectIn(metadata, 'labels')).length > 0 || Object.keys(labels).length === 0) return false;
  const copied = { ...labels };
  metadata['labels'] = copied;
  shared.add(copied);
  return true;
}

function applyJobDefaults(spec: JsonObject): void {
  spec['parallelism'] ??= 1;
  spec['backoffLimit'] ??= spec['backoffLimitPerIndex'] === undefined ? 6 : MAX_INT32;
  spec['completionMode'] ??= 'NonIndexed';
  spec['suspend'] ??= false;
  spec['manualSelector'] ??= false;
  spec['podReplacementPolicy'] ??= spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed';
}

/** Labels the template with the job's uid and name, and selects by the uid. */
function ownPods(object: JsonObject, spec: JsonObject): void {
  const owner = objectIn(object, 'metadata');
  const { uid = '', name = '', labels: own } = owner;
  const template = objectIn(spec, 'template');
  const metadata = objectIn(template, 'metadata');
  const added = { [UID_LABEL]: uid, [NAME_LABEL]: name, 'controller-uid': uid, 'job-name': name };
  metadata['labels'] = { ...added, ...objectIn(metadata, 'labels') };
  // An object whose name is generated is a copy of what was read.
  if (isJsonObject(own) && shared.has(own) && !isGenerated(owner)) owner['labels'] = { ...added, ...own };
  template['metadata'] = metadata;
  spec['template'] = template;
  const selector = objectIn(spec, 'selector');
  spec['selector'] = { ...selector, matchLabels: { [UID_LABEL]: uid, ...objectIn(selector, 'matchLabels') } };
}

function isGenerated(metadata: JsonObject): boolean {
  const [prefix, name] = [textIn(metadata, 'generateName'), textIn(metadata, 'name')];
  return prefix !== '' && name.startsWith(prefix) && name.length === prefix.length + GENERATED_LENGTH;
}

/** Selectors are the server's to make, and so are the labels that they select. */
function generatedFaults(object: JsonObject, { selector, manualSelector, template }: JsonObject): FieldCause[] {
  if (manualSelector === true || !isJsonObject(selector)) return [];
  const { uid = '', name = '' } = objectIn(object, 'metadata');
  const labels = objectIn(objectIn(isJsonObject(template) ? template : {}, 'metadata'), 'labels');
  const expected = { 'controller-uid': uid, 'job-name': name, [UID_LABEL]: uid, [NAME_LABEL]: name };
  return [
    ...Object.entries(expected).flatMap(([key, value]) => {
      const path = `spec.template.metadata.labels[${key}]`;
      const why = `must be '${String(value)}'`;
      if (labels[key] === undefined) return [requiredValue(path, why)];
      return labels[key] === value ? [] : [invalidValue(path, labels, why)];
    }),
    ...(selectorFaults('', selector).length > 0 || selects(selector, expected)
      ? []
      : [invalidValue('spec.selector', shownSelector(selector), '`selector` not auto-generated')]),
  ];
}

function selectorAndLabelFaults(spec: JsonObject): FieldCause[] {
  const { selector } = spec;
  const metadata = objectIn(objectIn(spec, 'template'), 'metadata');
  const labels = objectIn(metadata, 'labels');
  const faults = isJsonObject(selector) ? selectorFaults('spec.selector', selector) : [requiredValue('spec.selector')];
  if ((isJsonObject(selector) && faults.length > 0) || selects(selector, labels)) return faults;
  const message = '`selector` does not match template `labels`';
  return [...faults, invalidValue('spec.template.metadata.labels', sentIn(metadata, 'labels'), message)];
}

/** Pods of an indexed Job are named after it and their index. */
function hostnameFaults(object: JsonObject, { completionMode, completions }: JsonObject): FieldCause[] {
  if (completionMode !== 'Indexed' || typeof completions !== 'number' || completions <= 0) return [];
  const name = textIn(objectIn(object, 'metadata'), 'name');
  const last = `${name}-${completions - 1}`;
  if (labelFaults(last).length === 0) return [];
  return [invalidValue('metadata.name', name, `will not able to create pod with invalid DNS label: ${last}`)];
}
