import type { JsonObject } from '../objects/api-object.js';
import { duplicateValue } from '../rules/field-fault.js';
import { qualifiedNameFaults } from '../rules/names.js';
import type { BuiltinKind } from './builtin-kind.js';
import { indexed, objectIn, objectsIn, textIn } from './checks.js';
import { forbiddenValue, invalidValue, requiredValue } from './faults.js';
import type { FieldCause } from './faults.js';
import { parseQuantity } from './quantity.js';
import { resourceNameFaults } from './quota.js';

const TYPES: ReadonlySet<string> = new Set(['Pod', 'Container', 'PersistentVolumeClaim']);
const CONTAINER_RESOURCES: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Which field must not exceed which, whose value the message shows, and what it says. */
const ORDER: readonly (readonly [less: string, more: string, at: string, shown: string, text: string])[] = [
  ['min', 'max', 'min', 'min', 'min value $1 is greater than max value $2'],
  [
    'min',
    'defaultRequest',
    'defaultRequest',
    'defaultRequest',
    'min value $1 is greater than default request value $2',
  ],
  [
    'defaultRequest',
    'max',
    'defaultRequest',
    'defaultRequest',
    'default request value $1 is greater than max value $2',
  ],
  [
    'defaultRequest',
    'default',
    'defaultRequest',
    'defaultRequest',
    'default request value $1 is greater than default limit value $2',
  ],
  ['min', 'default', 'default', 'min', 'min value $1 is greater than default value $2'],
  ['default', 'max', 'default', 'max', 'default value $1 is greater than max value $2'],
];

const nanoOf = (value: unknown): bigint => parseQuantity(String(value))?.nano ?? 0n;

/** LimitRanges: one without a name is named after its uid. */
export const limitRange: BuiltinKind = {
  prepare(object, { creating }) {
    const metadata = objectIn(object, 'metadata');
    if (creating && !metadata['name']) metadata['name'] = metadata['uid'];
  },
  validate({ object }) {
    const limits = indexed(objectsIn(objectIn(object, 'spec'), 'limits'), 'spec.limits');
    return limits.flatMap(([limit, path], index) => {
      const type = textIn(limit, 'type');
      const repeated = limits.slice(0, index).some(([other]) => textIn(other, 'type') === type);
      return [...(repeated ? [duplicateValue(`${path}.type`, type)] : []), ...limitFaults(limit, path)];
    });
  },
};

/** What is wrong with one entry of a LimitRange. */
function limitFaults(limit: JsonObject, path: string): FieldCause[] {
  const type = textIn(limit, 'type');
  const fields = ['max', 'min', ...(type === 'Pod' ? [] : ['default', 'defaultRequest']), 'maxLimitRequestRatio'];
  const names = new Set(fields.flatMap((field) => Object.keys(objectIn(limit, field))));
  return [
    ...typeFaults(`${path}.type`, type),
    ...fields.flatMap((field) =>
      Object.keys(objectIn(limit, field)).flatMap((name) => nameFaults(`${path}.${field}[${name}]`, name, type)),
    ),
    ...(type === 'Pod' ? ['default', 'defaultRequest'] : [])
      .filter((field) => Object.keys(objectIn(limit, field)).length > 0)
      .map((field) => forbiddenValue(`${path}.${field}`, "may not be specified when `type` is 'Pod'")),
    ...claimFaults(limit, path, type),
    ...[...names].flatMap((name) => orderFaults(limit, path, { name, fields })),
  ];
}

function typeFaults(path: string, type: string): FieldCause[] {
  const faults = qualifiedNameFaults(type).map((fault) => invalidValue(path, type, fault));
  if (faults.length > 0 || type.includes('/') || TYPES.has(type)) return faults;
  return [invalidValue(path, type, 'must be a standard limit type or fully qualified')];
}

function nameFaults(path: string, name: string, type: string): FieldCause[] {
  const faults = resourceNameFaults(path, name);
  if ((type !== 'Pod' && type !== 'Container') || name.includes('/') || name.startsWith('hugepages-')) return faults;
  if (CONTAINER_RESOURCES.has(name)) return faults;
  return [...faults, invalidValue(path, name, 'must be a standard resource for containers')];
}

function claimFaults(limit: JsonObject, path: string, type: string): FieldCause[] {
  if (type !== 'PersistentVolumeClaim') return [];
  if (['min', 'max'].some((field) => objectIn(limit, field)['storage'] !== undefined)) return [];
  const why = 'either minimum or maximum storage value is required, but neither was provided';
  return [requiredValue(`${path}.limits`, why)];
}

function orderFaults(
  limit: JsonObject,
  path: string,
  { name, fields }: { readonly name: string; readonly fields: readonly string[] },
): FieldCause[] {
  const value = (field: string): unknown => (fields.includes(field) ? objectIn(limit, field)[name] : undefined);
  const faults = ORDER.flatMap(([less, more, at, shown, text]) => {
    const [one, other] = [value(less), value(more)];
    if (one === undefined || other === undefined || nanoOf(one) <= nanoOf(other)) return [];
    const message = text.replace('$1', String(one)).replace('$2', String(other));
    return [invalidValue(`${path}.${at}[${name}]`, value(shown), message)];
  });
  const ratio = value('maxLimitRequestRatio');
  if (ratio === undefined) return faults;
  const at = `${path}.maxLimitRequestRatio[${name}]`;
  if (nanoOf(ratio) < 1_000_000_000n) faults.push(invalidValue(at, ratio, `ratio ${String(ratio)} is less than 1`));
  const [minimum, maximum] = [value('min'), value('max')];
  if (minimum === undefined || maximum === undefined) return faults;
  const largest = Number(nanoOf(maximum)) / Number(nanoOf(minimum));
  if (Number(nanoOf(ratio)) / 1e9 > largest) {
    faults.push(invalidValue(at, ratio, `ratio ${String(ratio)} is greater than max/min = ${largest.toFixed(6)}`));
  }
  return faults;
}
