import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import { StructValue } from '../rules/field-fault.js';
import { goQuote } from '../rules/go-text.js';
import type { BuiltinKind } from './builtin-kind.js';
import { notNegative, objectIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { amountFaults, fixedSelector, isZero, notMoreThanAll, ofSpec, selectorAndTemplateFaults } from './workloads.js';
import type { StatusRules } from './workloads.js';

const DAEMON_STATUS: StatusRules = {
  counts: [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ],
};

/** Counts the changes of the template, for clients of an API that is no more. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

function hasNewTemplate(object: JsonObject, before: JsonObject): boolean {
  return !sameJson(objectIn(object, 'spec')['template'], objectIn(before, 'spec')['template']);
}

/** DaemonSets. */
export const daemonSet: BuiltinKind = {
  decode(object) {
    const count = objectIn(objectIn(object, 'metadata'), 'annotations')[TEMPLATE_GENERATION];
    if (typeof count !== 'string' || /^[+-]?\d+$/.test(count)) return;
    throw badRequest(`strconv.ParseInt: parsing ${goQuote(count)}: invalid syntax`);
  },
  applyDefaults(object) {
    const metadata = objectIn(object, 'metadata');
    metadata['annotations'] = { [TEMPLATE_GENERATION]: '0', ...objectIn(metadata, 'annotations') };
  },
  prepare(object, { before }) {
    const metadata = objectIn(object, 'metadata');
    const given = objectIn(metadata, 'annotations');
    const count = Number(
      objectIn(objectIn(before ?? { metadata }, 'metadata'), 'annotations')[TEMPLATE_GENERATION] ?? 0,
    );
    const next = before === undefined ? Math.max(count, 1) : hasNewTemplate(object, before) ? count + 1 : count;
    metadata['annotations'] = { ...given, [TEMPLATE_GENERATION]: String(next) };
  },
  prepareStatus(object, before) {
    const metadata = objectIn(object, 'metadata');
    const count = objectIn(objectIn(before, 'metadata'), 'annotations')[TEMPLATE_GENERATION] ?? '0';
    metadata['annotations'] = { ...objectIn(metadata, 'annotations'), [TEMPLATE_GENERATION]: count };
  },
  hasNewTemplate,
  validate: ofSpec(DAEMON_STATUS, (spec, before) => [
    ...(before === undefined ? [] : fixedSelector(spec, before)),
    ...selectorAndTemplateFaults(spec, { noun: 'daemonset', required: false, unusable: undefined }, 'DaemonSet'),
    ...notNegative('spec.minReadySeconds', spec['minReadySeconds']),
    ...daemonStrategyFaults(objectIn(spec, 'updateStrategy')),
    ...notNegative('spec.revisionHistoryLimit', spec['revisionHistoryLimit']),
  ]),
};

function daemonStrategyFaults(strategy: JsonObject): FieldCause[] {
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    const shown = new StructValue(internalForm('apis/apps.DaemonSetUpdateStrategy', strategy));
    return [unsupportedValue('spec.updateStrategy', shown, ['RollingUpdate', 'OnDelete'])];
  }
  const path = 'spec.updateStrategy.rollingUpdate';
  if (!isJsonObject(rollingUpdate)) return [requiredValue(path)];
  const { maxUnavailable, maxSurge } = rollingUpdate;
  const [isNone, isWhole] = [isZero(maxUnavailable), isZero(maxSurge)];
  return [
    ...amountFaults(`${path}.maxUnavailable`, maxUnavailable),
    ...amountFaults(`${path}.maxSurge`, maxSurge),
    ...notMoreThanAll(`${path}.maxUnavailable`, maxUnavailable),
    ...notMoreThanAll(`${path}.maxSurge`, maxSurge),
    ...(isNone && isWhole ? [requiredValue(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')] : []),
    ...(!isNone && !isWhole
      ? [invalidValue(`${path}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]
      : []),
  ];
}
