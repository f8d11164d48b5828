import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { invalid } from '../objects/api-status.js';
import { StructValue } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { notNegative, objectIn, textIn } from './checks.js';
import { invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
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

/** Events of the core API; what has an `eventTime` obeys the rules of the new one. */
export const coreEvent: BuiltinKind = {
  validate({ object }) {
    return eventFaults(object, 'reportingComponent');
  },
};

/** Events of events.k8s.io, which are stored as those of the core API. */
export const newEvent: BuiltinKind = {
  validate(change) {
    const core = { ...change.object };
    toCoreEvent(core);
    const before = change.before && { ...change.before };
    if (before !== undefined) toCoreEvent(before);
    const strict = before === undefined ? newEventFaults(core) : eventChangeFaults(core, before);
    const causes = [...eventFaults(core, 'reportingController'), ...strict];
    // The server names the kind as the core API does.
    if (causes.length > 0)
      throw invalid({ group: '', kind: 'Event' }, textIn(objectIn(core, 'metadata'), 'name'), causes);
    return [];
  },
};

const isOld = (object: JsonObject): boolean => object['eventTime'] === null || object['eventTime'] === undefined;

/** What is wrong with an event in either API; `controller` is what the request calls who reports. */
function eventFaults(object: JsonObject, controller: string): FieldCause[] {
  const namespace = textIn(objectIn(object, 'metadata'), 'namespace');
  const involved = textIn(objectIn(object, 'involvedObject'), 'namespace');
  const elsewhere = [invalidValue('involvedObject.namespace', involved, 'does not match event.namespace')];
  if (isOld(object)) return involved === namespace || (involved === '' && namespace === 'default') ? [] : elsewhere;
  const reporter = textIn(object, 'reportingComponent');
  const anywhere = involved !== '' || namespace === 'default' || namespace === 'kube-system';
  return [
    ...(anywhere ? [] : elsewhere),
    ...(reporter === '' ? [requiredValue(controller)] : []),
    ...qualifiedNameFaults(reporter).map((fault) => invalidValue(controller, reporter, fault)),
    ...['reportingInstance', 'action', 'reason'].flatMap((field) => neededFaults(object, field)),
    ...lengthFaults(object, 'message', 1024),
  ];
}

function neededFaults(object: JsonObject, field: string): FieldCause[] {
  return textIn(object, field) === '' ? [requiredValue(field)] : lengthFaults(object, field, 128);
}

function lengthFaults(object: JsonObject, field: string, limit: number): FieldCause[] {
  const isLong = Buffer.byteLength(textIn(object, field)) > limit;
  return isLong ? [invalidValue(field, '', `can have at most ${limit} characters`)] : [];
}

/** What the newer API demands of new events beyond that. */
function newEventFaults(object: JsonObject): FieldCause[] {
  const type = textIn(object, 'type');
  return [
    ...seriesFaults(object),
    ...(isOld(object) ? [requiredValue('eventTime')] : []),
    ...(type === 'Normal' || type === 'Warning' ? [] : [invalidValue('type', '', `has invalid value: ${type}`)]),
    ...oldFields(object),
  ];
}

function seriesFaults(object: JsonObject): FieldCause[] {
  const { series } = object;
  if (!isJsonObject(series)) return [];
  return [
    ...(Number(series['count'] ?? 0) < 2 ? [invalidValue('series.count', '', 'should be at least 2')] : []),
    ...(series['lastObservedTime'] ? [] : [requiredValue('series.lastObservedTime')]),
  ];
}

function oldFields(object: JsonObject): FieldCause[] {
  const set = ['firstTimestamp', 'lastTimestamp', 'count'].filter((field) => Boolean(object[field]));
  const source = Object.keys(objectIn(object, 'source')).length > 0 ? ['source'] : [];
  return [...set, ...source].map((field) => invalidValue(field, '', 'needs to be unset'));
}

/** In the server's order, which has the reason twice. */
const FIXED = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'reason',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
];

/** Fields that the server shows as the structs that they are. */
const STRUCTS: Readonly<Record<string, string>> = {
  involvedObject: 'apis/core.ObjectReference',
  related: 'apis/core.ObjectReference',
  source: 'apis/core.EventSource',
};

const TEXTS: ReadonlySet<string> = new Set([
  'reason',
  'message',
  'type',
  'action',
  'reportingComponent',
  'reportingInstance',
]);

function shownValue(field: string, value: unknown): unknown {
  const struct = STRUCTS[field];
  if (field === 'count') return value ?? 0;
  if (TEXTS.has(field)) return value ?? '';
  if (struct === undefined || (field === 'related' && !isJsonObject(value))) return value ?? null;
  return new StructValue(internalForm(struct, value));
}

function eventChangeFaults(object: JsonObject, before: JsonObject): FieldCause[] {
  const changed = FIXED.filter(
    (field) => !sameJson(shownValue(field, object[field]), shownValue(field, before[field])),
  );
  return [
    ...(sameJson(object['series'] ?? null, before['series'] ?? null) ? [] : seriesFaults(object)),
    ...changed.map((field) => {
      const name = field === 'reportingComponent' ? 'reportingController' : field;
      return invalidValue(name, shownValue(field, object[field]), 'field is immutable');
    }),
  ];
}
