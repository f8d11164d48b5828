import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { StructValue } from '../rules/field-fault.js';
import type { BuiltinKind } from './builtin-kind.js';
import { dnsLabel, indexed, notNegative, objectIn, objectsIn, oneOf, textIn } from './checks.js';
import { forbiddenValue, invalidValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { claimSpecFaults } from './claim-spec.js';
import { claimWarnings } from './volume-warnings.js';
import { ofSpec, selectorAndTemplateFaults } from './workloads.js';
import type { StatusRules } from './workloads.js';

const STATEFUL_STATUS: StatusRules = {
  counts: [
    'replicas',
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
    'observedGeneration',
    'collisionCount',
  ],
  parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
  ready: 'status.readyReplicas',
};
const CHANGEABLE_OF_STATEFUL_SETS = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

/** StatefulSets. */
export const statefulSet: BuiltinKind = {
  // Behind a gate that is off.
  prepare: (object) =>
    void delete objectIn(objectIn(objectIn(object, 'spec'), 'updateStrategy'), 'rollingUpdate')['maxUnavailable'],
  lateWarnings(object, before) {
    const spec = objectIn(object, 'spec');
    const limit = spec['revisionHistoryLimit'];
    const text = 'a negative value retains all historical revisions; a value >= 0 is recommended';
    // The path is another one when the set changes.
    const part = before === undefined ? '' : '.Spec';
    return [
      ...indexed(objectsIn(spec, 'volumeClaimTemplates'), 'spec.volumeClaimTemplates').flatMap(([template, at]) =>
        claimWarnings(objectIn(template, 'spec'), `${at}${part}`),
      ),
      ...(typeof limit === 'number' && limit < 0 ? [`spec.revisionHistoryLimit: ${text}`] : []),
    ];
  },
  validate: ofSpec(STATEFUL_STATUS, (spec, before) => [
    ...(['OrderedReady', 'Parallel'].includes(String(spec['podManagementPolicy']))
      ? []
      : [
          invalidValue('spec.podManagementPolicy', spec['podManagementPolicy'], "must be 'OrderedReady' or 'Parallel'"),
        ]),
    ...strategyFaults(objectIn(spec, 'updateStrategy')),
    ...retentionFaults(spec),
    ...(before === undefined ? claimFaults(spec) : []),
    ...notNegative('spec.replicas', spec['replicas']),
    ...notNegative('spec.minReadySeconds', spec['minReadySeconds']),
    ...notNegative('spec.ordinals.start', objectIn(spec, 'ordinals')['start']),
    ...(before === undefined && textIn(spec, 'serviceName') !== ''
      ? dnsLabel('spec.serviceName', textIn(spec, 'serviceName'))
      : []),
    ...podFaults(spec),
    ...(before === undefined ? [] : changeFaults(spec, before)),
  ]),
};

function strategyFaults(strategy: JsonObject): FieldCause[] {
  const { type, rollingUpdate } = strategy;
  const path = 'spec.updateStrategy';
  if (type === 'RollingUpdate') {
    return notNegative(`${path}.rollingUpdate.partition`, objectIn(strategy, 'rollingUpdate')['partition']);
  }
  if (type !== 'OnDelete') {
    const shown = new StructValue(internalForm('apis/apps.StatefulSetUpdateStrategy', strategy));
    return [invalidValue(path, shown, "must be 'RollingUpdate' or 'OnDelete'")];
  }
  if (!isJsonObject(rollingUpdate)) return [];
  const shown = new StructValue(internalForm('apis/apps.RollingUpdateStatefulSetStrategy', rollingUpdate));
  return [invalidValue(`${path}.rollingUpdate`, shown, "only allowed for updateStrategy 'RollingUpdate'")];
}

const RETENTIONS = ['Retain', 'Delete'];

function retentionFaults(spec: JsonObject): FieldCause[] {
  const retention = objectIn(spec, 'persistentVolumeClaimRetentionPolicy');
  return ['whenDeleted', 'whenScaled'].flatMap((field) =>
    oneOf(`spec.persistentVolumeClaimRetentionPolicy.${field}`, retention[field], RETENTIONS),
  );
}

function claimFaults(spec: JsonObject): FieldCause[] {
  return indexed(objectsIn(spec, 'volumeClaimTemplates'), 'spec.volumeClaimTemplates').flatMap(([template, at]) =>
    claimSpecFaults(objectIn(template, 'spec'), `${at}.spec`),
  );
}

/** What is looked at after all the rest of the template. */
const LAST: ReadonlySet<string> = new Set([
  'spec.template.spec.restartPolicy',
  'spec.template.spec.activeDeadlineSeconds',
]);

/** Pods get their names from the set, and its claims as volumes; labels and annotations are looked at twice. */
function podFaults(spec: JsonObject): FieldCause[] {
  const template = objectIn(spec, 'template');
  const { subdomain: _subdomain, hostname: _hostname, ...podSpec } = objectIn(template, 'spec');
  const names = [
    ...new Set(objectsIn(spec, 'volumeClaimTemplates').map((one) => textIn(objectIn(one, 'metadata'), 'name'))),
  ];
  const claimed = names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const own = objectsIn(podSpec, 'volumes').filter((volume) => !names.includes(textIn(volume, 'name')));
  const whole = names.length === 0 ? podSpec : { ...podSpec, volumes: [...claimed, ...own] };
  const rules = { noun: 'statefulset', required: true, unusable: '' };
  const faults = selectorAndTemplateFaults({ ...spec, template: { ...template, spec: whole } }, rules, 'StatefulSet');
  const again = faults.filter(({ field }) => /^spec\.template\.(labels|annotations)/.test(field));
  const isLast = ({ field }: FieldCause): boolean => LAST.has(field);
  const at = faults.findIndex((fault, index) => isLast(fault) && faults.slice(index).every(isLast));
  return at === -1 ? [...faults, ...again] : [...faults.slice(0, at), ...again, ...faults.slice(at)];
}

function changeFaults(spec: JsonObject, before: JsonObject): FieldCause[] {
  const fixed = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).filter(([field]) => !CHANGEABLE_OF_STATEFUL_SETS.includes(field)));
  if (sameJson(fixed(spec), fixed(before))) return [];
  const listed = CHANGEABLE_OF_STATEFUL_SETS.map((field) => `'${field}'`);
  const message = `updates to statefulset spec for fields other than ${listed.slice(0, -1).join(', ')} and ${listed.at(-1) ?? ''} are forbidden`;
  return [forbiddenValue('spec', message)];
}
