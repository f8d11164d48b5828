import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue, tooLong } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import { indexed, textIn } from './checks.js';
import { invalidValue, requiredValue, unsupportedValue } from './faults.js';
import type { FieldCause } from './faults.js';

const STATUSES = ['False', 'True', 'Unknown'];
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const REASON_MESSAGE =
  'a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters ' +
  "or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or " +
  "'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";
const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;

/** What is wrong with conditions of the shape that newer kinds share. */
export function conditionsFaults(conditions: readonly JsonObject[], path: string): FieldCause[] {
  const types = conditions.map((condition) => textIn(condition, 'type'));
  return indexed(conditions, path).flatMap(([condition, at], index) => {
    const type = types[index] ?? '';
    return [
      ...(types.indexOf(type) < index ? [duplicateValue(`${at}.type`, type)] : []),
      ...conditionFaults(condition, at),
    ];
  });
}

function conditionFaults(condition: JsonObject, path: string): FieldCause[] {
  const [type, status] = [textIn(condition, 'type'), textIn(condition, 'status')];
  const generation = Number(condition['observedGeneration'] ?? 0);
  return [
    ...qualifiedNameFaults(type).map((fault) => invalidValue(`${path}.type`, type, fault)),
    ...(STATUSES.includes(status) ? [] : [unsupportedValue(`${path}.status`, status, STATUSES)]),
    ...(generation < 0
      ? [invalidValue(`${path}.observedGeneration`, generation, 'must be greater than or equal to zero')]
      : []),
    ...((condition['lastTransitionTime'] ?? null) === null ? [requiredValue(`${path}.lastTransitionTime`)] : []),
    ...reasonFaults(textIn(condition, 'reason'), `${path}.reason`),
    ...(textIn(condition, 'message').length > MAX_MESSAGE ? [tooLong(`${path}.message`, MAX_MESSAGE)] : []),
  ];
}

function reasonFaults(reason: string, path: string): FieldCause[] {
  if (reason === '') return [requiredValue(path)];
  return [
    ...(REASON.test(reason) ? [] : [invalidValue(path, reason, REASON_MESSAGE)]),
    ...(reason.length > MAX_REASON ? [tooLong(path, MAX_REASON)] : []),
  ];
}
