import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { forbiddenValue, invalidValue, requiredValue, StructValue } from '../rules/field-fault.js';
import type { FieldCause } from '../rules/field-fault.js';
import { labelValueFaults, qualifiedNameFaults } from '../rules/names.js';
import { indexed, labelsFaults, objectsIn, textIn, textsIn } from './checks.js';

/** What is wrong with a label selector by itself. */
export function selectorFaults(path: string, selector: unknown): FieldCause[] {
  if (!isJsonObject(selector)) return [];
  return [
    ...labelsFaults(`${path}.matchLabels`, selector['matchLabels']),
    ...indexed(objectsIn(selector, 'matchExpressions'), `${path}.matchExpressions`).flatMap(([expression, at]) =>
      expressionFaults(expression, at),
    ),
  ];
}

function expressionFaults(expression: JsonObject, path: string): FieldCause[] {
  const operator = textIn(expression, 'operator');
  const values = textsIn(expression, 'values');
  const faults: FieldCause[] = [];
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) {
      faults.push(requiredValue(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      faults.push(
        forbiddenValue(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      );
    }
  } else faults.push(invalidValue(`${path}.operator`, operator, 'not a valid selector operator'));
  const key = textIn(expression, 'key');
  faults.push(...qualifiedNameFaults(key).map((fault) => invalidValue(`${path}.key`, key, fault)));
  for (const [index, value] of values.entries()) {
    faults.push(...labelValueFaults(value).map((fault) => invalidValue(`${path}.values[${index}]`, value, fault)));
  }
  return faults;
}

/** A selector as messages show it: its fields in the order of the struct; nothing where there is none. */
export function shownSelector(selector: unknown): unknown {
  if (!isJsonObject(selector)) return null;
  const { matchLabels, matchExpressions } = selector;
  const labels = isJsonObject(matchLabels) ? Object.keys(matchLabels).sort() : [];
  return new StructValue({
    ...(labels.length === 0 || !isJsonObject(matchLabels)
      ? {}
      : { matchLabels: Object.fromEntries(labels.map((key) => [key, matchLabels[key]])) }),
    ...(Array.isArray(matchExpressions) && matchExpressions.length > 0
      ? {
          matchExpressions: objectsIn(selector, 'matchExpressions').map((expression) => ({
            key: textIn(expression, 'key'),
            operator: textIn(expression, 'operator'),
            ...(textsIn(expression, 'values').length === 0 ? {} : { values: textsIn(expression, 'values') }),
          })),
        }
      : {}),
  });
}

/** Whether a selector is there but selects nothing in particular. */
export function isEmptySelector(selector: unknown): boolean {
  return (
    isJsonObject(selector) &&
    Object.keys(isJsonObject(selector['matchLabels']) ? selector['matchLabels'] : {}).length === 0 &&
    objectsIn(selector, 'matchExpressions').length === 0
  );
}

/** Whether a selector matches labels; a missing selector matches nothing. */
export function selects(selector: unknown, labels: JsonObject): boolean {
  if (!isJsonObject(selector)) return false;
  const wanted = isJsonObject(selector['matchLabels']) ? selector['matchLabels'] : {};
  if (!Object.entries(wanted).every(([key, value]) => labels[key] === value)) return false;
  return objectsIn(selector, 'matchExpressions').every((expression) => matches(expression, labels));
}

function matches(expression: JsonObject, labels: JsonObject): boolean {
  const key = textIn(expression, 'key');
  const values = textsIn(expression, 'values');
  switch (expression['operator']) {
    case 'In':
      return key in labels && values.includes(String(labels[key]));
    case 'NotIn':
      return !(key in labels && values.includes(String(labels[key])));
    case 'Exists':
      return key in labels;
    case 'DoesNotExist':
      return !(key in labels);
    default:
      return false;
  }
}
