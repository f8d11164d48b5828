import { isJsonObject, sameJson } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, StructValue, tooMany } from '../rules/field-fault.js';
import { labelFaults, subdomainFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, textIn, integerIn } from './checks.js';
import { expressionFaults } from './expressions.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { internalForm } from './go-layout.js';
import { driverFaults } from './resource-slice.js';

const IMMUTABLE = 'field is immutable';
const CLAIM = 'apis/resource.ResourceClaimSpec';
const MAX_REQUESTS = 32;
const ONE_OF = 'exactly one of `exactly` or `firstAvailable` is required';

/** One device is claimed where nothing else is said. */
function completeRequests(devices: JsonObject): void {
  for (const request of objectsIn(devices, 'requests')) {
    const { exactly } = request;
    const wanted = [...(isJsonObject(exactly) ? [exactly] : []), ...objectsIn(request, 'firstAvailable')];
    for (const device of wanted) {
      device['allocationMode'] ??= 'ExactCount';
      if (device['allocationMode'] === 'ExactCount') device['count'] ??= 1;
    }
  }
}

/** ResourceClaims: what is claimed stays. */
export const resourceClaim: BuiltinKind = {
  applyDefaults: (object) => completeRequests(objectIn(objectIn(object, 'spec'), 'devices')),
  validate({ object, before, subresource }) {
    if (subresource !== undefined) return reservationFaults(objectIn(object, 'status'));
    const spec = objectIn(object, 'spec');
    if (before === undefined) return claimFaults(objectIn(spec, 'devices'), 'spec.devices');
    if (sameJson(spec, objectIn(before, 'spec'))) return [];
    return [invalidValue('spec', new StructValue(internalForm(CLAIM, spec)), IMMUTABLE)];
  },
};

/** Nobody reserves a claim twice. */
function reservationFaults(status: JsonObject): FieldCause[] {
  const uids = objectsIn(status, 'reservedFor').map((consumer) => textIn(consumer, 'uid'));
  return indexed(objectsIn(status, 'reservedFor'), 'status.reservedFor').flatMap(([consumer, path], index) => [
    ...['resource', 'name', 'uid']
      .filter((field) => textIn(consumer, field) === '')
      .map((field) => requiredValue(`${path}.${field}`)),
    ...(uids.indexOf(textIn(consumer, 'uid')) < index ? [duplicateValue(path, textIn(consumer, 'uid'))] : []),
  ]);
}

/** ResourceClaimTemplates: the same for the claim that they make. */
export const resourceClaimTemplate: BuiltinKind = {
  applyDefaults: (object) => completeRequests(objectIn(objectIn(objectIn(object, 'spec'), 'spec'), 'devices')),
  validate({ object, before }) {
    const spec = objectIn(object, 'spec');
    if (before === undefined) return claimFaults(objectIn(objectIn(spec, 'spec'), 'devices'), 'spec.spec.devices');
    return sameJson(spec, objectIn(before, 'spec')) ? [] : [invalidValue('spec', spec, IMMUTABLE)];
  },
};

/** DeviceClasses. */
export const deviceClass: BuiltinKind = {
  validate({ object }) {
    const spec = objectIn(object, 'spec');
    const configs = indexed(objectsIn(spec, 'config'), 'spec.config');
    return [...selectorFaults(spec, 'spec'), ...configs.flatMap(([config, path]) => configFaults(config, path))];
  },
};

function configFaults({ opaque }: JsonObject, path: string): FieldCause[] {
  if (!isJsonObject(opaque)) return [requiredValue(`${path}.opaque`)];
  const { parameters } = opaque;
  const at = `${path}.opaque.parameters`;
  return [
    ...driverFaults(`${path}.opaque.driver`, textIn(opaque, 'driver')),
    ...(parameters === undefined || parameters === null ? [requiredValue(at)] : []),
    ...(typeof parameters === 'string' ? [invalidValue(at, '<value omitted>', 'must be a valid JSON object')] : []),
  ];
}

function claimFaults(devices: JsonObject, path: string): FieldCause[] {
  const requests = objectsIn(devices, 'requests');
  return [
    ...(requests.length > MAX_REQUESTS ? [tooMany(`${path}.requests`, requests.length, MAX_REQUESTS)] : []),
    ...indexed(requests, `${path}.requests`).flatMap(([request, at], index) => [
      ...nameFaults(request, at, requests.slice(0, index)),
      ...requestFaults(request, at),
    ]),
  ];
}

function nameFaults(request: JsonObject, path: string, earlier: readonly JsonObject[]): FieldCause[] {
  const name = textIn(request, 'name');
  return [
    ...labelFaults(name).map((fault) => invalidValue(`${path}.name`, name, fault)),
    ...(earlier.some((other) => textIn(other, 'name') === name) ? [duplicateValue(path, name)] : []),
  ];
}

function requestFaults(request: JsonObject, path: string): FieldCause[] {
  const { exactly } = request;
  const choices = objectsIn(request, 'firstAvailable');
  if (isJsonObject(exactly) && choices.length > 0)
    return [invalidValue(path, null, `${ONE_OF}, but multiple fields are set`)];
  if (isJsonObject(exactly)) return deviceFaults(exactly, `${path}.exactly`);
  if (choices.length === 0) return [requiredValue(path, ONE_OF)];
  return indexed(choices, `${path}.firstAvailable`).flatMap(([choice, at], index) => [
    ...nameFaults(choice, at, choices.slice(0, index)),
    ...deviceFaults(choice, at),
  ]);
}

function deviceFaults(device: JsonObject, path: string): FieldCause[] {
  const className = textIn(device, 'deviceClassName');
  const mode = textIn(device, 'allocationMode') || 'ExactCount';
  const count = 'count' in device ? integerIn(device, 'count') : mode === 'ExactCount' ? 1 : 0;
  const modes = ['All', 'ExactCount'];
  return [
    ...(className === ''
      ? [requiredValue(`${path}.deviceClassName`)]
      : subdomainFaults(className).map((fault) => invalidValue(`${path}.deviceClassName`, className, fault))),
    ...selectorFaults(device, path),
    ...(modes.includes(mode) ? [] : [unsupportedValue(`${path}.allocationMode`, mode, modes)]),
    ...(mode === 'All' && count !== 0
      ? [invalidValue(`${path}.count`, count, "must not be specified when allocationMode is 'All'")]
      : []),
    ...(mode === 'ExactCount' && count <= 0 ? [invalidValue(`${path}.count`, count, 'must be greater than zero')] : []),
  ];
}

function selectorFaults(holder: JsonObject, path: string): FieldCause[] {
  const selectors = objectsIn(holder, 'selectors');
  return [
    ...(selectors.length > MAX_REQUESTS ? [tooMany(`${path}.selectors`, selectors.length, MAX_REQUESTS)] : []),
    ...indexed(selectors, `${path}.selectors`).flatMap(([selector, at]) => {
      const { cel } = selector;
      if (!isJsonObject(cel)) return [requiredValue(`${at}.cel`)];
      return expressionFaults(`${at}.cel.expression`, textIn(cel, 'expression'));
    }),
  ];
}
