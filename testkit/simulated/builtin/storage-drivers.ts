import { isJsonObject, isNumber, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, StructValue, tooLong } from '../rules/field-fault.js';
import { qualifiedNameFaults, subdomainFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, notNegative, objectIn, objectsIn, oneOf, textIn, textsIn } from './checks.js';
import { protect } from './claim.js';
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { selectorFaults } from './label-selector.js';
import { parseQuantity } from './quantity.js';

const IMMUTABLE = 'field is immutable';

/** What is wrong with the name of a driver. */
function driverFaults(path: string, name: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  return [
    ...(name.length > 63 ? [tooLong(path, 63)] : []),
    ...subdomainFaults(name.toLowerCase()).map((fault) => invalidValue(path, name, fault)),
  ];
}

/** VolumeAttachments: what is attached where stays. */
export const volumeAttachment: BuiltinKind = {
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return [];
    const spec = objectIn(object, 'spec');
    const [attacher, nodeName] = [textIn(spec, 'attacher'), textIn(spec, 'nodeName')];
    const faults = [
      ...driverFaults('spec.attacher', attacher),
      ...sourceFaults(objectIn(spec, 'source'), 'spec.source'),
      ...subdomainFaults(nodeName).map((fault) => invalidValue('spec.nodeName', nodeName, fault)),
    ];
    if (before === undefined || sameJson(spec, objectIn(before, 'spec'))) return faults;
    const { persistentVolumeName = null, inlineVolumeSpec = null } = objectIn(spec, 'source');
    const shown = new StructValue({
      Attacher: attacher,
      Source: { PersistentVolumeName: persistentVolumeName, InlineVolumeSpec: inlineVolumeSpec },
      NodeName: nodeName,
    });
    return [...faults, invalidValue('spec', shown, IMMUTABLE)];
  },
};

function sourceFaults({ inlineVolumeSpec, persistentVolumeName }: JsonObject, path: string): FieldCause[] {
  const why = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (inlineVolumeSpec === undefined && persistentVolumeName === undefined) return [requiredValue(path, why)];
  if (inlineVolumeSpec !== undefined && persistentVolumeName !== undefined) return [forbiddenValue(path, why)];
  if (typeof persistentVolumeName !== 'string') return [];
  const at = `${path}.persistentVolumeName`;
  return [
    ...(persistentVolumeName === '' ? [requiredValue(at, 'must specify non empty persistentVolumeName')] : []),
    ...subdomainFaults(persistentVolumeName).map((fault) => invalidValue(at, persistentVolumeName, fault)),
  ];
}

/** CSIDrivers. */
export const csiDriver: BuiltinKind = {
  warnings(object, before) {
    const spec = objectIn(object, 'spec');
    const tokens = objectsIn(spec, 'tokenRequests');
    const isKept = before !== undefined && sameJson(tokens, objectsIn(objectIn(before, 'spec'), 'tokenRequests'));
    if (tokens.length === 0 || isKept || spec['serviceAccountTokenInSecrets'] !== undefined) return [];
    return [
      'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible ' +
        'logging of tokens in volume attributes',
    ];
  },
  // Only changes are counted.
  prepare(object, { before }) {
    if (before === undefined || sameJson(objectIn(object, 'spec'), objectIn(before, 'spec'))) return;
    const [metadata, earlier] = [objectIn(object, 'metadata'), objectIn(before, 'metadata')];
    metadata['generation'] = Number(earlier['generation'] ?? 0) + 1;
  },
  validate({ object, before }) {
    const spec = objectIn(object, 'spec');
    const previous = before === undefined ? spec : objectIn(before, 'spec');
    const { nodeAllocatableUpdatePeriodSeconds: period } = spec;
    const modes = textsIn(spec, 'volumeLifecycleModes');
    return [
      ...oneOf('spec.fsGroupPolicy', spec['fsGroupPolicy'], ['File', 'None', 'ReadWriteOnceWithFSType']),
      ...tokenFaults(objectsIn(spec, 'tokenRequests'), 'spec.tokenRequests'),
      ...modes.flatMap((mode) => modeFaults(mode)),
      ...(isNumber(period) && period < 10
        ? [
            invalidValue(
              'spec.nodeAllocatableUpdatePeriodSeconds',
              period,
              'must be greater than or equal to 10 seconds',
            ),
          ]
        : []),
      ...(
        [
          ['attachRequired', 'attachedRequired'],
          ['volumeLifecycleModes', 'volumeLifecycleModes'],
        ] as const
      )
        .filter(([field]) => !sameJson(spec[field], previous[field]))
        .map(([field, shown]) => invalidValue(`spec.${shown}`, spec[field], IMMUTABLE)),
    ];
  },
};

function modeFaults(mode: string): FieldCause[] {
  const modes = ['Persistent', 'Ephemeral'];
  return modes.includes(mode) ? [] : [unsupportedValue('spec.volumeLifecycleModes', mode, modes)];
}

function tokenFaults(requests: readonly JsonObject[], path: string): FieldCause[] {
  return indexed(requests, path).flatMap(([request, at], index) => {
    const audience = textIn(request, 'audience');
    if (requests.slice(0, index).some((other) => textIn(other, 'audience') === audience))
      return [duplicateValue(`${at}.audience`, audience)];
    const { expirationSeconds: seconds } = request;
    if (!isNumber(seconds)) return [];
    return [
      ...(seconds < 600
        ? [invalidValue(`${at}.expirationSeconds`, seconds, 'may not specify a duration less than 10 minutes')]
        : []),
      ...(seconds > 2 ** 32
        ? [invalidValue(`${at}.expirationSeconds`, seconds, 'may not specify a duration larger than 2^32 seconds')]
        : []),
    ];
  });
}

/** CSINodes. */
export const csiNode: BuiltinKind = {
  validate({ object, before }) {
    const drivers = objectsIn(objectIn(object, 'spec'), 'drivers');
    const previous = objectsIn(objectIn(before ?? {}, 'spec'), 'drivers');
    return [
      ...indexed(drivers, 'spec.drivers').flatMap(([driver, path], index) =>
        nodeDriverFaults(driver, path, drivers.slice(0, index)),
      ),
      ...drivers.flatMap((driver) => {
        const without = ({ allocatable: _allocatable, ...rest }: JsonObject): JsonObject => rest;
        const old = previous.find(({ name }) => name === driver['name']);
        if (old === undefined || sameJson(without(old), without(driver))) return [];
        const shown = new StructValue({
          Name: driver['name'],
          NodeID: driver['nodeID'],
          TopologyKeys: driver['topologyKeys'] ?? null,
          Allocatable: null,
        });
        return [invalidValue('spec.drivers', shown, IMMUTABLE)];
      }),
    ];
  },
};

function nodeDriverFaults(driver: JsonObject, path: string, earlier: readonly JsonObject[]): FieldCause[] {
  const [name, id] = [textIn(driver, 'name'), textIn(driver, 'nodeID')];
  const keys = textsIn(driver, 'topologyKeys');
  return [
    ...driverFaults(`${path}.name`, name),
    ...(id === '' ? [requiredValue(`${path}.nodeID`)] : []),
    ...(id.length > 256 ? [invalidValue(`${path}.nodeID`, id, 'must be 256 characters or less')] : []),
    ...notNegative(`${path}.allocatable.count`, objectIn(driver, 'allocatable')['count']),
    ...(earlier.some((other) => other['name'] === name) ? [duplicateValue(`${path}.name`, name)] : []),
    ...keys.flatMap((key, index) => [
      ...(key === '' ? [requiredValue(path)] : []),
      ...(keys.indexOf(key) < index ? [duplicateValue(path, key)] : []),
      ...qualifiedNameFaults(key).map((fault) => invalidValue(path, key, fault)),
    ]),
  ];
}

/** CSIStorageCapacities: only the amount changes. */
export const storageCapacity: BuiltinKind = {
  validate({ object, before }) {
    const { storageClassName, nodeTopology, capacity } = object;
    if (before === undefined) {
      const negative = capacity !== undefined && (parseQuantity(String(capacity))?.nano ?? 0n) < 0n;
      return [
        ...selectorFaults('nodeTopology', nodeTopology),
        ...subdomainFaults(String(storageClassName ?? '')).map((fault) =>
          invalidValue('storageClassName', storageClassName ?? '', fault),
        ),
        ...(negative ? [invalidValue('capacity', capacity, 'must be greater than or equal to 0')] : []),
      ];
    }
    return ['nodeTopology', 'storageClassName']
      .filter((field) => !sameJson(object[field] ?? null, before[field] ?? null))
      .map((field) => invalidValue(field, object[field] ?? null, IMMUTABLE));
  },
};

/** VolumeAttributesClasses: nothing of them changes. */
export const volumeAttributesClass: BuiltinKind = {
  prepare: (object, { creating }) => protect(object, creating, 'kubernetes.io/vac-protection'),
  validate({ object, before }) {
    const driver = textIn(object, 'driverName');
    const parameters = object['parameters'];
    return [
      ...(before === undefined
        ? []
        : ['driverName', 'parameters']
            .filter((field) => !sameJson(object[field] ?? null, before[field] ?? null))
            .map((field) => forbiddenValue(field, `updates to ${field} are forbidden.`))),
      ...provisionerFaults('driverName', driver),
      ...(isJsonObject(parameters) && Object.keys(parameters).length > 0
        ? []
        : [requiredValue('parameters', 'must contain at least one key/value pair')]),
    ];
  },
};

/** What is wrong with the name of what makes volumes. */
export function provisionerFaults(path: string, name: string): FieldCause[] {
  if (name === '') return [requiredValue(path)];
  return qualifiedNameFaults(name.toLowerCase()).map((fault) => invalidValue(path, name.toLowerCase(), fault));
}
