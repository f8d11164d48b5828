import { sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { invalid } from '../objects/api-status.js';
import { qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { notNegative, objectIn, textIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { toCoreEvent } from './versions.js';

/** Leases. */
export const lease: BuiltinKind = {
  prepare(object) {
    const spec = objectIn(object, 'spec');
    // Coordinated leader election is behind a gate that is off.
    delete spec['strategy'];
    delete spec['preferredHolder'];
  },
  validate({ object }) {
    const spec = objectIn(object, 'spec');
    const duration = spec['leaseDurationSeconds'];
    return [
      ...(typeof duration === 'number' && duration <= 0
        ? [invalidValue('spec.leaseDurationSeconds', duration, 'must be greater than 0')]
        : []),
      ...notNegative('spec.leaseTransitions', spec['leaseTransitions']),
    ];
  },
};

/** Under which name a field is in the request: events.k8s.io has its own. */
interface Names {
  readonly controller: string;
  /** Whether fields that only the core API has may be set. */
  readonly isCore: boolean;
}

/** Events of the core API; what has an `eventTime` obeys the rules of the new one. */
export const coreEvent: BuiltinKind = {
  validate({ object }) {
    const legacy = object['eventTime'] === null || object['eventTime'] === undefined;
    const scope = namespaceFaults(object);
    return legacy ? scope : [...scope, ...newEventFaults(object, { controller: 'reportingComponent', isCore: true })];
  },
};

/** Events of events.k8s.io, which are stored as those of the core API. */
export const newEvent: BuiltinKind = {
  validate(change) {
    const core = { ...change.object };
    toCoreEvent(core);
    const before = change.before && { ...change.before };
    if (before !== undefined) toCoreEvent(before);
    const missing = core['eventTime'] === null || core['eventTime'] === undefined ? [requiredValue('eventTime')] : [];
    const faults =
      before === undefined
        ? [...missing, ...newEventFaults(core, { controller: 'reportingController', isCore: false })]
        : eventChangeFaults(core, before);
    const causes = [...namespaceFaults(core), ...faults];
    // The server names the kind as the core API does.
    if (causes.length > 0)
      throw invalid({ group: '', kind: 'Event' }, textIn(objectIn(core, 'metadata'), 'name'), causes);
    return [];
  },
};

function namespaceFaults(object: JsonObject): FieldCause[] {
  const namespace = textIn(objectIn(object, 'metadata'), 'namespace');
  const involved = textIn(objectIn(object, 'involvedObject'), 'namespace');
  if (involved === namespace || (involved === '' && (namespace === 'default' || namespace === 'kube-system')))
    return [];
  return [invalidValue('involvedObject.namespace', involved, 'does not match event.namespace')];
}

function newEventFaults(object: JsonObject, { controller, isCore }: Names): FieldCause[] {
  const reporter = textIn(object, 'reportingComponent');
  const atMost = (path: string, value: string, limit: number): FieldCause[] =>
    value.length > limit ? [invalidValue(path, '', `can have at most ${limit} characters`)] : [];
  const needed = (path: string): FieldCause[] => {
    const value = textIn(object, path);
    return value === '' ? [requiredValue(path)] : atMost(path, value, 128);
  };
  const type = textIn(object, 'type');
  const series = object['series'] === undefined ? undefined : objectIn(object, 'series');
  return [
    ...(reporter === '' ? [requiredValue(controller)] : []),
    ...qualifiedNameFaults(reporter).map((fault) => invalidValue(controller, reporter, fault)),
    ...needed('reportingInstance'),
    ...needed('action'),
    ...needed('reason'),
    ...atMost('message', textIn(object, 'message'), 1024),
    ...(type === 'Normal' || type === 'Warning' ? [] : [invalidValue('type', '', `has invalid value: ${type}`)]),
    ...(series !== undefined && Number(series['count'] ?? 0) < 2
      ? [invalidValue('series.count', '', 'should be at least 2')]
      : []),
    ...(series !== undefined && !series['lastObservedTime'] ? [requiredValue('series.lastObservedTime')] : []),
    ...(isCore ? [] : oldFields(object)),
  ];
}

function oldFields(object: JsonObject): FieldCause[] {
  const set = ['firstTimestamp', 'lastTimestamp', 'count'].filter((field) => Boolean(object[field]));
  const source = Object.keys(objectIn(object, 'source')).length > 0 ? ['source'] : [];
  return [...set, ...source].map((field) => invalidValue(field, '', 'needs to be unset'));
}

const FIXED = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'reportingComponent',
  'reportingInstance',
  'action',
  'related',
  'type',
  'eventTime',
];

function eventChangeFaults(object: JsonObject, before: JsonObject): FieldCause[] {
  return FIXED.filter((field) => !sameJson(object[field] ?? null, before[field] ?? null)).map((field) =>
    invalidValue(field, object[field] ?? null, 'field is immutable'),
  );
}
