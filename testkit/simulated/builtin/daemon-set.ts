import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import type { BuiltinKind } from './builtin-kind.js';
import { notNegative, objectIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { amountFaults, immutable, isZero, notMoreThanAll, ofSpec, selectorAndTemplateFaults } from './workloads.js';
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

/** DaemonSets. */
export const daemonSet: BuiltinKind = {
  applyDefaults(object) {
    const metadata = objectIn(object, 'metadata');
    metadata['annotations'] = { [TEMPLATE_GENERATION]: '0', ...objectIn(metadata, 'annotations') };
  },
  prepare(object, { before }) {
    const template = (value: JsonObject): unknown => objectIn(value, 'spec')['template'];
    const metadata = objectIn(object, 'metadata');
    const count = Number(objectIn(objectIn(before ?? {}, 'metadata'), 'annotations')[TEMPLATE_GENERATION] ?? 0);
    const changed = before === undefined || !sameJson(template(object), template(before));
    const annotations = {
      ...objectIn(metadata, 'annotations'),
      [TEMPLATE_GENERATION]: String(changed ? count + 1 : count),
    };
    metadata['annotations'] = annotations;
  },
  validate: ofSpec(DAEMON_STATUS, (spec, before) => [
    ...(before === undefined ? [] : immutable('spec.selector', spec['selector'], before['selector'])),
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
